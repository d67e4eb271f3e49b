#include "optimized/sorted_ring.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "optimized/search_kernel.h"

namespace clockwise {
namespace {

// The batch in the order of position, if nothing is wrong with it on its own. That leaves the
// comparison with the members, if there are any, to the caller.
Outcome<std::vector<Token>> sorted(RingSize size, std::span<const Token> batch) {
  if (batch.empty()) return std::unexpected(Refusal::no_tokens);
  std::vector<Token> tokens(batch.begin(), batch.end());
  std::ranges::sort(tokens, {}, &Token::position);
  if (!size.contains(tokens.back().position)) {
    return std::unexpected(Refusal::position_out_of_range);
  }
  return tokens;
}

std::vector<TokenId> sorted_ids(std::span<const Token> batch) {
  std::vector<TokenId> ids;
  ids.reserve(batch.size());
  for (const Token& token : batch) ids.push_back(token.id);
  std::ranges::sort(ids);
  return ids;
}

// Whether two neighbours of a sorted range are equal.
template <class Range, class Projection = std::identity>
bool repeats(const Range& sorted, Projection projection = {}) {
  return std::ranges::adjacent_find(sorted, {}, projection) != sorted.end();
}

}  // namespace

void SortedRing::Arrays::reserve(std::size_t count) {
  positions.reserve(count);
  nodes.reserve(count);
  ids.reserve(count);
}

void SortedRing::Arrays::push_back(const Token& token) {
  positions.push_back(token.position);
  nodes.push_back(token.node);
  ids.push_back(token.id);
}

Outcome<void> SortedRing::build(RingSize size, std::span<const Token> tokens) {
  const auto batch = sorted(size, tokens);
  if (!batch) return std::unexpected(batch.error());
  if (repeats(*batch, &Token::position)) return std::unexpected(Refusal::duplicate_position);
  if (repeats(sorted_ids(*batch))) return std::unexpected(Refusal::duplicate_token);

  Arrays built;
  built.reserve(batch->size());
  for (const Token& token : *batch) built.push_back(token);
  tokens_ = std::move(built);
  size_ = size;
  return {};
}

Outcome<void> SortedRing::join(std::span<const Token> tokens) {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  const auto batch = sorted(*size_, tokens);
  if (!batch) return std::unexpected(batch.error());

  const auto is_member = [&](const Token& token) {
    return std::ranges::binary_search(tokens_.positions, token.position);
  };
  if (repeats(*batch, &Token::position) || std::ranges::any_of(*batch, is_member)) {
    return std::unexpected(Refusal::duplicate_position);
  }
  const std::vector<TokenId> joining = sorted_ids(*batch);
  const auto rejoins = [&](TokenId id) { return std::ranges::binary_search(joining, id); };
  if (repeats(joining) || std::ranges::any_of(tokens_.ids, rejoins)) {
    return std::unexpected(Refusal::duplicate_token);
  }

  Arrays merged;
  merged.reserve(tokens_.positions.size() + batch->size());
  auto newcomer = batch->begin();
  for (std::size_t i = 0; i < tokens_.positions.size(); ++i) {
    while (newcomer != batch->end() && newcomer->position < tokens_.positions[i]) {
      merged.push_back(*newcomer++);
    }
    merged.push_back({tokens_.ids[i], tokens_.positions[i], tokens_.nodes[i]});
  }
  while (newcomer != batch->end()) merged.push_back(*newcomer++);
  tokens_ = std::move(merged);
  return {};
}

Outcome<void> SortedRing::leave(NodeId node) {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  const auto leaving = static_cast<std::size_t>(std::ranges::count(tokens_.nodes, node));
  if (leaving == 0) return std::unexpected(Refusal::unknown_node);
  if (leaving == tokens_.nodes.size()) return std::unexpected(Refusal::last_node);

  // Nothing below allocates: the arrays are compacted where they are.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens_.nodes.size(); ++i) {
    if (tokens_.nodes[i] == node) continue;
    tokens_.positions[kept] = tokens_.positions[i];
    tokens_.nodes[kept] = tokens_.nodes[i];
    tokens_.ids[kept] = tokens_.ids[i];
    ++kept;
  }
  tokens_.positions.resize(kept);
  tokens_.nodes.resize(kept);
  tokens_.ids.resize(kept);
  return {};
}

std::size_t SortedRing::successor(Position key) const {
  return successor_index(tokens_.positions.data(), tokens_.positions.size(), key);
}

Outcome<NodeId> SortedRing::owner(Position key) const {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  if (!size_->contains(key)) return std::unexpected(Refusal::position_out_of_range);
  return tokens_.nodes[successor(key)];
}

std::expected<void, BatchRefusal> SortedRing::owners(std::span<const Position> keys,
                                                     std::span<NodeId> out) const {
  if (keys.size() != out.size()) {
    throw std::invalid_argument("owners: keys and out differ in length");
  }
  if (!size_) return std::unexpected(BatchRefusal{Refusal::no_tokens, 0});
  const auto outside =
      std::ranges::find_if(keys, [&](Position key) { return !size_->contains(key); });
  if (outside != keys.end()) {
    return std::unexpected(BatchRefusal{Refusal::position_out_of_range,
                                        static_cast<std::size_t>(outside - keys.begin())});
  }
  for (std::size_t i = 0; i < keys.size(); ++i) out[i] = tokens_.nodes[successor(keys[i])];
  return {};
}

Outcome<std::size_t> SortedRing::replicas(Position key, std::span<NodeId> out) const {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  if (!size_->contains(key)) return std::unexpected(Refusal::position_out_of_range);
  if (out.empty()) return 0;

  // One lap and no more: after it every node has been met.
  std::size_t found = 0;
  std::size_t at = successor(key);
  for (std::size_t step = 0; step < tokens_.nodes.size(); ++step) {
    const auto met = out.first(found);
    if (std::ranges::find(met, tokens_.nodes[at]) == met.end()) {
      out[found++] = tokens_.nodes[at];
      if (found == out.size()) return found;
    }
    if (++at == tokens_.nodes.size()) at = 0;
  }
  return std::unexpected(Refusal::too_few_nodes);
}

}  // namespace clockwise
