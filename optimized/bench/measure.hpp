// Timing that other work on the machine disturbs least: contestants take turns, repetition after
// repetition, and only the ratio within one repetition counts.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace clockwise::bench {

// What is timed: does its work `times` times and returns something that depends on all of it.
using Work = std::function<std::uint64_t(std::size_t times)>;

struct Contestant {
  std::string name;
  Work work;
};

inline void keep(std::uint64_t value) { asm volatile("" : : "r"(value) : "memory"); }

inline double nanoseconds(const Work& work, std::size_t times) {
  const auto start = std::chrono::steady_clock::now();
  keep(work(times));
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
  return spent.count() / static_cast<double>(times);
}

// The time of one piece of work, by repetition, of one contestant.
struct Times {
  std::string name;
  std::vector<double> each;
};

struct Effort {
  std::size_t repetitions;  // 9 or more
  double milliseconds;      // that one timing takes, about
};

// Each contestant in turn, as often as told; before that, once to warm up and to see how often its
// work fits into the time. Work that changes what it works on is done `at_most` times at once.
inline std::vector<Times> take_turns(const std::vector<Contestant>& contestants, Effort effort,
                                     std::size_t at_most = 1U << 20U) {
  std::vector<Times> all;
  std::vector<std::size_t> times;
  for (const Contestant& contestant : contestants) {
    std::size_t trial = std::min<std::size_t>(at_most, 64);
    double spent = nanoseconds(contestant.work, trial);
    if (at_most > 64) spent = nanoseconds(contestant.work, trial = 2048);
    const double fitting = effort.milliseconds * 1e6 / std::max(spent, 0.1);
    times.push_back(std::clamp<std::size_t>(static_cast<std::size_t>(fitting), 1, at_most));
    all.push_back({contestant.name, {}});
  }
  for (std::size_t r = 0; r < effort.repetitions; ++r) {
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      all[i].each.push_back(nanoseconds(contestants[i].work, times[i]));
    }
  }
  return all;
}

struct Summary {
  double median;
  double low;   // a tenth are below
  double high;  // and a tenth above
};

inline Summary summary(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t tenth = values.size() / 10;
  return {values[values.size() / 2], values[tenth], values[values.size() - 1 - tenth]};
}

// theirs / ours, repetition by repetition: how many times faster ours is.
inline Summary ratio(const std::vector<double>& theirs, const std::vector<double>& ours) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < ours.size(); ++i) ratios.push_back(theirs[i] / ours[i]);
  return summary(std::move(ratios));
}

// Of each repetition the faster one.
inline std::vector<double> faster(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> least;
  for (std::size_t i = 0; i < a.size(); ++i) least.push_back(std::min(a[i], b[i]));
  return least;
}

// A key from a counter, well mixed.
inline std::uint64_t mixed(std::uint64_t x) {
  x *= 0x9E3779B97F4A7C15U;
  x ^= x >> 32U;
  return x * 0xD6E8FEB86659FD93U;
}

}  // namespace clockwise::bench
