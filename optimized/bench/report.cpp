#include "optimized/bench/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <ranges>
#include <set>

namespace clockwise::bench {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 440;
constexpr double kLeft = 60;
constexpr double kRight = 170;
constexpr double kTop = 40;
constexpr double kBottom = 50;
constexpr const char* kColours[] = {"#c0392b", "#2c5aa0", "#5b9bd5", "#27853d",
                                    "#8e44ad", "#b7791f", "#7f7f7f"};

// A logarithmic axis from `low` to `high`, drawn from `start` to `end`.
struct Axis {
  double low;
  double high;
  double start;
  double end;
  double operator()(double value) const {
    return start + (end - start) * std::log(value / low) / std::log(high / low);
  }
};

std::string draw(const std::string& chart, const std::vector<Curve>& curves) {
  Axis x{1e300, 0, kLeft, kWidth - kRight};
  Axis y{1e300, 0, kHeight - kBottom, kTop};
  for (const Curve& curve : curves) {
    for (const Point& point : curve.points) {
      x.low = std::min(x.low, static_cast<double>(point.count));
      x.high = std::max(x.high, static_cast<double>(point.count));
      y.low = std::min(y.low, point.nanoseconds);
      y.high = std::max(y.high, point.nanoseconds);
    }
  }
  y.low = std::pow(10, std::floor(std::log10(y.low)));
  y.high = std::pow(10, std::ceil(std::log10(y.high)));
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
      "<text x=\"{2}\" y=\"22\" font-size=\"15\">{3}: nanoseconds a key, by number of "
      "tokens</text>\n"
      "<text x=\"{2}\" y=\"{4}\" fill=\"#555\">{5}, {6}</text>\n",
      kWidth, kHeight, kLeft, chart, kHeight - 8, processor(), compiler());
  const auto line = [&](double x1, double y1, double x2, double y2) {
    svg += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n", x1, y1,
        x2, y2);
  };
  for (double value = y.low; value <= y.high * 1.01; value *= 10) {
    line(x.start, y(value), x.end, y(value));
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n",
                       x.start - 6, y(value) + 4, value);
  }
  for (const Point& point : curves.front().points) {
    const double at = x(static_cast<double>(point.count));
    line(at, y.start, at, y.end);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", at,
                       y.start + 16, brief(point.count));
  }
  // Names stand where their curves end, one below the other where those are close.
  std::vector<std::pair<double, std::size_t>> ends;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    ends.emplace_back(y(curves[i].points.back().nanoseconds), i);
    std::string path;
    for (const Point& point : curves[i].points) {
      path +=
          fmt::format("{:.1f},{:.1f} ", x(static_cast<double>(point.count)), y(point.nanoseconds));
    }
    svg +=
        fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                    path, kColours[i % std::size(kColours)], i == 0 ? 3 : 1.5);
  }
  std::ranges::sort(ends);
  double above = 0;
  for (const auto& [end, i] : ends) {
    above = std::max(end + 4, above + 14);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", x.end + 8, above,
                       kColours[i % std::size(kColours)], curves[i].name);
  }
  return svg + "</svg>\n";
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error(fmt::format("cannot write {}", path.string()));
}

std::string bar_of(const Row& row) {
  return row.bar ? fmt::format("{} {:.4g}", row.at_most ? "≤" : "≥", *row.bar) : "";
}

}  // namespace

void Report::add(const Row& row) {
  if (rows_.empty()) {
    fmt::print("{}\n{}\n\n{:<46} {:<12} {:>5} {:>8} {:>15} {:>8}\n", processor(), compiler(),
               "what", "tokens", "V", "median", "spread", "bar");
  }
  rows_.push_back(row);
  const auto& [median, low, high] = row.ratio;
  // The bar has a sign of several bytes and one column.
  fmt::print("{:<46} {:<12} {:>5} {:>8.2f} {:>15} {:>{}} {}\n", row.what, row.tokens,
             brief(row.count), median, fmt::format("{:.2f}–{:.2f}", low, high), bar_of(row), 8,
             !row.bar    ? ""
             : row.met() ? "met"
                         : "MISSED");
  std::fflush(stdout);
}

void Report::plot(const std::string& chart, const std::string& name, Point point) {
  for (Curve& curve : curves_) {
    if (curve.chart == chart && curve.name == name) return curve.points.push_back(point);
  }
  curves_.push_back({chart, name, {point}});
}

void Report::finish() const {
  const auto barred =
      std::ranges::count_if(rows_, [](const Row& row) { return row.bar.has_value(); });
  const auto missed = std::ranges::count_if(rows_, [](const Row& row) { return !row.met(); });
  fmt::print("\n{} of {} bars met\n", barred - missed, barred);
}

void Report::write(const std::filesystem::path& folder, const std::string& name) const {
  std::string json = fmt::format("{{\"processor\": \"{}\",\n \"compiler\": \"{}\",\n \"rows\": [",
                                 processor(), compiler());
  for (const char* separator = "\n"; const Row& row : rows_) {
    json += fmt::format(
        "{}  {{\"what\": \"{}\", \"tokens\": \"{}\", \"count\": {}, \"median\": {:.4g}, "
        "\"low\": {:.4g}, \"high\": {:.4g}",
        separator, row.what, row.tokens, row.count, row.ratio.median, row.ratio.low,
        row.ratio.high);
    if (row.bar) {
      json += fmt::format(", \"{}\": {:.4g}, \"met\": {}", row.at_most ? "at_most" : "at_least",
                          *row.bar, row.met());
    }
    json += "}";
    separator = ",\n";
  }
  json += "],\n \"nanoseconds\": [";
  std::set<std::string> charts;
  for (const char* separator = "\n"; const Curve& curve : curves_) {
    charts.insert(curve.chart);
    for (const Point& point : curve.points) {
      json += fmt::format(
          "{}  {{\"chart\": \"{}\", \"name\": \"{}\", \"count\": {}, \"median\": {:.4g}}}",
          separator, curve.chart, curve.name, point.count, point.nanoseconds);
      separator = ",\n";
    }
  }
  write_file(folder / (name + ".json"), json + "]}\n");
  for (const std::string& chart : charts) {
    std::vector<Curve> drawn;
    for (const Curve& curve : curves_) {
      if (curve.chart == chart) drawn.push_back(curve);
    }
    write_file(folder / fmt::format("{}-{}.svg", name, chart), draw(chart, drawn));
  }
}

std::string brief(std::size_t count) {
  const auto value = static_cast<double>(count);
  if (count >= 1'000'000) return fmt::format("{:g}M", value / 1e6);
  if (count >= 1'000) return fmt::format("{:g}k", value / 1e3);
  return fmt::format("{}", count);
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}", __clang_major__, __clang_minor__);
#else
  return fmt::format("g++ {}.{}", __GNUC__, __GNUC_MINOR__);
#endif
}

}  // namespace clockwise::bench
