#include "gate/report/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gate/base/words.hpp"
#include "properties/kit/decimal.hpp"

namespace clockwise::gate {
namespace {

constexpr double kWidth = 860;
constexpr double kHeight = 560;
constexpr double kCentreX = 300;
constexpr double kCentreY = 295;
constexpr double kRing = 165;    // the radius of the arcs
constexpr double kMoved = 192;   // of the arcs that move
constexpr double kLabels = 222;  // of what is written outside
constexpr double kLine = 15;     // between the lines of a text
constexpr std::size_t kMostLabels = 48;
constexpr std::size_t kMostArcs = 720;
constexpr std::size_t kColours = 10;

// Middle tones that stand out from white and from black alike.
constexpr std::string_view kStyle = R"(<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-size: 16px; font-weight: 600; }
.small { font-size: 11px; fill: #59636e; }
.page { fill: #ffffff; }
.arc { fill: none; stroke-width: 26; }
.edge { fill: none; stroke: #1f2328; stroke-width: 16; }
.moved { fill: none; stroke-width: 10; }
.token { fill: #ffffff; stroke: #1f2328; stroke-width: 2; }
.key { fill: #1f2328; }
.lead { fill: none; stroke: #848d97; stroke-width: 1; }
.c0 { stroke: #4e79a7; } .c1 { stroke: #f28e2b; } .c2 { stroke: #59a14f; } .c3 { stroke: #b07aa1; }
.c4 { stroke: #e15759; } .c5 { stroke: #76b7b2; } .c6 { stroke: #c9a227; } .c7 { stroke: #9c755f; }
.c8 { stroke: #ff7f9f; } .c9 { stroke: #8d99a6; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; } .small { fill: #9198a1; } .page { fill: #0d1117; }
  .edge { stroke: #e6edf3; } .token { fill: #0d1117; stroke: #e6edf3; } .key { fill: #e6edf3; }
}
</style>
)";

// A name as it may stand beside a ring: its first characters.
std::string shortened(std::string_view text, std::size_t columns = 22) {
  const std::string shown = visible(text);
  if (width(shown) <= columns) return shown;
  std::size_t end = 0;
  for (std::size_t seen = 0; end < shown.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(shown[end]) & 0xc0U) != 0x80U;
    if (begins && seen++ == columns - 1) break;
  }
  return shown.substr(0, end) + "…";
}

struct Spot {
  double x;
  double y;
};

// The labels outside the ring, each at the angle of the thing it names.
struct Label {
  double turn;  // 0 … 1, clockwise from the top
  std::string text;
  double y = 0;
  std::size_t order = 0;  // among those at the same y
};

class Drawing {
 public:
  explicit Drawing(const Picture& picture) : picture_(picture), tokens_(picture.tokens) {
    std::ranges::sort(tokens_, {}, &Token::position);
  }

  std::string draw() {
    const std::size_t marks = tokens_.size() + picture_.moves.size() + picture_.keys.size();
    has_labels_ = marks <= kMostLabels;
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" role=\"img\">\n<title>{2}</title>\n",
        kWidth, kHeight, xml_escaped(visible(picture_.title)));
    out_ += kStyle;
    out_ += fmt::format("<rect class=\"page\" width=\"{}\" height=\"{}\"/>\n", kWidth, kHeight);
    text(24, 30, "title", shortened(picture_.title, 90));
    draw_arcs();
    for (const Move& move : picture_.moves) draw_move(move);
    draw_tokens();
    for (const Picture::Point& key : picture_.keys) draw_key(key);
    draw_labels();
    draw_legend();
    return out_ + "</svg>\n";
  }

 private:
  double turn(Position position) const {
    return static_cast<double>(position) / static_cast<double>(picture_.size.positions());
  }
  static Spot spot(double turn, double radius) {
    const double angle = 2 * std::numbers::pi * turn;
    return {kCentreX + radius * std::sin(angle), kCentreY - radius * std::cos(angle)};
  }

  void text(double x, double y, std::string_view style, std::string_view what,
            std::string_view anchor = "start") {
    out_ +=
        fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
                    style, x, y, anchor, xml_escaped(visible(what)));
  }

  static std::string colour(NodeId node) {
    return fmt::format("c{}", static_cast<std::size_t>(node) % kColours);
  }

  // The stroke along (from, to]; the whole circle where they are equal.
  void stroke(double from, double to, double radius, std::string_view style) {
    double length = to - from;
    if (length <= 0) length += 1;
    if (length > 0.999) {
      out_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", style, kCentreX,
                          kCentreY, radius);
      return;
    }
    const Spot a = spot(from, radius);
    const Spot b = spot(from + length, radius);
    out_ += fmt::format("<path class=\"{}\" d=\"M{:.2f} {:.2f}A{} {} 0 {} 1 {:.2f} {:.2f}\"/>\n",
                        style, a.x, a.y, radius, radius, length > 0.5 ? 1 : 0, b.x, b.y);
  }

  void draw_arcs() {
    if (tokens_.size() > kMostArcs) {
      for (std::size_t i = 0; i < kMostArcs; ++i) {
        const double step = 1.0 / kMostArcs;
        const auto middle =
            static_cast<Position>((2 * Count{i} + 1) * picture_.size.positions() / (2 * kMostArcs));
        const auto at = std::ranges::lower_bound(tokens_, middle, {}, &Token::position);
        const NodeId node = at == tokens_.end() ? tokens_.front().node : at->node;
        const auto from = static_cast<double>(i) * step;
        stroke(from, from + step, kRing, "arc " + colour(node));
      }
      return;
    }
    Position from = tokens_.back().position;
    for (const Token& token : tokens_) {
      stroke(turn(from), turn(token.position), kRing, "arc " + colour(token.node));
      from = token.position;
    }
  }

  void draw_move(const Move& move) {
    stroke(turn(move.from), turn(move.to), kMoved, "edge");
    stroke(turn(move.from), turn(move.to), kMoved, "moved " + colour(move.taker));
    if (!has_labels_) return;
    double length = turn(move.to) - turn(move.from);
    if (length <= 0) length += 1;
    labels_.push_back({std::fmod(turn(move.from) + length / 2, 1.0),
                       fmt::format("{} → {}: {}", shortened(name(move.giver), 14),
                                   shortened(name(move.taker), 14),
                                   to_decimal(arc_size(picture_.size, move.from, move.to)))});
  }

  void draw_tokens() {
    if (tokens_.size() > kMostArcs) return;
    double last = -1;
    for (const Token& token : tokens_) {
      const Spot at = spot(turn(token.position), kRing);
      out_ += fmt::format("<circle class=\"token\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\"/>\n", at.x,
                          at.y, tokens_.size() > 120 ? 2 : 5);
      if (!has_labels_) continue;
      // Inside the ring; one that would stand on the one before is left out.
      constexpr double kApart = 0.017;
      if (last >= 0 && turn(token.position) - last < kApart) continue;
      last = turn(token.position);
      const Spot where = spot(last, kRing - 24);
      const double side = std::sin(2 * std::numbers::pi * last);
      text(where.x, where.y + 4, "small",
           fmt::format("{}@{}", shortened(name(token.node), 8), token.position),
           side > 0.3    ? "end"
           : side < -0.3 ? "start"
                         : "middle");
    }
  }

  void draw_key(const Picture::Point& key) {
    const Spot tip = spot(turn(key.at), kRing + 14);
    const Spot left = spot(turn(key.at) - 0.006, kRing + 26);
    const Spot right = spot(turn(key.at) + 0.006, kRing + 26);
    out_ += fmt::format("<path class=\"key\" d=\"M{:.2f} {:.2f}L{:.2f} {:.2f}L{:.2f} {:.2f}Z\"/>\n",
                        tip.x, tip.y, left.x, left.y, right.x, right.y);
    if (has_labels_) labels_.push_back({turn(key.at), shortened(key.label, 26), 0, 0});
  }

  // Each beside its place, moved up or down as far as it takes to stand free of its neighbours.
  void draw_labels() {
    for (const bool right : {true, false}) {
      std::vector<Label> side;
      for (const Label& label : labels_) {
        if ((label.turn < 0.5) != right) continue;
        side.push_back(label);
        side.back().y = spot(label.turn, kLabels).y;
        side.back().order = side.size();
      }
      std::ranges::sort(side, {},
                        [](const Label& label) { return std::pair(label.y, label.order); });
      for (std::size_t i = 1; i < side.size(); ++i) {
        side[i].y = std::max(side[i].y, side[i - 1].y + kLine);
      }
      // What has run out at the bottom pushes back up.
      double limit = kHeight - 14;
      for (std::size_t i = side.size(); i-- > 0;) {
        side[i].y = std::min(side[i].y, limit);
        limit = side[i].y - kLine;
      }
      for (const Label& label : side) {
        const Spot from = spot(label.turn, kMoved + 8);
        // As far out as the circle is at that height.
        const double up = (label.y - kCentreY) / kLabels;
        const double out = kLabels * std::sqrt(std::max(0.0, 1 - up * up));
        const double x = kCentreX + (right ? 1 : -1) * std::max(out, 24.0);
        out_ += fmt::format("<path class=\"lead\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", from.x,
                            from.y, x, label.y);
        text(x + (right ? 4 : -4), label.y + 4, "label", label.text, right ? "start" : "end");
      }
    }
  }

  void draw_legend() {
    constexpr double kLeft = 650;
    constexpr std::size_t kMost = 24;
    double y = 70;
    std::vector<bool> shows(picture_.nodes.size());
    for (const Token& token : tokens_) shows[static_cast<std::size_t>(token.node)] = true;
    for (const Move& move : picture_.moves) shows[static_cast<std::size_t>(move.giver)] = true;
    std::size_t shown = 0;
    std::size_t hidden = 0;
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) {
      if (!shows[i]) continue;
      if (shown == kMost) {
        ++hidden;
        continue;
      }
      ++shown;
      out_ +=
          fmt::format("<path class=\"moved c{}\" d=\"M{} {}h22\"/>\n", i % kColours, kLeft, y - 4);
      const std::string note = i < picture_.notes.size() ? picture_.notes[i] : "";
      text(kLeft + 30, y, "label", shortened(picture_.nodes[i], 12) + "  " + note);
      y += kLine + 3;
    }
    const auto remark = [&](const std::string& what) {
      text(kLeft, y, "small", what);
      y += kLine;
    };
    y += 6;
    if (hidden > 0) remark(fmt::format("and {} more", counted(hidden, "node")));
    if (shown > kColours) remark("colours repeat after ten nodes");
    remark(counted(picture_.size.positions(), "position") + ",");
    remark("clockwise from 0 at the top");
    if (!picture_.moves.empty()) {
      remark(fmt::format("outer band: {}",
                         counted(picture_.moves.size(), "arc that moves", "arcs that move")));
      remark("in the colour of the taker");
    }
    if (!has_labels_) remark("too many marks for labels");
    if (tokens_.size() > kMostArcs) {
      remark(counted(tokens_.size(), "token") + ",");
      remark(fmt::format("drawn as {} slices", kMostArcs));
    }
  }

  const std::string& name(NodeId node) const {
    return picture_.nodes[static_cast<std::size_t>(node)];
  }

  const Picture& picture_;
  std::vector<Token> tokens_;
  bool has_labels_ = true;
  std::vector<Label> labels_;
  std::string out_;
};

}  // namespace

std::string to_svg(const Picture& picture) { return Drawing(picture).draw(); }

}  // namespace clockwise::gate
