#include "properties/engines/bytes.hpp"

#include <algorithm>

namespace clockwise::fuzz {
namespace {

// ---- Positions. --------------------------------------------------------------------------------

// How a position is written: the low half of a byte says in which way, the high half is a number,
// and an operand of some bytes may follow.
enum class Aim : std::uint8_t {
  near_zero,    // number
  near_last,    // M − 1 − number
  again,        // the token `number` back
  again_up,     // and the position after it
  again_down,   // and before it
  again_any,    // the token `operand`, counted from the first; and its neighbours
  near_power,   // 2^operand, and its neighbours
  near_middle,  // half the ring, and up to 8 around it
  sixteenth,    // number sixteenths of the ring
  part,         // operand 256ths of the ring, and number more
  literal_12,   // operand of one byte, and number above it
  literal_16,
  literal_32,
  literal_64,
  between,       // half-way between two tokens in succession
  past_the_end,  // M + number; from 8 on the operand, on the ring or not
};

struct Spec {
  Aim aim;
  std::uint8_t number;  // 0 … 15
  std::uint64_t operand;

  std::size_t operand_bytes() const {
    switch (aim) {
      case Aim::again_any:
      case Aim::near_power:
      case Aim::part:
      case Aim::literal_12: return 1;
      case Aim::literal_16: return 2;
      case Aim::literal_32: return 4;
      case Aim::literal_64: return 8;
      case Aim::past_the_end: return number < 8 ? 0 : 8;
      default: return 0;
    }
  }
};

constexpr Count kFullSize = Count{1} << 64U;

Position up(Position last, Position p) { return p == last ? 0 : p + 1; }
Position down(Position last, Position p) { return p == 0 ? last : p - 1; }
Position neighbour(Position last, Position p, unsigned which) {
  if (which % 3 == 1) return up(last, p);
  return which % 3 == 2 ? down(last, p) : p;
}
// Onto the ring: a remainder only where it takes one, as it is slow.
Position onto(Position last, Position p) { return p <= last ? p : p % (last + 1); }
Position share(Position last, unsigned part, unsigned bits) {
  return static_cast<Position>((Count{last} + 1) * part >> bits);
}

// What a spec means on a ring of this last position, behind these tokens.
Position resolve(const Spec& spec, Position last, std::span<const Token> before) {
  const unsigned number = spec.number;
  const auto back = [&](std::size_t steps) -> Position {
    if (before.empty()) return onto(last, steps);
    return before[before.size() - 1 - steps % before.size()].position;
  };
  switch (spec.aim) {
    case Aim::near_zero: return onto(last, number);
    case Aim::near_last: return last - onto(last, number);
    case Aim::again: return back(number);
    case Aim::again_up: return up(last, back(number));
    case Aim::again_down: return down(last, back(number));
    case Aim::again_any:
      if (before.empty()) return onto(last, spec.operand);
      return neighbour(last, before[spec.operand % before.size()].position, number);
    case Aim::near_power: {
      const Position power = Position{1} << (spec.operand % 64);
      return neighbour(last, onto(last, power), number);
    }
    case Aim::near_middle: return onto(last, last / 2 + number - 7);
    case Aim::sixteenth: return share(last, number, 4);
    case Aim::part: return onto(last, share(last, static_cast<unsigned>(spec.operand), 8) + number);
    case Aim::literal_12: return onto(last, number << 8U | spec.operand);
    case Aim::literal_16:
    case Aim::literal_32:
    case Aim::literal_64: return onto(last, spec.operand);
    case Aim::between: {
      const Position from = back(number);
      return onto(last, from + (back(number + 1U) - from) / 2);
    }
    case Aim::past_the_end: return number < 8 ? last + 1 + number : spec.operand;
  }
  return 0;
}

// ---- Steps. ------------------------------------------------------------------------------------

// What one byte, its low half, adds to the case; its high half is a number.
enum class Op : std::uint8_t {
  token_0,
  token_1,
  token_2,
  token_3,
  token_4,      // a token of node `number`, with a new id
  token_of,     // a token of an id and a node that follow
  token_twice,  // a token with the id and the node of the one `number` back
  join_0,
  join_1,      // a join, and its first token: of node `number`, with a new id
  rejoin,      // a join, and in it the last `number` tokens once more
  rebuild,     // a build, of another size where the number is odd; and the last number/2 tokens
  leave,       // node `number` leaves
  leave_back,  // the node of the token `number` back leaves
  leave_of,    // a node that follows leaves
  key,         // a key; by the bits of the number those before, after and at it
  run,         // many tokens, of number + 1 nodes in turn
};

// What a new id is, behind a token of this id: one that was not there yet, while 16 bits last.
std::uint32_t id_after(std::uint32_t next, std::uint32_t id) {
  return std::max(next, id + 1) & 0xFFFFU;
}

// ---- Decoding. ---------------------------------------------------------------------------------

class Decoder {
 public:
  Decoder(std::span<const std::uint8_t> bytes, const Limits& limits, FlatCase& out)
      : bytes_(bytes), limits_(limits), out_(out) {}

