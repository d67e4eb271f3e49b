// Draws a ring as SVG: its tokens, its arcs in the colours of their nodes, the arcs that move, and
// keys. Readable on a light and on a dark page, by the reader's setting.
#pragma once

#include <string>
#include <vector>

#include "reference/plan.hpp"

namespace clockwise::gate {

struct Picture {
  RingSize size;
  std::string title;
  std::vector<std::string> nodes;  // the names, by NodeId
  // Beside each name in the legend, by NodeId; may be empty.
  std::vector<std::string> notes;
  std::vector<Token> tokens;  // one at least, in any order
  Moves moves;                // what the change that led here moves
  struct Point {
    Position at = 0;
    std::string label;
  };
  std::vector<Point> keys;
};

// Beyond 48 tokens, moves and keys are drawn without labels, and beyond 720 tokens the ring is
// drawn as 720 slices, each in the colour of the owner of its middle: the picture says so.
std::string to_svg(const Picture& picture);

}  // namespace clockwise::gate
