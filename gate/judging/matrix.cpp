#include "gate/judging/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gate/judging/options.hpp"
#include "gate/judging/subject.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

bool has(const Properties& properties, const Property* property) {
  return std::ranges::find(properties, property) != properties.end();
}

Level level_of(const Fault& fault) { return fault.is_of_names() ? Level::names : Level::positions; }

// Those of the properties that have a check at this level.
Properties at(Level level, const Properties& properties) {
  Properties some;
  for (const Property* property : properties) {
    if (property->check_at(level) != nullptr) some.push_back(property);
  }
  return some;
}

// The properties that fault this ring on the engine's cases. It stops when all of `missing` have,
// and something has.
Properties caught_by(Subject& ring, const Engine& engine, const Trials& trials,
                     Properties missing) {
  Judge judge(ring, at(ring.level(), trials.properties));
  judge.no_shrinking();
  std::size_t seen = 0;
  judge.stop_when([&] {
    for (; seen < judge.violations().size(); ++seen) {
      std::erase(missing, judge.violations()[seen].property);
    }
    return seen > 0 && missing.empty();
  });
  RunOptions options;
  options.corpus = trials.corpus;
  run_engine(engine, judge, options);
  Properties caught;
  for (const Violation& violation : judge.violations()) caught.push_back(violation.property);
  return caught;
}

Row row_of(const Fault& fault, const Trials& trials) {
  Row row{&fault, {}, fuzz::fastest_kill(fault.slug)};
  Properties missing;  // of those that say they catch it
  for (const Property* property : at(level_of(fault), trials.properties)) {
    if (std::ranges::find(property->catches, fault.slug) != property->catches.end()) {
      missing.push_back(property);
    }
  }
  const auto ring = wrong_ring(fault).subject();
  for (const Engine& engine : default_engines()) {
    row.by_engine.push_back(caught_by(*ring, engine, trials, missing));
    std::erase_if(missing, [&](const Property* p) { return has(row.by_engine.back(), p); });
  }
  return row;
}

void check_engines(Matrix& matrix) {
  for (const Row& row : matrix.rows) {
    for (std::size_t e = 0; e < row.by_engine.size(); ++e) {
      const bool is_caught = !row.by_engine[e].empty();
      if (is_caught != row.is_excused(e)) continue;
      const std::string_view engine = default_engines()[e].slug;
      matrix.failures.push_back(
          is_caught ? fmt::format("{} is excused from the {} engine, which catches it",
                                  row.fault->slug, engine)
                    : fmt::format("{} survives the {} engine", row.fault->slug, engine));
    }
  }
}

void check_properties(Matrix& matrix, const Trials& trials) {
  for (const Property* property : trials.properties) {
    const auto catches = [&](const Row& row) { return has(row.caught_by(), property); };
    for (const Level level : {Level::positions, Level::names}) {
      const auto catches_there = [&](const Row& row) {
        return level_of(*row.fault) == level && catches(row);
      };
      if (property->check_at(level) == nullptr) continue;
      if (std::ranges::any_of(matrix.rows, catches_there)) continue;
      matrix.failures.push_back(
          fmt::format("{} catches no wrong ring of {}", property->slug, level_name(level)));
    }
    for (const std::string_view slug : property->catches) {
      const auto is_it = [&](const Row& row) { return row.fault->slug == slug; };
      const auto row = std::ranges::find_if(matrix.rows, is_it);
      if (row != matrix.rows.end() && catches(*row)) continue;
      matrix.failures.push_back(fmt::format(
          "{} says that it catches {}, {}", property->slug, slug,
          row == matrix.rows.end() ? "and there is no such wrong ring" : "and does not"));
    }
  }
}

void check_right_rings(Matrix& matrix, const Trials& trials) {
  for (const std::string& name : trials.right) {
    if (trials.progress) trials.progress(name, 1);
    const auto ring = make_subject(name);
    for (const Engine& engine : default_engines()) {
      for (const Property* property :
           caught_by(*ring, engine, trials, at(ring->level(), trials.properties))) {
        matrix.failures.push_back(fmt::format("{} faults the {} ring, on a case of the {} engine",
                                              property->slug, name, engine.slug));
      }
    }
  }
}

}  // namespace

Trials all_trials() {
  Trials trials;
  trials.faults.assign(gallery().begin(), gallery().end());
  trials.right = {"reference", "optimized", right_ring(Level::names)};
  trials.properties.assign(catalog().begin(), catalog().end());
  return trials;
}

bool Row::is_excused(std::size_t engine) const {
  return default_engines()[engine].is_exhaustive && !fault->beyond_exhaustive.empty();
}

Properties Row::caught_by() const {
  Properties all;
  for (const Properties& some : by_engine) {
    for (const Property* property : some) {
      if (!has(all, property)) all.push_back(property);
    }
  }
  const auto place = [](const Property* property) {
    return std::ranges::find(catalog(), property) - catalog().begin();
  };
  std::ranges::sort(all, {}, place);
  return all;
}

Matrix kill_matrix(const Trials& trials) {
  Matrix matrix;
  for (const Fault* fault : trials.faults) {
    if (trials.progress) {
      trials.progress(fault->slug, static_cast<double>(matrix.rows.size()) /
                                       static_cast<double>(trials.faults.size()));
    }
    matrix.rows.push_back(row_of(*fault, trials));
  }
  check_engines(matrix);
  check_properties(matrix, trials);
  check_right_rings(matrix, trials);
  return matrix;
}

}  // namespace clockwise::gate
