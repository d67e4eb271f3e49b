#include "optimized/sorted_ring.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "optimized/position_sort.hpp"

namespace clockwise {
namespace {

constexpr std::size_t kSearched = 8;       // tokens, up to which a ring has no index
constexpr std::size_t kTokensPerLine = 9;  // on average, on a ring that is newly laid out

// How far ahead of the key that is answered lines are fetched, and where: those of a smaller index
// are in the cache anyway.
constexpr std::size_t kAhead = 24;
bool is_fetched(const LineIndex& index, SortedRing::Index when) {
  return index.size() >= 4096 || (when == SortedRing::Index::always && !index.empty());
}

// Where every index is asked for, tokens are sorted as those of a large ring are, too.
constexpr std::size_t kFewNear = 24;

// The batch in the order of position, if it is one and all of it is on the ring.
Outcome<std::vector<Token>> sorted(RingSize size, std::span<const Token> batch,
                                   SortedRing::Index when) {
  if (batch.empty()) return std::unexpected(Refusal::no_tokens);
  std::vector<Token> tokens(batch.begin(), batch.end());
  sort_by_position(tokens, when == SortedRing::Index::always ? kFewNear : kNearTokens);
  if (!size.contains(tokens.back().position)) {
    return std::unexpected(Refusal::position_out_of_range);
  }
  return tokens;
}

bool repeats_a_position(std::span<const Token> sorted) {
  return std::ranges::adjacent_find(sorted, {}, &Token::position) != sorted.end();
}

// The index of the first key out of range; how many there are, if none is. Nearly always none is,
// so that is found out first, without a branch a key.
std::size_t first_outside(RingSize size, std::span<const Position> keys) {
  std::uint64_t outside = 0;
  for (const Position key : keys) outside |= std::uint64_t{!size.contains(key)};
  if (outside == 0) return keys.size();
  const auto first = std::ranges::find_if(keys, [&](Position key) { return !size.contains(key); });
  return static_cast<std::size_t>(first - keys.begin());
}

// A change waits for memory at each of its tokens, and for none of them if all are fetched at once.
template <class Positions>
void fetch(const Blocks& blocks, const LineIndex& index, const Positions& positions) {
  for (const Position position : positions) {
    const std::size_t line = blocks.block_of(position);
    blocks[line].fetch();
    index.fetch(line);
    index.fetch_behind(line);
  }
}

}  // namespace

// How many lines a ring of this many tokens is laid out on; none if it is to be searched.
std::size_t SortedRing::lines_for(std::size_t count) const {
  if (when_ == Index::never || (when_ == Index::by_size && count <= kSearched)) return 0;
  return (count + kTokensPerLine - 1) / kTokensPerLine;
}

// Whether the present layout suits this many tokens. It does for a third more and for a quarter of
// those that it was made for, so that laying out anew is amortised.
bool SortedRing::fits(std::size_t count) const {
  const std::size_t lines = state_.index.size();
  if (lines == 0) return lines_for(count) == 0;
  return count <= lines * kTokensPerLine * 4 / 3 && count >= (lines - 1) * kTokensPerLine / 4;
}

Outcome<SortedRing::State> SortedRing::make(RingSize size, std::span<const Token> sorted) const {
  if (repeats_a_position(sorted)) return std::unexpected(Refusal::duplicate_position);
  const std::size_t lines = lines_for(sorted.size());
  State made;
  made.ids.reserve_more(sorted.size());
  for (const Token& token : sorted) {
    if (!made.ids.insert(token.id)) return std::unexpected(Refusal::duplicate_token);
  }
  made.blocks = Blocks(size, std::max<std::size_t>(lines, 1), sorted);
  if (lines > 0) {
    made.index = LineIndex(made.blocks, lines);
    made.nodes.add(sorted);
    made.indexed_below = size.last();
  }
  return made;
}

Outcome<void> SortedRing::remake(RingSize size, std::span<const Token> sorted) {
  auto made = make(size, sorted);
  if (!made) return std::unexpected(made.error());
  state_ = std::move(*made);
  size_ = size;
  return {};
}

Outcome<void> SortedRing::build(RingSize size, std::span<const Token> tokens) {
  const auto batch = sorted(size, tokens, when_);
  if (!batch) return std::unexpected(batch.error());
  return remake(size, *batch);
}

Outcome<void> SortedRing::join(std::span<const Token> tokens) {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  const auto batch = sorted(*size_, tokens, when_);
  if (!batch) return std::unexpected(batch.error());

  Blocks& blocks = state_.blocks;
  const std::size_t total = count() + batch->size();
  if (!fits(total)) {
    const std::vector<Token> members = blocks.tokens();
    std::vector<Token> all;
    all.reserve(total);
    std::ranges::merge(members, *batch, std::back_inserter(all), {}, &Token::position,
                       &Token::position);
    return remake(*size_, all);
  }

  if (is_fetched(state_.index, when_)) {
    fetch(blocks, state_.index, *batch | std::views::transform(&Token::position));
  }
  for (const Token& token : *batch) prefetch(state_.ids.slot(token.id));
  std::vector<std::uint32_t> changed;
  changed.reserve(batch->size());
  bool is_taken = repeats_a_position(*batch);
  blocks.by_block(*batch, [&](std::size_t block, std::span<const Token> joining) {
    changed.push_back(static_cast<std::uint32_t>(block));
    for (const Token& token : joining) is_taken = is_taken || blocks[block].holds(token.position);
    if (!is_taken) blocks.reserve_more(block, joining.size());
  });
  if (is_taken) return std::unexpected(Refusal::duplicate_position);
  state_.ids.reserve_more(batch->size());
  if (!state_.index.empty()) state_.nodes.add(*batch);
  for (std::size_t i = 0; i < batch->size(); ++i) {
    if (state_.ids.insert((*batch)[i].id)) continue;
    while (i > 0) state_.ids.erase((*batch)[--i].id);
    if (!state_.index.empty()) state_.nodes.take_back(*batch);
    return std::unexpected(Refusal::duplicate_token);
  }

  // Nothing below allocates.
  blocks.by_block(*batch, [&](std::size_t block, std::span<const Token> joining) {
    blocks.merge(block, joining);
    if (!state_.index.empty()) state_.index.write(blocks, block);
  });
  if (!state_.index.empty()) state_.index.mend_behind(blocks, changed);
  return {};
}

// In ascending order.
std::vector<Position> SortedRing::positions_of(NodeId node) const {
  if (!state_.index.empty()) {
    const auto listed = state_.nodes.of(node);
    std::vector<Position> positions(listed.begin(), listed.end());
    std::ranges::sort(positions);
    return positions;
  }
  std::vector<Position> positions;
  for (const Block& block : blocks()) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (block.nodes()[i] == node) positions.push_back(block.positions()[i]);
    }
  }
  return positions;
}