  void run() {
    out_.states = out_.token_count = out_.key_count = 0;
    out_.next_node = 0;
    begin(FlatCase::Kind::build);
    settle(size());
    const unsigned head = byte();
    replicas(head);
    while (at_ < bytes_.size() && !full_) op();
    if ((head & 8U) == 0) critical_keys();
    cut_to_work();
  }

 private:
  unsigned byte() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }

  std::uint64_t literal(std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{byte()} << (8 * i);
    return value;
  }

  Count size() {
    const unsigned b = byte();
    const unsigned number = b >> 3U;
    switch (b & 7U) {
      case 0: return Count{2} + number;
      case 1: return kFullSize;
      case 2: return Count{2} + (number << 8U | byte());
      case 3: return Count{1} << (2 * number + 2);
      case 4: return std::min((Count{1} << (byte() % 64 + 1)) + number % 3 - 1, kFullSize);
      case 5: return Count{1} << 63U;
      case 6: return number % 2;
      default: return Count{literal(8)} + 1;
    }
  }

  // The size of the build that has begun. A ring too small has no last position to speak of.
  void settle(Count size) {
    step().size = size_ = size;
    last_ = static_cast<Position>(std::max<Count>(size, 2) - 1);
  }

  void replicas(unsigned head) {
    const unsigned code = head & 7U;
    out_.replicas.reset();
    if (code == 0) return;
    if (code < 7) out_.replicas = code - 1;
    if (code == 7) out_.replicas = head >> 4U < 15 ? 6 + (head >> 4U) : literal(8);
  }

  Position position() {
    const unsigned b = byte();
    Spec spec{static_cast<Aim>(b & 15U), static_cast<std::uint8_t>(b >> 4U), 0};
    spec.operand = literal(spec.operand_bytes());
    return resolve(spec, last_, before());
  }

  std::span<const Token> before() const { return std::span(out_.tokens).first(out_.token_count); }
  const Token* back(std::size_t steps) const {
    if (out_.token_count == 0) return nullptr;
    return &out_.tokens[out_.token_count - 1 - steps % out_.token_count];
  }

  FlatCase::Step& step() { return out_.steps[out_.states - 1]; }

  bool begin(FlatCase::Kind kind) {
    if (out_.states == limits_.steps + 1) {
      full_ = true;
      return false;
    }
    out_.steps[out_.states++] = {kind, NodeId{}, 0, static_cast<std::uint32_t>(out_.token_count),
                                 0};
    return true;
  }

  // Behind a leave there is no batch to be in: a token opens a join.
  void token(std::uint32_t id, Position at, std::uint32_t node) {
    if (out_.token_count == limits_.tokens) full_ = true;
    if (full_) return;
    if (step().kind == FlatCase::Kind::leave && !begin(FlatCase::Kind::join)) return;
    out_.tokens[out_.token_count++] = {TokenId{id}, at, NodeId{node}};
    ++step().count;
    next_id_ = id_after(next_id_, id);
    out_.next_node = std::max(out_.next_node, node + 1);
  }

