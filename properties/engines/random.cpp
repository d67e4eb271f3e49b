// The random engine: RapidCheck makes cases that are aimed at where rings go wrong, and shrinks
// what it finds.
//
// Uniform 64-bit positions miss half of the faults on record. So positions come close to one
// another, to 0, to M − 1 and to powers of two, and earlier ones come again, one up or one down;
// rings are tiny and full-size; histories are long; a part of the steps is to be refused.
// random_names.cpp has the level of names.
#include <fmt/format.h>
#include <rapidcheck.h>
#include <rapidcheck/shrinkable/Operations.h>

#include <algorithm>
#include <optional>

#include "properties/engines/aimed_names.hpp"
#include "properties/engines/engine.hpp"

namespace clockwise {
namespace {

// What RapidCheck generates and shrinks: plain numbers, which `assemble` reads as a case. All of
// them are meaningful, and smaller ones mean simpler cases.
struct RawPosition {
  std::uint8_t aim;
  std::uint64_t value;
};
struct RawToken {
  RawPosition at;
  std::uint8_t node;
  std::uint8_t luck;  // some values: an id of a token that left; in a spoilt case, a taken position
                      // or an id in use
};
struct RawStep {
  std::uint8_t kind;
  std::uint8_t node;
  std::vector<RawToken> tokens;
};
struct RawCase {
  RawPosition size;
  std::uint8_t nodes;
  std::uint8_t spoil;  // a few values: batches may have faults
  std::vector<RawToken> tokens;
  std::vector<RawStep> steps;
  std::vector<RawPosition> keys;
  std::uint8_t replicas;
};

// Turns raw numbers into positions, remembering those it gave out.
class Assembly {
 public:
  explicit Assembly(const RawCase& raw) : raw_(raw) {}

  Case run() {
    Case c;
    c.start.size = size();
    last_ = static_cast<Position>(c.start.size - 1);
    c.start.tokens = tokens(raw_.tokens);
    for (const RawStep& step : raw_.steps) c.steps.push_back(this->step(step, c));
    c.keys = critical_keys(c);
    for (const RawPosition& key : raw_.keys) c.keys.push_back(position(key));
    if (raw_.replicas % 8 > 0) c.replicas = raw_.replicas / 8U % (nodes() + 2);
    return c;
  }

 private:
  Count size() const {
    const std::uint64_t v = raw_.size.value;
    switch (raw_.size.aim % 8) {
      case 0: return 2 + v % 15;
      case 1: return 17 + v % 240;
      case 2: return (Count{1} << (2 + v % 63)) - v / 64 % 2;
      case 3: return Count{v} + 2;
      case 4: return Count{1} << 63;
      default: return Count{1} << 64;
    }
  }

  // A position on the ring, or once in a while past it.
  Position position(RawPosition raw) {
    Position p = 0;
    const std::uint64_t v = raw.value;
    switch (raw.aim % 16) {
      case 0: p = v % 8; break;                                     // near 0
      case 1: p = last_ - v % 8; break;                             // near the last position
      case 2: p = (Position{1} << v % 64) - 1 + v / 64 % 3; break;  // around a power of two
      case 3: p = last_ / 2 - 1 + v % 4; break;                     // around the middle
      case 4:
      case 5:
      case 6:
      case 7: p = again(v); break;
      case 8: return raw_.spoil % 4 == 2 ? v : v % last_;  // anywhere, or past the ring
      case 9: p = v << 32; break;
      default: p = v; break;
    }
    if (last_ != ~Position{0}) p %= last_ + 1;
    given_.push_back(p);
    return p;
  }

  // An earlier position, or the one before or after it.
  Position again(std::uint64_t v) const {
    if (given_.empty()) return v;
    return given_[v / 4 % given_.size()] + (v % 4 == 1 ? 1 : 0) - (v % 4 == 2 ? 1 : 0);
  }

  // Mostly few nodes; in some cases as many as there may be tokens.
  unsigned nodes() const { return 1U + (raw_.nodes % 8 == 7 ? raw_.nodes : raw_.nodes / 8U % 12U); }
  NodeId node(std::uint8_t raw) const { return NodeId{raw % nodes()}; }

  std::vector<Token> tokens(const std::vector<RawToken>& raws) {
    std::vector<Token> batch;
    for (const RawToken& raw : raws) {
      const unsigned fault = raw_.spoil % 4 == 3 ? raw.luck % 16 : 0;
      Position p = position(raw.at);
      // Every token gets a place of its own, while there are any: large batches would hardly ever
      // be accepted otherwise.
      if (fault != 15) {
        const auto place = free_from(p);
        if (!place) break;
        p = *place;
      }
      batch.push_back({id(raw.luck, fault == 14), p, node(raw.node)});
      taken_.push_back(batch.back());
    }
    return batch;
  }

