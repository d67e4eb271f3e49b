// Reads the tree of a JSON text member by member, so that the code reads like the form. For the
// readers of a form only: json_read.cpp, and those of the adapter protocol.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "properties/kit/json.hpp"
#include "properties/kit/json_text.hpp"

namespace clockwise {

// A value in the tree of a JSON text, and where it is. Whatever it does not turn out to be is
// thrown as Malformed; who reads a form catches that. The tree must outlive it, and so must the
// Reader that it came from: where it is is only put into words when that is asked for.
class Reader {
 public:
  explicit Reader(const nlohmann::json& value) : value_(value) {}

  [[noreturn]] void fail(std::string expected) const { fail(std::move(expected), shown(value_)); }
  [[noreturn]] void fail(std::string expected, std::string found) const {
    throw Malformed{path(), {}, std::move(expected), std::move(found)};
  }

  // ---- Objects. ----

  // Fails unless this is an object of no other members than these.
  void allow_only(std::initializer_list<std::string_view> members) const {
    for_each_member([&](const std::string& name, const Reader& member) {
      if (std::ranges::find(members, name) != members.end()) return;
      member.fail(fmt::format("no member but \"{}\"", fmt::join(members, "\", \"")),
                  shown(nlohmann::json(name)));
    });
  }
  // Fails unless this is an object of exactly one of these members, and returns it with its name.
  std::pair<std::string_view, Reader> the_one(
      std::initializer_list<std::string_view> members) const {
    allow_only(members);
    if (value_.size() != 1) {
      fail(fmt::format("one member of \"{}\"", fmt::join(members, "\", \"")));
    }
    const std::string& name = value_.begin().key();
    return {name, Reader(value_.front(), this, name)};
  }
  std::optional<Reader> find(std::string_view name) const {
    const auto member = value_.find(name);
    if (member == value_.end()) return std::nullopt;
    return Reader(*member, this, member.key());
  }
  Reader operator[](std::string_view name) const {
    if (auto member = find(name)) return *std::move(member);
    fail(fmt::format("a member \"{}\"", name));
  }
  template <class Visit>
  void for_each_member(Visit visit) const {
    if (!value_.is_object()) fail("an object");
    for (const auto& [name, member] : value_.items()) {
      visit(name, Reader(member, this, name));
    }
  }

  // ---- Lists. ----

  template <class Visit>
  void for_each(std::string_view elements, Visit visit) const {
    if (!value_.is_array()) fail(fmt::format("a list of {}", elements));
    for (std::size_t i = 0; i < value_.size(); ++i) {
      visit(Reader(value_[i], this, {}, i));
    }
  }
  // The same for a list that has `size` elements.
  template <class Visit>
  void for_each(std::string_view elements, std::size_t size, Visit visit) const {
    if (value_.is_array() && value_.size() != size) {
      fail(fmt::format("a list of {}: {} in all", elements, size), std::to_string(value_.size()));
    }
    for_each(elements, std::move(visit));
  }

  // ---- Values. ----

  bool is_null() const { return value_.is_null(); }
  bool is_string() const { return value_.is_string(); }
  bool is_list() const { return value_.is_array(); }
  bool is_object() const { return value_.is_object(); }

  const std::string& text() const {
    if (!is_string()) fail("a string");
    return value_.get_ref<const std::string&>();
  }
  const std::string& name() const {
    if (!is_string() || !is_name(text())) fail("a name of 1 to 255 bytes");
    return text();
  }
  Position position() const {
    const auto position = is_string() ? parse_position(text()) : std::nullopt;
    if (!position) fail("a position as a decimal string, \"0\" to \"18446744073709551615\"");
    return *position;
  }
  Count count() const {
    const auto count = is_string() ? parse_count(text()) : std::nullopt;
    if (!count) {
      fail("a number of positions as a decimal string, \"0\" to \"18446744073709551616\"");
    }
    return *count;
  }
  bool boolean() const {
    if (!value_.is_boolean()) fail("true or false");
    return value_.get<bool>();
  }
  std::uint64_t whole_number() const {
    if (!value_.is_number_unsigned()) fail("a whole number, 0 to 18446744073709551615");
    return value_.get<std::uint64_t>();
  }

 private:
  Reader(const nlohmann::json& value, const Reader* inside, std::string_view member,
         std::size_t element = 0)
      : value_(value), inside_(inside), member_(member), element_(element) {}

  std::string path() const {
    if (inside_ == nullptr) return "";
    return path_into(inside_->path(),
                     inside_->is_object() ? std::string(member_) : std::to_string(element_));
  }

  const nlohmann::json& value_;
  const Reader* inside_ = nullptr;
  std::string_view member_;
  std::size_t element_ = 0;
};

}  // namespace clockwise