  void leave(std::uint32_t node) {
    if (!begin(FlatCase::Kind::leave)) return;
    step().node = NodeId{node};
    out_.next_node = std::max(out_.next_node, node + 1);
  }

  void key(Position at) {
    if (out_.key_count < limits_.keys) out_.key_list[out_.key_count++] = at;
  }

  // The last tokens before this batch once more.
  void repeat(std::size_t count) {
    const std::size_t end = out_.token_count;
    for (std::size_t i = end - std::min(count, end); i < end; ++i) {
      const Token& t = out_.tokens[i];
      token(static_cast<std::uint32_t>(t.id), t.position, static_cast<std::uint32_t>(t.node));
    }
  }

  // Up to 256 tokens from a position on: side by side, so many apart, all around, or scattered.
  void many(unsigned nodes) {
    const std::size_t count = byte() + 1U;
    const unsigned b = byte();
    const Position start = position();
    const Position number = b >> 2U;
    Position stride = 1 + number;
    if (b % 4 == 1) stride = Position{1} << number;
    if (b % 4 == 2) stride = std::max<Position>(1, last_ / count);
    if (b % 4 == 3) stride = 0x9E3779B97F4A7C15 + 2 * number;
    for (std::size_t i = 0; i < count && !full_; ++i) {
      token(next_id_, onto(last_, start + i * stride), static_cast<std::uint32_t>(i % nodes));
    }
  }

  void op() {
    const unsigned b = byte();
    const unsigned number = b >> 4U;
    switch (static_cast<Op>(b & 15U)) {
      case Op::token_0:
      case Op::token_1:
      case Op::token_2:
      case Op::token_3:
      case Op::token_4: return token(next_id_, position(), number);
      case Op::token_of: {
        const auto id = static_cast<std::uint32_t>(literal(2));
        const unsigned node = number << 8U | byte();
        return token(id, position(), node);
      }
      case Op::token_twice: {
        const Token* twin = back(number);
        if (twin == nullptr) return token(next_id_, position(), number);
        return token(static_cast<std::uint32_t>(twin->id), position(),
                     static_cast<std::uint32_t>(twin->node));
      }
      case Op::join_0:
      case Op::join_1:
        if (begin(FlatCase::Kind::join)) token(next_id_, position(), number);
        return;
      case Op::rejoin:
        if (begin(FlatCase::Kind::join)) repeat(number);
        return;
      case Op::rebuild: {
        if (!begin(FlatCase::Kind::build)) return;
        settle(number % 2 == 1 ? size() : size_);
        return repeat(number / 2);
      }
      case Op::leave: return leave(number);
      case Op::leave_back: {
        const Token* member = back(number);
        return leave(member == nullptr ? number : static_cast<std::uint32_t>(member->node));
      }
      case Op::leave_of: return leave(number << 8U | byte());
      case Op::key: {
        const Position at = position();
        key(at);
        if ((number & 1U) != 0) key(down(last_, at));
        if ((number & 2U) != 0) key(up(last_, at));
        if ((number & 4U) != 0) key(at);
        if ((number & 8U) != 0) key(onto(last_, at + last_ / 2));
        return;
      }
      case Op::run: return many(number + 1);
    }
  }

  // At, before and after every token, and at both ends.
  void critical_keys() {
    key(0);
    key(last_);
    for (const Token& token : before()) {
      if (out_.key_count + 3 > limits_.keys) return;
      key(token.position);
      key(down(last_, token.position));
      key(up(last_, token.position));
    }
  }

  void cut_to_work() {
    const std::uint64_t lap = out_.states * (out_.token_count + 1);
    const auto looks = [&] {
      const auto listed = std::min<std::uint64_t>(out_.replicas.value_or(0), out_.token_count + 1);
      return lap * (1 + listed * (1 + listed / 2));
    };
    while (out_.replicas.value_or(0) > 1 && looks() > limits_.work) {
      out_.replicas = std::min<std::uint64_t>(*out_.replicas, out_.token_count + 1) / 2;
    }
    const std::uint64_t most = std::max<std::uint64_t>(1, limits_.work / looks());
    out_.key_count = std::min<std::uint64_t>(out_.key_count, most);
  }

