#include "gate/plugin/plugin.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <vector>

#include "gate/base/usage_error.hpp"
#include "gate/plugin/clockwise_plugin.h"

namespace clockwise::gate {
namespace {

using Plugin = clockwise_interface;

class PluginRing final : public Ring {
 public:
  explicit PluginRing(const Plugin& plugin) : plugin_(plugin), ring_(plugin.create()) {
    if (ring_ == nullptr) throw std::runtime_error("create returned null");
  }
  PluginRing(const PluginRing&) = delete;
  PluginRing& operator=(const PluginRing&) = delete;
  ~PluginRing() override { plugin_.destroy(ring_); }

  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    const auto batch = copied(tokens);
    return outcome(plugin_.build(ring_, size.last(), batch.data(), batch.size()));
  }
  Outcome<void> join(std::span<const Token> tokens) override {
    const auto batch = copied(tokens);
    return outcome(plugin_.join(ring_, batch.data(), batch.size()));
  }
  Outcome<void> leave(NodeId node) override {
    return outcome(plugin_.leave(ring_, static_cast<std::uint32_t>(node)));
  }
  Outcome<NodeId> owner(Position key) const override {
    std::uint32_t node = 0;
    const auto done = outcome(plugin_.owner(ring_, key, &node));
    if (!done) return std::unexpected(done.error());
    return NodeId{node};
  }
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    std::vector<std::uint32_t> nodes(out.size());
    const auto done = outcome(plugin_.replicas(ring_, key, nodes.data(), nodes.size()));
    if (!done) return std::unexpected(done.error());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = NodeId{nodes[i]};
    return out.size();
  }

 private:
  static std::vector<clockwise_token> copied(std::span<const Token> tokens) {
    std::vector<clockwise_token> batch;
    for (const Token& token : tokens) {
      batch.push_back({token.position, static_cast<std::uint32_t>(token.id),
                       static_cast<std::uint32_t>(token.node)});
    }
    return batch;
  }

  static Outcome<void> outcome(int code) {
    if (code == CLOCKWISE_DONE) return {};
    if (code < 0 || code > CLOCKWISE_TOO_FEW_NODES) {
      throw std::runtime_error(fmt::format("the plugin returned {}", code));
    }
    return std::unexpected(static_cast<Refusal>(code - 1));
  }

  const Plugin& plugin_;
  void* ring_;
};

static_assert(static_cast<int>(Refusal::ring_too_small) + 1 == CLOCKWISE_RING_TOO_SMALL);
static_assert(static_cast<int>(Refusal::too_few_nodes) + 1 == CLOCKWISE_TOO_FEW_NODES);

[[noreturn]] void fail(const std::string& file, std::string_view found) {
  throw UsageError(fmt::format(
      "--plugin {}: expected a shared object with the interface of clockwise_plugin.h, found: {}",
      file, found));
}

}  // namespace

std::unique_ptr<Subject> load_plugin(const std::string& file) {
  const std::string path = std::filesystem::absolute(file).string();
  void* object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) fail(file, dlerror());
  using Entry = const Plugin* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(object, "clockwise_plugin"));
  if (entry == nullptr) fail(file, "no function clockwise_plugin");
  const Plugin* plugin = entry();
  if (plugin == nullptr) fail(file, "null");
  if (plugin->abi != CLOCKWISE_PLUGIN_ABI) {
    fail(file, fmt::format("interface {}, not {}", plugin->abi, CLOCKWISE_PLUGIN_ABI));
  }
  if (plugin->name == nullptr || plugin->create == nullptr || plugin->destroy == nullptr ||
      plugin->build == nullptr || plugin->join == nullptr || plugin->leave == nullptr ||
      plugin->owner == nullptr || plugin->replicas == nullptr) {
    fail(file, "a function or the name missing");
  }
  return std::make_unique<RingSubject>(plugin->name,
                                       [plugin] { return std::make_unique<PluginRing>(*plugin); });
}

}  // namespace clockwise::gate
