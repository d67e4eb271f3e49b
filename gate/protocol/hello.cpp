#include "gate/protocol/hello.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "gate/base/version.hpp"
#include "properties/kit/decimal.hpp"
#include "properties/kit/json_reader.hpp"

namespace clockwise::gate {

std::span<const Convention> known_conventions() {
  static const Convention kAll[] = {
      {"boundary",
       {"at-or-after", "after", "at-or-before", "before"},
       "which token a key belongs to: cases are turned or mirrored to match, none is dropped"},
      {"walk",
       {"clockwise", "counter-clockwise"},
       "which way replicas are met: what follows them along the ring is excused"},
      {"collision",
       {"refuse", "first", "last"},
       "two tokens at one position: steps that do this are left out"},
      {"unknown",
       {"refuse", "ignore"},
       "a leave of no member: that it changes nothing is still judged"},
      {"last", {"refuse", "empty"}, "the last node leaves: steps that do this are left out"},
      {"shortage",
       {"refuse", "truncate"},
       "more replicas than nodes: that all nodes are listed is judged instead"},
      {"replicas",
       {"ordered", "set"},
       "whether the order of replicas means anything: where not, lists are compared as sets"},
      {"rejoin",
       {"refuse", "ignore", "replace", "count"},
       "a member joins again (level of names): judged as declared"},
      {"weights",
       {"none", "absolute", "normalised"},
       "whether nodes have weights (level of names); normalised ones may move others' keys"},
      {"membership",
       {"any", "append", "bounded"},
       "who may leave, and what may move (level of names): append is last in, first out; bounded "
       "moves a stated share more"},
  };
  return kAll;
}

std::string_view Hello::convention(std::string_view slug) const {
  const auto found = declared.find(slug);
  if (found != declared.end()) return found->second;
  const auto known = std::ranges::find(known_conventions(), slug, &Convention::slug);
  return known == known_conventions().end() ? "" : *known->values.begin();
}

std::string Hello::title() const { return version.empty() ? name : name + " " + version; }

std::vector<std::string> Hello::departures() const {
  std::vector<std::string> all;
  for (const Convention& known : known_conventions()) {
    const std::string_view value = convention(known.slug);
    if (value != *known.values.begin()) all.push_back(fmt::format("{}: {}", known.slug, value));
  }
  if (size) all.push_back(fmt::format("limits: size {}", to_decimal(*size)));
  const auto limited = [&](std::string_view what, std::optional<std::uint64_t> limit) {
    if (limit) all.push_back(fmt::format("limits: {} {}", what, *limit));
  };
  limited("nodes", nodes);
  limited("key_bytes", key_bytes);
  limited("least_key_bytes", least_key_bytes);
  if (share_tolerance) all.push_back(fmt::format("limits: share_tolerance {}", *share_tolerance));
  return all;
}

namespace {

// One of these words, in a list or as a value.
template <class Words>
std::string_view word_of(const Reader& reader, const Words& words) {
  if (reader.is_string()) {
    const auto found = std::ranges::find(words, reader.text());
    if (found != std::ranges::end(words)) return *found;
  }
  reader.fail(fmt::format("one of \"{}\"", fmt::join(words, "\", \"")));
}

void read_limits(const Reader& reader, Hello& hello) {
  reader.allow_only({"size", "nodes", "key_bytes", "least_key_bytes", "share_tolerance"});
  if (const auto size = reader.find("size")) {
    hello.size = size->count();
    if (*hello.size < 2) size->fail("a ring of two positions or more");
  }
  const auto number = [&](std::string_view name, std::optional<std::uint64_t>& limit) {
    if (const auto found = reader.find(name)) limit = found->whole_number();
  };
  number("nodes", hello.nodes);
  number("key_bytes", hello.key_bytes);
  number("least_key_bytes", hello.least_key_bytes);
  if (const auto tolerance = reader.find("share_tolerance")) {
    const std::string& text = tolerance->text();
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value > 0 && value <= 1)) {
      tolerance->fail("a part of a share as a string, above \"0\" and up to \"1\"");
    }
    hello.share_tolerance = value;
  }
}

void read_conventions(const Reader& reader, Hello& hello) {
  reader.for_each_member([&](const std::string& name, const Reader& value) {
    if (name == "limits") return read_limits(value, hello);
    const auto known = std::ranges::find(known_conventions(), name, &Convention::slug);
    if (known == known_conventions().end()) {
      std::vector<std::string_view> slugs{"limits"};
      for (const Convention& each : known_conventions()) slugs.push_back(each.slug);
      value.fail(fmt::format("a known convention: \"{}\"", fmt::join(slugs, "\", \"")),
                 shown(nlohmann::json(name)));
    }
    hello.declared[name] = word_of(value, known->values);
  });
}

Hello read(const Reader& top) {
  top.allow_only({"hello"});
  const Reader said = top["hello"];
  said.allow_only({"protocol", "name", "version", "level", "supports", "conventions"});
  if (said["protocol"].whole_number() != static_cast<std::uint64_t>(kProtocol)) {
    said["protocol"].fail(fmt::format("protocol {}", kProtocol));
  }
  Hello hello;
  hello.name = said["name"].name();
  if (const auto version = said.find("version")) hello.version = version->text();
  static constexpr std::string_view kLevels[] = {"ring", "placement"};
  hello.level = word_of(said["level"], kLevels) == "ring" ? Level::positions : Level::names;
  if (const auto supports = said.find("supports")) {
    hello.joins = hello.leaves = hello.lists_replicas = false;
    static constexpr std::string_view kWords[] = {"join", "leave", "replicas", "weigh"};
    supports->for_each("words", [&](const Reader& word) {
      const std::string_view known = word_of(word, kWords);
      hello.joins |= known == "join";
      hello.leaves |= known == "leave";
      hello.lists_replicas |= known == "replicas";
    });
  }
  if (const auto conventions = said.find("conventions")) read_conventions(*conventions, hello);
  return hello;
}

}  // namespace

Read<Hello> read_hello(std::string_view line) {
  const auto tree = parse_json(line);
  if (!tree) return std::unexpected(tree.error());
  try {
    return read(Reader(*tree));
  } catch (Malformed& malformed) {
    return std::unexpected(std::move(malformed));
  }
}

std::string hello_line() { return fmt::format("{{\"hello\": {{\"protocol\": {}}}}}", kProtocol); }

}  // namespace clockwise::gate