  TokenId id(std::uint8_t luck, bool in_use) {
    if (in_use && !taken_.empty()) return taken_[luck / 16U % taken_.size()].id;
    if (luck % 4 == 1 && !left_.empty()) {
      const TokenId id = left_.back();
      left_.pop_back();
      return id;
    }
    return TokenId{next_id_++};
  }

  std::optional<Position> free_from(Position p) const {
    for (std::size_t tries = 0; tries <= taken_.size(); ++tries) {
      if (std::ranges::find(taken_, p, &Token::position) == taken_.end()) return p;
      p = p >= last_ ? 0 : p + 1;
    }
    return std::nullopt;
  }

  // The leave of a node, whose positions and ids are free from then on. (Those of a last node, who
  // cannot leave, are then taken twice now and again.)
  Leave leave(NodeId node) {
    std::erase_if(taken_, [&](const Token& token) {
      if (token.node == node) left_.push_back(token.id);
      return token.node == node;
    });
    return {node};
  }

  Step step(const RawStep& raw, const Case& c) {
    switch (raw.kind % 16) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4: return leave(node(raw.node));
      case 5:
        while (!taken_.empty()) leave(taken_.back().node);
        return Build{c.start.size, tokens(raw.tokens)};
      case 6: return Build{other_size(raw, c), tokens(raw.tokens)};
      default: return Join{tokens(raw.tokens)};
    }
  }

  // The size of a later ring: in some cases one that is refused, in some the largest.
  Count other_size(const RawStep& raw, const Case& c) const {
    if (raw_.spoil % 4 == 3) return raw.node % 4U;
    return raw_.spoil % 4 == 1 ? Count{1} << 64 : c.start.size;
  }

  const RawCase& raw_;
  Position last_ = 0;
  std::uint32_t next_id_ = 0;
  std::vector<Position> given_;
  std::vector<Token> taken_;  // on the ring, if all went well
  std::vector<TokenId> left_;
};

// Values of full width at every size: at a small one RapidCheck would make small numbers only.
template <class T>
rc::Gen<T> raw() {
  return rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<T>());
}

rc::Gen<RawPosition> raw_position() {
  return rc::gen::construct<RawPosition>(raw<std::uint8_t>(), raw<std::uint64_t>());
}

rc::Gen<RawToken> raw_token() {
  return rc::gen::construct<RawToken>(raw_position(), raw<std::uint8_t>(), raw<std::uint8_t>());
}

// Up to `share` of the size in tokens; once in a while four times as many. Within a list of steps
// the size is a quarter already.
rc::Gen<std::vector<RawToken>> raw_tokens(double share) {
  const auto batch = rc::gen::container<std::vector<RawToken>>(raw_token());
  return rc::gen::weightedOneOf<std::vector<RawToken>>(
      {{15, rc::gen::scale(share, batch)}, {1, rc::gen::scale(4 * share, batch)}});
}

rc::Gen<RawStep> raw_step() {
  return rc::gen::construct<RawStep>(raw<std::uint8_t>(), raw<std::uint8_t>(), raw_tokens(0.4));
}

rc::Gen<Case> aimed_case() {
  return rc::gen::map(
      rc::gen::construct<RawCase>(
          raw_position(), raw<std::uint8_t>(), raw<std::uint8_t>(), raw_tokens(0.8),
          rc::gen::scale(0.25, rc::gen::container<std::vector<RawStep>>(raw_step())),
          rc::gen::scale(0.1, rc::gen::container<std::vector<RawPosition>>(raw_position())),
          raw<std::uint8_t>()),
      [](const RawCase& raw) { return Assembly(raw).run(); });
}

std::string supply(Judge& judge, const RunOptions& options) {
  const rc::Gen<Case> gen = aimed_case();
  rc::Random random(sample_seed(options));
  const std::uint64_t count = sample_count(options, 300, 2'000, 50'000);
  std::uint64_t made = 0;
  for (bool go_on = true; go_on && made < count; ++made) {
    // Small cases first, and again and again, as RapidCheck's own loop has it.
    const int size = static_cast<int>(made % (rc::kNominalSize + 1));
    const rc::Shrinkable<Case> found = gen(random.split(), size);
    go_on = judge.judge(found.value(), [found](const StillFails& still_fails) {
      return rc::shrinkable::findLocalMin(found, still_fails).first;
    });
    report_progress(options, made, count);
  }
  return fmt::format("{} from seed {}", counted(made, "aimed case"), options.seed);
}

}  // namespace

extern const Engine random_engine;
const Engine random_engine{
    .slug = "random",
    .about = "makes aimed random cases, and shrinks what it finds",
    .supply_positions = supply,
    .supply_names = supply_random_names,
    .one_in = 3,
};

}  // namespace clockwise
