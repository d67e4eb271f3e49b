// A small store on a ring: what a change of placement does to data, as a model that runs
// (`handover`).
//
// Records are at nodes. Publishing a new placement changes who is asked, at once, and moves no
// record; records move only when an arc of a plan is copied. What it promises and what it does not
// is described in SPEC.md; it is no database: one thread, no failures, no writes while a change
// runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "reference/plan.hpp"

namespace clockwise {

class Store {
 public:
  using Record = std::uint64_t;

  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  // Begins without records, with keys at these positions. A key is its index: two at one position
  // stay two (`identity`).
  void open(std::vector<Position> keys);

  // Puts a placement in force: from now on, key i is asked for at owners[i].
  virtual void publish(std::vector<NodeId> owners);

  // Writes, reads at the owner in force. A read finds nothing where the owner has no such record.
  void write(std::size_t key, Record record);
  std::optional<Record> read(std::size_t key) const;
  // The same, and where it finds nothing, at the node that gives the key's position by this plan.
  virtual std::optional<Record> read_or_ask_giver(std::size_t key,
                                                  std::span<const Move> plan) const;

  // Copies the giver's records on an arc to the taker; the giver keeps them.
  virtual void copy(const Move& move);
  // The giver forgets its records on an arc.
  virtual void drop(const Move& move);

 protected:
  std::optional<Record> at(NodeId node, std::size_t key) const;

  std::vector<Position> keys_;
  std::vector<NodeId> owners_;
  std::map<std::pair<NodeId, std::size_t>, Record> records_;
};

template <class S = Store>
std::unique_ptr<Store> make_store() {
  return std::make_unique<S>();
}

// What carries out changes of placement: one that says what moves, and a store that moves it. No
// planner: changes are not planned here.
struct Mover {
  Planner plan = nullptr;
  std::unique_ptr<Store> (*store)() = make_store;
};

}  // namespace clockwise
