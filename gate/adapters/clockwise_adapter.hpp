// The adapter protocol for C++ and C, at the level of names: derive from PlacementRing, and call
// serve.
#pragma once
#include <iostream>
#include <nlohmann/json.hpp>

namespace clockwise_adapter {
using nlohmann::json;
struct Refused : std::runtime_error {  // by kind, "unknown-node" say
  using std::runtime_error::runtime_error;
};
struct PlacementRing {  // made afresh for each case
  virtual ~PlacementRing() = default;
  virtual void step(const std::string& verb, const json& what) = 0;  // build, join, leave, weigh
  virtual std::string owner(const std::string& key) = 0;
};

template <class Ask>
json attempt(Ask ask) try {
  return ask();
} catch (const Refused& refused) {
  return {{"refused", refused.what()}};
} catch (const std::exception& error) {
  return {{"error", error.what()}};
}

template <class Make>
void serve(const json& hello, Make make) {
  for (json message; std::cin >> std::ws && !std::cin.eof();) {
    std::cin >> message;
    json reply = {{"hello", hello}};
    if (message.contains("case")) {
      json states = json::array(), steps = message["case"]["steps"];
      steps.insert(steps.begin(), json::object({{"build", message["case"]["nodes"]}}));
      const auto ring = make();
      for (const json& step : steps) {
        json state =
            attempt([&] { return ring->step(step.begin().key(), step.front()), json::object(); });
        state["owners"] = json::array();
        for (const json& key : message["case"]["keys"])
          state["owners"].push_back(attempt([&] { return json(ring->owner(key)); }));
        states.push_back(state);
      }
      reply = {{"id", message["id"]}, {"trace", {{"states", states}}}};
    }
    std::cout << reply.dump() << std::endl;
  }
}
}  // namespace clockwise_adapter