  std::span<const std::uint8_t> bytes_;
  const Limits& limits_;
  FlatCase& out_;
  std::size_t at_ = 0;
  bool full_ = false;
  Position last_ = 1;
  std::uint32_t next_id_ = 0;
  Count size_ = 0;
};

// ---- Encoding. ---------------------------------------------------------------------------------

class Encoder {
 public:
  explicit Encoder(const Case& c) : case_(c) {}

  Bytes run() && {
    start();
    for (const Step& step : case_.steps) {
      std::visit([this](const auto& kind) { add(kind); }, step);
    }
    for (const Position key : case_.keys) {
      op(Op::key, 0);
      position(key);
    }
    return std::move(bytes_);
  }

 private:
  void byte(std::uint64_t b) { bytes_.push_back(static_cast<std::uint8_t>(b)); }
  void literal(std::uint64_t value, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) byte(value >> (8 * i) & 0xFFU);
  }
  void op(Op op, std::uint64_t number) { byte(number << 4U | static_cast<unsigned>(op)); }

  void start() {
    settle(case_.start.size);
    constexpr unsigned kNoCriticalKeys = 8;
    if (!case_.replicas) {
      byte(kNoCriticalKeys);
    } else if (*case_.replicas < 6) {
      byte(kNoCriticalKeys | (*case_.replicas + 1));
    } else if (*case_.replicas < 6 + 15) {
      byte(kNoCriticalKeys | 7U | (*case_.replicas - 6) << 4U);
    } else {
      byte(kNoCriticalKeys | 7U | 15U << 4U);
      literal(*case_.replicas, 8);
    }
    for (const Token& t : case_.start.tokens) token(t, Op::token_0);
  }

  // Writes the size and goes on from it.
  void settle(Count size) {
    size_ = size;
    last_ = static_cast<Position>(std::max<Count>(size, 2) - 1);
    if (size < 2) return byte(6U | static_cast<unsigned>(size) << 3U);
    if (size < 34) return byte(static_cast<unsigned>(size - 2) << 3U);
    if (size == kFullSize) return byte(1);
    for (unsigned power = 1; power <= 64; ++power) {
      for (unsigned offset = 0; offset < 3; ++offset) {
        if ((Count{1} << power) + offset - 1 != size) continue;
        byte(4U | offset << 3U);
        return byte(power - 1);
      }
    }
    if (size < 2 + (32U << 8U)) {
      byte(2U | static_cast<unsigned>((size - 2) >> 8U) << 3U);
      return byte(static_cast<unsigned>(size - 2) & 0xFFU);
    }
    byte(7);
    literal(last_, 8);
  }

  void add(const Build& build) {
    op(Op::rebuild, build.size == size_ ? 0 : 1);
    if (build.size != size_) settle(build.size);
    for (const Token& t : build.tokens) token(t, Op::token_0);
  }

  void add(const Join& join) {
    const bool is_plain = !join.tokens.empty() && is_new(join.tokens.front());
    if (!is_plain) op(Op::rejoin, 0);
    for (std::size_t i = 0; i < join.tokens.size(); ++i) {
      token(join.tokens[i], is_plain && i == 0 ? Op::join_0 : Op::token_0);
    }
  }

  void add(const Weigh&) {}  // of names: see encode
  void add(const Leave& leave) {
    const auto node = static_cast<std::uint32_t>(leave.node);
    if (node < 16) return op(Op::leave, node);
    op(Op::leave_of, node >> 8U & 15U);
    byte(node & 0xFFU);
  }

  // Whether it is the next new id, and of a node that fits in half a byte.
  bool is_new(const Token& t) const {
    return static_cast<std::uint32_t>(t.id) == next_id_ && static_cast<std::uint32_t>(t.node) < 16;
  }

