// Verifies that, after every step of a long history on a ring of up to a few thousand tokens, the
// ring answers as the reference does, and as a ring that is built of the same tokens at once; and
// that the reference, on small rings, answers as the ring that walks from position to position.
#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/agree.hpp"
#include "fuzz/finding.hpp"
#include "fuzz/subject.hpp"
#include "reference/walking_ring.hpp"

namespace clockwise::fuzz {
namespace {

constexpr const char* kClaim =
    "After every step, the answers are the reference's, and those of a ring that is newly built; "
    "and the ring's own invariants hold.";

// The largest ring that is walked as well.
constexpr Count kWalked = 256;

bool is_walked(const FlatCase& c) {
  return std::ranges::all_of(std::span(c.steps).first(c.states), [](const FlatCase::Step& step) {
    return step.kind != FlatCase::Kind::build || step.size <= kWalked;
  });
}

// Whether the lists that a ring returns are those that it fills in, and what an optimized ring
// shows of itself is what the reference holds, and is in order.
bool shows_itself(const Ring& ring, const NaiveRing& reference, const FlatCase& c) {
  if (c.replicas && c.key_count > 0) {
    const Position key = c.keys().front();
    if (replicas(ring, key, replica_count(c)) != replicas(reference, key, replica_count(c))) {
      return false;
    }
  }
  const auto* optimized = dynamic_cast<const SortedRing*>(&ring);
  if (optimized == nullptr) return true;
  optimized->check_invariants();  // throws where one is broken
  std::vector<Token> tokens(reference.tokens().begin(), reference.tokens().end());
  std::ranges::sort(tokens, {}, &Token::position);
  return std::ranges::equal(tokens, optimized->positions(), {}, &Token::position) &&
         std::ranges::equal(tokens, optimized->nodes(), {}, &Token::node) &&
         std::ranges::equal(tokens, optimized->ids(), {}, &Token::id);
}

// The case that builds at once what the reference holds, and asks the same.
Case rebuilt(const NaiveRing& reference, const FlatCase& c) {
  Case fresh;
  fresh.start.size = reference.size()->positions();
  fresh.start.tokens.assign(reference.tokens().begin(), reference.tokens().end());
  fresh.keys.assign(c.keys().begin(), c.keys().end());
  fresh.replicas = c.replicas;
  return fresh;
}

// What the ring does not answer as the reference does: this history, or one that it leads to; and
// where, in words.
struct Disagreement {
  Case found;
  std::string where;
};

std::optional<Disagreement> disagreement(const FlatCase& c) {
  const MakeRing& make = new_ring();
  const auto ring = make();
  NaiveRing reference;
  WalkingRing walking;
  const bool walks = is_walked(c);
  std::size_t i = 0;
  const auto at = [&](std::string_view what) {
    return Disagreement{to_case(c), fmt::format("state {}{}", i, what)};
  };
  try {
    for (; i < c.states; ++i) {
      const auto right = take(reference, c, c.steps[i]);
      if (take(*ring, c, c.steps[i]) != right) return at(", the step that leads to it");
      if (!same_answers(*ring, reference, c)) return at(owners_in_words(*ring, reference, c));
      if (!shows_itself(*ring, reference, c)) return at(", the tokens or the list that it shows");
      if (walks && take(walking, c, c.steps[i]) != right) return at(", the walking ring's step");
      if (walks && !same_answers(walking, reference, c)) return at(", the walking ring's answers");
      if (!reference.size()) continue;
      const auto fresh = make();
      if (!fresh->build(*reference.size(), reference.tokens()) ||
          !same_answers(*fresh, reference, c)) {
        return Disagreement{rebuilt(reference, c),
                            "state 0" + owners_in_words(*fresh, reference, c)};
      }
    }
  } catch (const std::exception& thrown) {
    return at(fmt::format(": it throws {}", thrown.what()));
  }
  return std::nullopt;
}

}  // namespace
}  // namespace clockwise::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clockwise::fuzz;
  static FlatCase flat;
  decode(std::span(data, size), kLarge, flat);
  const auto found = disagreement(flat);
  if (!found) return 0;
  const auto where_large = [](const clockwise::Case& c) {
    const auto bytes = encode(c, kLarge);
    if (!bytes) return std::string();
    decode(*bytes, kLarge, flat);
    const auto again = disagreement(flat);
    return again ? again->where : "";
  };
  report(subject(), {"history", "large", kClaim, where_large}, found->found);
}
