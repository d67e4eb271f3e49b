#include "properties/kit/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "properties/kit/utf8.hpp"

namespace clockwise {
namespace {

using nlohmann::json;

json as_written(std::string_view number) {
  return json::binary(std::vector<std::uint8_t>(number.begin(), number.end()));
}

// How many bytes the token has that a message calls unexpected; 1 where it speaks of a single byte.
// The library keeps the text of strings and numbers alone.
std::size_t length_of_unexpected(std::string_view message, const std::string& token) {
  const std::size_t at = message.find("unexpected ");
  if (at == std::string_view::npos) return 1;
  const std::string_view kind = message.substr(at + std::string_view("unexpected ").size());
  if (kind.starts_with("string") || kind.starts_with("number")) return token.size();
  if (kind.starts_with("true") || kind.starts_with("null")) return 4;
  return kind.starts_with("false") ? 5 : 1;
}

// Builds the tree, and takes down the first member that an object has twice: the library's own tree
// would keep the last one in silence.
class TreeBuilder final : public nlohmann::json_sax<json> {
 public:
  json tree;
  std::optional<Malformed> malformed;

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  // Only what has a minus sign comes here; of "-0" the sign is lost on the way.
  bool number_integer(std::int64_t value) override {
    return put(as_written(value == 0 ? "-0" : std::to_string(value)));
  }
  bool number_unsigned(std::uint64_t value) override { return put(value); }
  bool number_float(double, const std::string& text) override { return put(as_written(text)); }
  bool string(std::string& value) override { return put(std::move(value)); }
  bool binary(json::binary_t&) override { return false; }  // no text has any

  bool start_object(std::size_t) override { return open(json::object()); }
  bool key(std::string& name) override {
    Open& object = open_.back();
    object.key = std::move(name);
    if (object.container->contains(object.key)) {
      refuse("each member once", fmt::format("{} a second time", shown(json(object.key))));
    }
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_array() override { return close(); }

  // `position` bytes were read: up to a byte that cannot be there, or to the end of a token that
  // cannot.
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& error) override {
    constexpr int kOutOfRange = 406;
    if (error.id == kOutOfRange) {
      refuse("a number within the range of a double", printable(token));
    } else {
      stopped_at = position - std::min(position, length_of_unexpected(error.what(), token));
    }
    return false;
  }
  std::optional<std::size_t> stopped_at;  // where the text is no JSON

 private:
  struct Open {
    json* container;
    std::string key;  // of an object: the member that is being read
  };

  json& add(json value) {
    if (open_.empty()) return tree = std::move(value);
    const auto& [container, key] = open_.back();
    if (container->is_object()) return (*container)[key] = std::move(value);
    container->push_back(std::move(value));
    return container->back();
  }
  bool put(json value) {
    add(std::move(value));
    return true;
  }
  bool open(json container) {
    json& added = add(std::move(container));
    open_.push_back({&added, {}});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  // The value that is about to come is malformed. The first such fault is the one to report.
  void refuse(std::string expected, std::string found) {
    if (malformed) return;
    std::string path;
    for (const auto& [container, key] : open_) {
      // An open list inside this one is its last element already; a value is yet to come.
      const bool is_innermost = container == open_.back().container;
      path = container->is_object()
                 ? path_into(std::move(path), key)
                 : path_into(std::move(path), std::to_string(container->size() - !is_innermost));
    }
    malformed = Malformed{std::move(path), {}, std::move(expected), std::move(found)};
  }

  std::vector<Open> open_;
};

bool is_control(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7F;
  return character.size() == 2 && byte(0) == 0xC2 && byte(1) < 0xA0;
}

// Appends a value until there is more than will be shown. Every level of nesting adds a bracket, so
// that the depth is bounded, too.
void sketch(const json& value, std::string& out) {
  constexpr std::size_t kEnough = 64;
  std::string_view between;
  const auto next = [&] {
    out += std::exchange(between, ", ");
    return out.size() < kEnough;
  };
  switch (value.type()) {
    case json::value_t::string:
      fmt::format_to(std::back_inserter(out), "\"{}\"", value.get_ref<const std::string&>());
      break;
    case json::value_t::binary:
      out.append(value.get_binary().begin(), value.get_binary().end());
      break;
    case json::value_t::array:
      out += '[';
      for (const json& element : value) {
        if (!next()) return;
        sketch(element, out);
      }
      out += ']';
      break;
    case json::value_t::object:
      out += '{';
      for (const auto& [name, member] : value.items()) {
        if (!next()) return;
        fmt::format_to(std::back_inserter(out), "\"{}\": ", name);
        sketch(member, out);
      }
      out += '}';
      break;
    default: out += value.dump(); break;
  }
}

}  // namespace

Read<json> parse_json(std::string_view text) {
  // The library skips a byte order mark, and takes a zero byte for the end of the text.
  const bool has_mark = text.starts_with("\xEF\xBB\xBF");
  TreeBuilder builder;
  if (has_mark) {
    builder.stopped_at = 0;
  } else {
    json::sax_parse(text, &builder);
    const std::size_t zero = text.find('\0');
    if (zero != std::string_view::npos && builder.stopped_at.value_or(zero) >= zero) {
      builder.stopped_at = zero;
    }
  }
  if (builder.stopped_at) {
    const std::size_t byte = std::min(*builder.stopped_at, text.size());
    return std::unexpected(
        Malformed{"", byte, has_mark ? "JSON without a byte order mark" : "JSON",
                  byte == text.size() ? "the end" : printable(text.substr(byte))});
  }
  if (builder.malformed) return std::unexpected(std::move(*builder.malformed));
  return std::move(builder.tree);
}

std::string path_into(std::string path, std::string_view member) {
  path += '/';
  for (const char c : member) {
    if (c == '~') {
      path += "~0";
    } else if (c == '/') {
      path += "~1";
    } else {
      path += c;
    }
  }
  return path;
}

bool is_name(std::string_view text) {
  if (text.empty() || text.size() > 255) return false;
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!character.is_whole) return false;
    text.remove_prefix(character.bytes);
  }
  return true;
}

std::string default_token_name(std::string_view node, Position at) {
  return fmt::format("{}@{}", node, at);
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty()) {
    if (out.size() >= limit) return out + "…";
    const auto [bytes, is_whole] = first_character(text);
    const std::string_view character = text.substr(0, is_whole ? bytes : 1);
    if (!is_whole || is_control(character)) {
      for (const char c : character) out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
  return out;
}

std::string shown(const json& value) {
  std::string sketched;
  sketch(value, sketched);
  return printable(sketched);
}

std::string Malformed::message() const {
  const std::string where = byte           ? fmt::format("at byte {}: ", *byte)
                            : path.empty() ? ""
                                           : fmt::format("at {}: ", printable(path, 200));
  return fmt::format("{}expected {}, found {}", where, expected, found);
}

}  // namespace clockwise
