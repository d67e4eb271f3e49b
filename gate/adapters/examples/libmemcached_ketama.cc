// libmemcached's ketama (Debian's libmemcached-dev), or with the argument "weighted" its weighted
// ketama with equal weights; with "unlimited" without the limit that is declared for it, beyond which
// it aborts. It is built anew for each state: there is no removal. Nodes are hosts.
#include <libmemcached/memcached.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "clockwise_adapter.hpp"

using namespace clockwise_adapter;

class Ketama final : public PlacementRing {
 public:
  explicit Ketama(bool is_weighted) : is_weighted_(is_weighted) {}
  ~Ketama() override { memcached_free(client_); }

  void step(const std::string& verb, const json& what) override {
    if (verb == "leave") {
      const auto known = std::ranges::find(hosts_, what.get<std::string>());
      if (known == hosts_.end()) throw Refused("unknown-node");
      if (hosts_.size() == 1) throw Refused("last-node");
      std::erase(hosts_, what.get<std::string>());
    } else {
      for (const json& node : what) hosts_.push_back(node["node"]);
    }
    memcached_free(client_);
    client_ = memcached_create(nullptr);
    memcached_behavior_set(client_, MEMCACHED_BEHAVIOR_DISTRIBUTION,
                           MEMCACHED_DISTRIBUTION_CONSISTENT_KETAMA);
    if (is_weighted_) memcached_behavior_set(client_, MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED, 1);
    for (const std::string& host : hosts_) memcached_server_add(client_, host.c_str(), 11211);
  }

  std::string owner(const std::string& key) override {
    memcached_return_t code{};
    const auto* server = memcached_server_by_key(client_, key.data(), key.size(), &code);
    if (server == nullptr) throw std::runtime_error(memcached_strerror(client_, code));
    return memcached_server_name(server);
  }

 private:
  bool is_weighted_;
  std::vector<std::string> hosts_;
  memcached_st* client_ = nullptr;
};

int main(int argc, char** argv) {
  const std::string variant = argc > 1 ? argv[1] : "ketama";
  json limits = {{"nodes", 100}, {"key_bytes", 250}, {"least_key_bytes", 1}};
  if (variant == "unlimited") limits.erase("nodes");
  serve({{"protocol", 1},
         {"name", "libmemcached-" + variant},
         {"version", LIBMEMCACHED_VERSION_STRING},
         {"level", "placement"},
         {"supports", {"join", "leave"}},
         {"conventions", {{"rejoin", "count"}, {"limits", limits}}}},
        [&] { return std::make_unique<Ketama>(variant == "weighted"); });
}