  void token(const Token& t, Op as_new) {
    const auto id = static_cast<std::uint32_t>(t.id);
    const auto node = static_cast<std::uint32_t>(t.node);
    if (is_new(t)) {
      op(as_new, node);
    } else {
      op(Op::token_of, node >> 8U & 15U);
      literal(id, 2);
      byte(node & 0xFFU);
    }
    position(t.position);
    before_.push_back(t);
    next_id_ = id_after(next_id_, id);
  }

  // In the first of these ways that comes to this position.
  void position(Position p) {
    for (const Aim aim : {Aim::again, Aim::again_up, Aim::again_down, Aim::near_zero,
                          Aim::near_last, Aim::near_middle, Aim::sixteenth, Aim::between}) {
      for (std::uint8_t number = 0; number < 16; ++number) {
        if (write_if({aim, number, 0}, p)) return;
      }
    }
    for (std::uint8_t number = 0; number < 8; ++number) {
      if (write_if({Aim::past_the_end, number, 0}, p)) return;
    }
    for (std::uint8_t number = 0; number < 3; ++number) {
      for (std::uint64_t power = 0; power < 64; ++power) {
        if (write_if({Aim::near_power, number, power}, p)) return;
      }
      for (std::uint64_t i = 0; i < std::min<std::size_t>(256, before_.size()); ++i) {
        if (write_if({Aim::again_any, number, i}, p)) return;
      }
    }
    if (p < 1U << 12U) {
      if (write_if({Aim::literal_12, static_cast<std::uint8_t>(p >> 8U), p & 0xFFU}, p)) return;
    }
    if (p < 1U << 16U && write_if({Aim::literal_16, 0, p}, p)) return;
    if (p < Position{1} << 32U && write_if({Aim::literal_32, 0, p}, p)) return;
    if (write_if({Aim::literal_64, 0, p}, p)) return;
    write_if({Aim::past_the_end, 8, p}, p);
  }

  bool write_if(const Spec& spec, Position p) {
    if (resolve(spec, last_, before_) != p) return false;
    byte(static_cast<unsigned>(spec.aim) | unsigned{spec.number} << 4U);
    literal(spec.operand, spec.operand_bytes());
    return true;
  }

  const Case& case_;
  Bytes bytes_;
  std::vector<Token> before_;
  std::uint32_t next_id_ = 0;
  Position last_ = 1;
  Count size_ = 0;
};

}  // namespace

void decode(std::span<const std::uint8_t> bytes, const Limits& limits, FlatCase& out) {
  Decoder(bytes, limits, out).run();
}

Case to_case(const FlatCase& flat) {
  const auto batch = [&](const FlatCase::Step& step) {
    const auto tokens = flat.batch(step);
    return std::vector<Token>(tokens.begin(), tokens.end());
  };
  Case c;
  c.start = {flat.steps[0].size, batch(flat.steps[0])};
  for (std::size_t i = 1; i < flat.states; ++i) {
    const FlatCase::Step& step = flat.steps[i];
    switch (step.kind) {
      case FlatCase::Kind::build: c.steps.emplace_back(Build{step.size, batch(step)}); break;
      case FlatCase::Kind::join: c.steps.emplace_back(Join{batch(step)}); break;
      case FlatCase::Kind::leave: c.steps.emplace_back(Leave{step.node}); break;
    }
  }
  c.keys.assign(flat.keys().begin(), flat.keys().end());
  c.replicas = flat.replicas;
  return c;
}

std::optional<Bytes> encode(const Case& c, const Limits& limits) {
  if (c.level != Level::positions) return std::nullopt;
  Bytes bytes = Encoder(c).run();
  // What does not fit comes back changed.
  if (decode(bytes, limits) != canonical(c)) return std::nullopt;
  return bytes;
}

Case canonical(Case c) {
  c.name.clear();
  c.node_names.clear();
  c.token_names.clear();
  return c;
}

}  // namespace clockwise::fuzz
