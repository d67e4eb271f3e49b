// The adapter protocol for C++ (and C libraries), at placement level: copy this file, derive from
// PlacementRing, and call serve. It needs nlohmann/json.
#pragma once

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

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
json attempt(Ask ask) {
  try {
    return ask();
  } catch (const Refused& refused) {
    return {{"refused", refused.what()}};
  } catch (const std::exception& error) {
    return {{"error", error.what()}};
  }
}

template <class Make>
void serve(const json& hello, Make make) {
  for (std::string line; std::getline(std::cin, line);) {
    const json message = json::parse(line);
    json reply = {{"hello", hello}};
    if (const json asked = message.value("case", json()); !asked.is_null()) {
      const auto ring = make();
      json states = json::array();
      json steps = json::array({{{"build", asked["nodes"]}}});
      for (const json& step : asked["steps"]) steps.push_back(step);
      for (const json& step : steps) {
        json state =
            attempt([&] { return ring->step(step.begin().key(), step.front()), json::object(); });
        state["owners"] = json::array();
        for (const std::string key : asked["keys"]) {
          state["owners"].push_back(attempt([&] { return json(ring->owner(key)); }));
        }
        states.push_back(state);
      }
      reply = {{"id", message["id"]}, {"trace", {{"states", states}}}};
    }
    std::cout << reply.dump() << std::endl;
  }
}

}  // namespace clockwise_adapter