Outcome<void> SortedRing::leave(NodeId node) {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  const std::vector<Position> leaving = positions_of(node);
  if (leaving.empty()) return std::unexpected(Refusal::unknown_node);
  if (leaving.size() == count()) return std::unexpected(Refusal::last_node);

  Blocks& blocks = state_.blocks;
  const std::size_t total = count() - leaving.size();
  if (!fits(total)) {
    std::vector<Token> staying = blocks.tokens();
    std::erase_if(staying, [&](const Token& token) { return token.node == node; });
    return remake(*size_, staying);
  }

  if (is_fetched(state_.index, when_)) fetch(blocks, state_.index, leaving);
  std::vector<std::uint32_t> changed;
  changed.reserve(leaving.size());
  for (const Position position : leaving) {
    const auto block = static_cast<std::uint32_t>(blocks.block_of(position));
    if (changed.empty() || changed.back() != block) changed.push_back(block);
  }
  if (is_fetched(state_.index, when_)) {
    for (const std::uint32_t block : changed) {
      const auto nodes = blocks[block].nodes();
      const auto ids = blocks[block].ids();
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i] == node) prefetch(state_.ids.slot(ids[i]));
      }
    }
  }
  // Nothing below allocates.
  for (const std::uint32_t block : changed) {
    blocks.remove(block, node, [&](TokenId id) { state_.ids.erase(id); });
    if (!state_.index.empty()) state_.index.write(blocks, block);
  }
  state_.nodes.remove(node);
  if (!state_.index.empty()) state_.index.mend_behind(blocks, changed);
  return {};
}

Outcome<NodeId> SortedRing::owner_by_search(Position key) const {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  if (!size_->contains(key)) return std::unexpected(Refusal::position_out_of_range);
  const Blocks& blocks = state_.blocks;
  if (state_.index.empty()) return blocks.node(blocks.successor(key));
  const std::size_t line = blocks.block_of(key);
  const std::size_t at = blocks[line].search(key);
  return at < blocks[line].size() ? blocks[line].nodes()[at] : state_.index.behind(line).node[0];
}

