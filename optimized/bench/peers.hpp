// What the ring is measured against: each answers the same question over the same tokens.
#pragma once

#include <absl/container/btree_map.h>
#include <libmemcached-1.0/memcached.h>

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "optimized/sorted_ring.hpp"

namespace clockwise::bench {

using Owner = std::uint32_t;

class Ours {
 public:
  explicit Ours(std::span<const Token> tokens) {
    (void)ring_.build(RingSize::of(Count{1} << 64).value(), tokens);
  }
  Owner operator()(Position key) const { return static_cast<Owner>(*ring_.owner(key)); }
  const SortedRing& ring() const { return ring_; }

 private:
  SortedRing ring_;
};

class PairsLowerBound {
 public:
  explicit PairsLowerBound(std::span<const Token> sorted) {
    for (const Token& token : sorted) {
      pairs_.emplace_back(token.position, static_cast<Owner>(token.node));
    }
  }
  Owner operator()(Position key) const {
    const auto at = std::lower_bound(pairs_.begin(), pairs_.end(), key,
                                     [](const auto& pair, Position k) { return pair.first < k; });
    return at == pairs_.end() ? pairs_.front().second : at->second;
  }

 private:
  std::vector<std::pair<Position, Owner>> pairs_;
};

class SplitLowerBound {
 public:
  explicit SplitLowerBound(std::span<const Token> sorted) {
    for (const Token& token : sorted) {
      positions_.push_back(token.position);
      owners_.push_back(static_cast<Owner>(token.node));
    }
  }
  Owner operator()(Position key) const {
    const auto at = std::lower_bound(positions_.begin(), positions_.end(), key);
    return owners_[at == positions_.end() ? 0 : static_cast<std::size_t>(at - positions_.begin())];
  }

 private:
  std::vector<Position> positions_;
  std::vector<Owner> owners_;
};

// std::map, absl::btree_map and boost's flat_map.
template <class Map>
class OrderedMap {
 public:
  explicit OrderedMap(std::span<const Token> sorted) {
    for (const Token& token : sorted) {
      map_.emplace_hint(map_.end(), token.position, static_cast<Owner>(token.node));
    }
  }
  Owner operator()(Position key) const {
    const auto at = map_.lower_bound(key);
    return at == map_.end() ? map_.begin()->second : at->second;
  }
  Map& map() { return map_; }

 private:
  Map map_;
};
using StdMap = OrderedMap<std::map<Position, Owner>>;
using AbslBtree = OrderedMap<absl::btree_map<Position, Owner>>;
using BoostFlatMap = OrderedMap<boost::container::flat_map<Position, Owner>>;

// The limit: one load from a table of so many bytes, and no rule at all.
class OneLoad {
 public:
  explicit OneLoad(std::size_t bytes) : table_(std::max<std::size_t>(1, bytes / sizeof(Owner))) {
    for (std::size_t i = 0; i < table_.size(); ++i) table_[i] = static_cast<Owner>(i * 40503U);
  }
  Owner operator()(Position key) const {
    return table_[static_cast<std::size_t>((Count{key} * table_.size()) >> 64)];
  }

 private:
  std::vector<Owner> table_;
};

// libmemcached's own call, which hashes the key by murmur. It places about 160 points a server.
class Ketama {
 public:
  explicit Ketama(std::size_t servers) : memcached_(memcached_create(nullptr), memcached_free) {
    memcached_st* m = memcached_.get();
    memcached_behavior_set(m, MEMCACHED_BEHAVIOR_DISTRIBUTION,
                           MEMCACHED_DISTRIBUTION_CONSISTENT_KETAMA_SPY);
    memcached_behavior_set(m, MEMCACHED_BEHAVIOR_HASH, MEMCACHED_HASH_MURMUR);
    memcached_server_list_st list = nullptr;
    memcached_return_t error{};
    for (std::size_t i = 0; i < servers; ++i) {
      const std::string host = "node" + std::to_string(i);
      list = memcached_server_list_append(list, host.c_str(), 11211, &error);
    }
    memcached_server_push(m, list);
    memcached_server_list_free(list);
  }
  Owner operator()(Position key) const {
    return memcached_generate_hash(memcached_.get(), reinterpret_cast<const char*>(&key),
                                   sizeof key);
  }

 private:
  std::unique_ptr<memcached_st, void (*)(memcached_st*)> memcached_;
};

}  // namespace clockwise::bench
