#include "properties/faults/base_plan.hpp"

namespace clockwise {
namespace {

const Token& token_over(std::span<const Token> tokens, Position position) {
  const Token* first = &tokens.front();
  const Token* over = nullptr;
  for (const Token& token : tokens) {
    if (token.position < first->position) first = &token;
    if (token.position < position) continue;
    if (over == nullptr || token.position < over->position) over = &token;
  }
  return over == nullptr ? *first : *over;
}

bool touches(const Move& first, const Move& second) {
  return first.to == second.from && first.giver == second.giver && first.taker == second.taker;
}

}  // namespace

Position position_over(std::span<const Token> tokens, Position position) {
  return token_over(tokens, position).position;
}

bool has_position(std::span<const Token> tokens, Position position) {
  return std::ranges::find(tokens, position, &Token::position) != tokens.end();
}

Moves base_stretches(std::span<const Token> before, std::span<const Token> after) {
  std::vector<Position> ends;
  for (const Token& token : before) ends.push_back(token.position);
  for (const Token& token : after) ends.push_back(token.position);
  std::ranges::sort(ends);
  ends.erase(std::ranges::unique(ends).begin(), ends.end());
  Moves stretches;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const Position from = ends[i == 0 ? ends.size() - 1 : i - 1];
    stretches.push_back(
        {from, ends[i], token_over(before, ends[i]).node, token_over(after, ends[i]).node});
  }
  return stretches;
}

Moves joined(const Moves& moves) {
  Moves fewer;
  for (const Move& move : moves) {
    if (!fewer.empty() && touches(fewer.back(), move)) {
      fewer.back().to = move.to;
    } else {
      fewer.push_back(move);
    }
  }
  if (fewer.size() > 1 && touches(fewer.back(), fewer.front())) {
    fewer.front().from = fewer.back().from;
    fewer.pop_back();
  }
  return fewer;
}

Moves base_plan(RingSize /*size*/, std::span<const Token> before, std::span<const Token> after) {
  Moves moves;
  for (const Move& move : base_stretches(before, after)) {
    if (move.giver != move.taker) moves.push_back(move);
  }
  return joined(moves);
}

}  // namespace clockwise
