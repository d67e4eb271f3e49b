#include "properties/engines/aimed_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace clockwise {
namespace {

std::string node_called(std::size_t pool, std::size_t i) {
  switch (pool % kPools) {
    case 0: return fmt::format("node{}", i + 1);
    case 1: {
      // 1, 11, 111 … and the numbers between them: a label and an index run together.
      std::string digits(i % 4 + 1, '1');
      return i < 4 ? digits : std::to_string(i * 7 + 2);
    }
    case 2: return std::string(i % 60 + 1, static_cast<char>('a' + i / 60));
    case 3: return fmt::format("10.0.{}.{}:{}", i / 250, i % 250 + 1, 11211 + i % 2);
    case 4: {
      static const std::string kOdd[] = {"__proto__",          "constructor",  "a b", " ",
                                         "\xC3\xA9t\xC3\xA9",  "\xE6\x97\xA5", "-",   "toString",
                                         std::string(60, 'x'), "a#1",          "a-1", "a:1"};
      constexpr std::size_t kCount = std::size(kOdd);
      return i < kCount ? kOdd[i] : fmt::format("{}{}", kOdd[i % kCount].substr(0, 50), i);
    }
    default:
      return fmt::format("cache-{:c}{}.example.org", static_cast<char>('a' + i % 26), i / 26);
  }
}

std::string disguised(std::size_t disguise, bool as, std::size_t i) {
  switch (disguise % kDisguises) {
    case 0: return fmt::format("{}eb{}", as ? 'W' : 'w', i + 1);
    case 1: return fmt::format("web{}{}", i + 1, as ? " " : "");
    case 2: return fmt::format("{}{}", as ? "0" : "", i + 1);
    default: return fmt::format("{}{}", std::string(50, 'n'), as ? 7 - i : 3 - i);
  }
}

std::vector<std::string> keys_for(std::size_t count, const Conventions& conventions,
                                  std::uint64_t salt) {
  std::vector<std::string> keys{"", "a", " ", "key\xC3\xA9"};
  for (const std::size_t length : {255U, 256U, 257U}) {
    for (const char last : {'0', '1'}) keys.push_back(std::string(length - 1, 'k') + last);
  }
  for (std::size_t i = 0; keys.size() < count; ++i) {
    switch (i % 4) {
      case 0: keys.push_back(fmt::format("key{}", salt * 1000 + i)); break;
      case 1: keys.push_back(fmt::format("user:{}:profile", salt * 1000 + i)); break;
      case 2: keys.push_back(std::to_string(salt * 1000 + i)); break;
      default: keys.push_back(fmt::format("{:016x}", (salt * 1000 + i) * 0x9E3779B97F4A7C15U));
    }
  }
  // A cache that takes no empty key takes no blanks and no bytes above 127 either.
  const bool is_plain = conventions.least_key_bytes > 0;
  std::erase_if(keys, [&](const std::string& key) {
    return key.size() > conventions.most_key_bytes || key.size() < conventions.least_key_bytes ||
           (is_plain &&
            std::ranges::any_of(
                key, [](char c) { return c <= ' ' || static_cast<unsigned char>(c) > 0x7E; }));
  });
  return keys;
}

void ask_for(Case& c, std::vector<std::string> keys) {
  c.key_names = std::move(keys);
  for (std::size_t i = 0; i < c.key_names.size(); ++i) c.keys.push_back(i);
}

}  // namespace

NodeId add_node(Case& c, std::size_t pool, std::size_t i) {
  c.node_names.push_back(node_called(pool, i));
  return NodeId{static_cast<std::uint32_t>(c.node_names.size() - 1)};
}

std::size_t most_nodes(const Conventions& conventions) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(kMostNodes, conventions.most_nodes));
}

Case ring_of_names(const Conventions& conventions, std::size_t pool, std::size_t nodes,
                   std::size_t keys) {
  Case c;
  c.level = Level::names;
  for (std::size_t i = 0; i < nodes; ++i) c.start.nodes.push_back({add_node(c, pool, i), 1});
  ask_for(c, keys_for(keys, conventions, pool));
  return c;
}

Case disguised_ring(const Conventions& conventions, std::size_t disguise, bool swapped) {
  Case c;
  c.level = Level::names;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const bool joins = i >= 4;
    c.node_names.push_back(disguised(disguise, swapped != joins, i % 4));
    const Member member{NodeId{i}, 1};
    if (joins) {
      c.steps.emplace_back(Join{{}, {member}});
    } else {
      c.start.nodes.push_back(member);
    }
  }
  ask_for(c, keys_for(kMostKeys / 2, conventions, 0));
  return c;
}

std::size_t keys_at(std::size_t most, std::size_t nodes, std::size_t work) {
  constexpr std::size_t kLeast = 150;
  return std::clamp<std::size_t>(work / nodes, std::min(most, kLeast), most);
}

std::string chance_of_missing() {
  const auto missed = [](double share, std::size_t keys) {
    return std::pow(1 - share, static_cast<double>(keys));
  };
  const std::size_t least = kMostKeys / 8;
  return fmt::format(
      "{} to {} keys a case: a fault that touches one key in a hundred is missed by a case with a "
      "chance of {:.2g} to {:.2g}, one that touches one in a thousand with {:.2g} to {:.2g}",
      least, kMostKeys, missed(0.01, least), missed(0.01, kMostKeys), missed(0.001, least),
      missed(0.001, kMostKeys));
}

}  // namespace clockwise