std::expected<void, BatchRefusal> SortedRing::owners(std::span<const Position> keys,
                                                     std::span<NodeId> out) const {
  if (keys.size() != out.size()) {
    throw std::invalid_argument("owners: keys and out differ in length");
  }
  if (!size_) return std::unexpected(BatchRefusal{Refusal::no_tokens, 0});
  if (const std::size_t outside = first_outside(*size_, keys); outside < keys.size()) {
    return std::unexpected(BatchRefusal{Refusal::position_out_of_range, outside});
  }
  const LineIndex& index = state_.index;
  const Scale scale = state_.blocks.scale();
  if (index.empty()) {
    for (std::size_t i = 0; i < keys.size(); ++i) out[i] = *owner_by_search(keys[i]);
    return {};
  }
  const auto answer = [&](std::size_t i) {
    const std::uint16_t owner = index.owner(scale.place(keys[i]));
    out[i] = owner != Line::kElsewhere ? NodeId{owner} : *owner_by_search(keys[i]);
  };
  std::size_t i = 0;
  if (is_fetched(index, when_) && keys.size() > kAhead) {
    for (; i < kAhead; ++i) index.fetch(scale.line(keys[i]));
    for (i = 0; i + kAhead < keys.size(); ++i) {
      index.fetch(scale.line(keys[i + kAhead]));
      answer(i);
    }
  }
  for (; i < keys.size(); ++i) answer(i);
  return {};
}

Outcome<std::size_t> SortedRing::replicas_by_search(Position key, std::span<NodeId> out) const {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  if (!size_->contains(key)) return std::unexpected(Refusal::position_out_of_range);
  const Blocks& blocks = state_.blocks;
  Distinct nodes(out);
  if (!state_.index.empty()) {
    // The rest of the key's line, and what lies behind it.
    const std::size_t line = blocks.block_of(key);
    if (nodes.meet(blocks[line].nodes().subspan(blocks[line].search(key)))) {
      nodes.meet(state_.index.behind(line).node);
    }
    if (nodes.full()) return nodes.found();
    if (nodes.found() < LineIndex::kBehind) return std::unexpected(Refusal::too_few_nodes);
  }
  // One lap and no more: after it every node has been met.
  nodes.meet_lap(blocks, blocks.successor(key));
  if (nodes.full()) return nodes.found();
  return std::unexpected(Refusal::too_few_nodes);
}

void SortedRing::check_invariants() const {
  const auto demand = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
  };
  const Blocks& blocks = state_.blocks;
  std::size_t tokens = 0;
  std::optional<Position> before;
  for (std::size_t b = 0; b < blocks.all().size(); ++b) {
    const Block& block = blocks[b];
    for (const Position position : block.positions()) {
      demand(size_ && size_->contains(position), "tokens are on the ring");
      demand(!before || *before < position, "positions ascend, strictly");
      demand(blocks.block_of(position) == b, "a token is in the block of its position");
      before = position;
    }
    demand(block.knows_ends(), "the index of a long block is that of its positions");
    tokens += block.size();
    for (const TokenId id : block.ids())
      demand(state_.ids.contains(id), "ids are in the set of ids");
  }
  demand(tokens == count(), "tokens are counted");
  demand(blocks.knows_occupied(), "it is known which blocks have tokens");
  demand(tokens > 0 || !size_, "a ring that is built has a token");
  demand(fits(tokens), "the layout fits the number of tokens");
  demand(state_.ids.size() == tokens, "the set of ids has no other ids");
  demand(state_.indexed_below == (state_.index.empty() ? 0 : size_->last()),
         "the index is asked for every key but the last, if there is one");
  if (state_.index.empty()) return;
  std::vector<Position> listed;
  for (const auto& [node, positions] : state_.nodes.all()) {
    demand(!positions.empty(), "every node that is listed has a token");
    for (const Position position : positions) {
      demand(blocks.holds(position) && blocks.node(blocks.successor(position)) == node,
             "a node has the tokens that it is listed with");
      listed.push_back(position);
    }
  }
  std::ranges::sort(listed);
  demand(std::ranges::equal(listed, positions()), "every token is listed with its node");
  demand(state_.index == LineIndex(blocks, state_.index.size()),
         "the index is as one that is newly made");
}

}  // namespace clockwise
