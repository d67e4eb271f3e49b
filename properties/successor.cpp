#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_owner(trial, "no key has an owner",
                     [&](std::size_t i, const Members&, std::size_t k) -> std::optional<NodeId> {
                       return trial.expected.trace.states[i].owners[k].node();
                     });
}

}  // namespace

extern const Property successor;
const Property successor{
    .slug = "successor",
    .claim = "Every key belongs to the token at the least clockwise distance from it.",
    .formula = "owner(k) = node(argmin t: (t − k) mod M)",
    .rule = "successor",
    .needs =
        classes(Class::key_on_token, Class::key_past_last, Class::full_size, Class::top_bit_set),
    .is_keystone = true,
    .catches = {"modulo-placement", "predecessor"},
    .at_positions = check,
};

}  // namespace clockwise
