// What a run of the benchmark leaves: a table on the terminal, JSON, and curves as SVG.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "optimized/bench/measure.hpp"

namespace clockwise::bench {

// A ratio, and the bar that it has to clear: at least so much, or at most.
struct Row {
  std::string what;
  std::string tokens;  // how they are placed
  std::size_t count;
  Summary ratio;
  std::optional<double> bar;
  bool at_most = false;

  bool met() const { return !bar || (at_most ? ratio.median <= *bar : ratio.median >= *bar); }
};

// The time of an operation as the number of tokens grows.
struct Point {
  std::size_t count;
  double nanoseconds;
};
struct Curve {
  std::string chart;
  std::string name;
  std::vector<Point> points;
};

class Report {
 public:
  // Prints the row.
  void add(const Row& row);
  void plot(const std::string& chart, const std::string& name, Point point);

  // Prints the end of the table.
  void finish() const;
  // Writes NAME.json, and a chart each as NAME-CHART.svg.
  void write(const std::filesystem::path& folder, const std::string& name) const;

 private:
  std::vector<Row> rows_;
  std::vector<Curve> curves_;
};

// "1.6k", "4M"
std::string brief(std::size_t count);

std::string processor();
std::string compiler();

}  // namespace clockwise::bench
