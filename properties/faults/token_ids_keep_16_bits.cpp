#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class TokenIdsKeep16Bits final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    return FaultBase::check(size, cut(members), cut(batch));
  }

  static std::vector<Token> cut(std::span<const Token> tokens) {
    std::vector<Token> all(tokens.begin(), tokens.end());
    for (Token& token : all) token.id = TokenId{static_cast<std::uint32_t>(token.id) % 65536U};
    return all;
  }
};

}  // namespace

extern const Fault token_ids_keep_16_bits;
const Fault token_ids_keep_16_bits{
    .slug = "token-ids-keep-16-bits",
    .story = "Token ids are compared by their lowest two bytes.",
    .rule = "positions",
    .make = make_fault<TokenIdsKeep16Bits>,
};

}  // namespace clockwise::faults
