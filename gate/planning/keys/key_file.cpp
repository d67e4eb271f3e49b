#include "gate/planning/keys/key_file.hpp"

#include <fmt/format.h>

#include "gate/base/files.hpp"
#include "gate/planning/keys/groups.hpp"
#include "gate/planning/keys/records.hpp"
#include "properties/kit/decimal.hpp"

namespace clockwise::gate {
namespace {

Repeat first_repeat(Groups& groups, Progress& progress) {
  Repeat found;
  groups.for_each(
      [&](std::string_view key, std::span<const Entry> entries) {
        if (entries.size() < 2 || (found.line != 0 && found.line < entries[1].line)) return;
        found = {entries[1].line, entries[0].line, std::string(key)};
      },
      [&](double share) { progress.show("looking for keys that come twice", share); });
  return found;
}

}  // namespace

void for_each_key(const std::string& path, RingSize size, Progress& progress,
                  const std::function<void(const Key&)>& visit) {
  Records records(path, {{"key", Kind::text, true},
                         {"at", Kind::position, true},
                         {"bytes", Kind::number, false},
                         {"requests", Kind::number, false}});
  const auto weight = [&](std::size_t column) {
    const Value& value = records.values()[column];
    return value.is_there ? std::optional(value.number) : std::nullopt;
  };
  Groups groups;
  while (records.next()) {
    const Key key{records.values()[0].text, records.values()[1].number, weight(2), weight(3)};
    if (!size.contains(key.at)) {
      records.fail(fmt::format("a position below the ring size {}", to_decimal(size.positions())),
                   fmt::format("{}, which is refused as position-out-of-range", key.at));
    }
    groups.add(key.name, {.line = records.line()});
    visit(key);
    if (records.line() % 4096 == 0) progress.show(input_name(path), records.share());
  }
  const Repeat repeat = first_repeat(groups, progress);
  progress.clear();
  if (repeat.line != 0) refuse(path, repeat);
}

}  // namespace clockwise::gate
