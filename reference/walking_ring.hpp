// The oracle under the reference: it finds a token by walking to it, one position at a time.
//
// There is no distance here, no comparison of positions and no arithmetic but "the next position,
// and 0 after the last". A question costs as many steps as there are positions, so it is for small
// rings only: with M up to some thousands it answers at once.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reference/ring.hpp"

namespace clockwise {

class WalkingRing final : public Ring {
 public:
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override;
  Outcome<void> join(std::span<const Token> tokens) override;
  Outcome<void> leave(NodeId node) override;
  Outcome<NodeId> owner(Position key) const override;
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override;

 private:
  // One entry a position: the token that sits there, if any. Empty until something is built.
  std::vector<std::optional<Token>> circle_;
};

}  // namespace clockwise
