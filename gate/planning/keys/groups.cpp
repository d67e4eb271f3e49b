#include "gate/planning/keys/groups.hpp"

#include <bit>
#include <cstring>

namespace clockwise::gate {
namespace {

// How an entry waits: a head, its position if it has one, its key. Lines are of 1 MiB at most, so
// that the length of a key leaves bits for the rest.
struct Head {
  std::uint32_t length : 24 = 0;
  std::uint32_t source : 7 = 0;
  std::uint32_t has_at : 1 = 0;
  std::uint32_t node = 0;
  std::uint64_t line = 0;
};

void encode(std::string& out, std::string_view key, const Entry& entry) {
  Head head;
  head.length = static_cast<std::uint32_t>(key.size()) & 0xffffffU;
  head.source = entry.source & 0x7fU;
  head.has_at = entry.has_at ? 1 : 0;
  head.node = entry.node;
  head.line = entry.line;
  char bytes[sizeof head + sizeof entry.at];
  std::memcpy(bytes, &head, sizeof head);
  std::memcpy(bytes + sizeof head, &entry.at, sizeof entry.at);
  out.append(bytes, entry.has_at ? sizeof bytes : sizeof head).append(key);
}

// Takes the first entry off the bytes; false where they are at an end, or it is not there whole.
bool decode(std::string_view& bytes, std::string_view& key, Entry& entry) {
  Head head;
  if (bytes.size() < sizeof head) return false;
  std::memcpy(&head, bytes.data(), sizeof head);
  const std::size_t front = sizeof head + (head.has_at != 0 ? sizeof entry.at : 0);
  if (bytes.size() < front + head.length) return false;
  entry = {.line = head.line,
           .at = 0,
           .node = head.node,
           .source = static_cast<std::uint8_t>(head.source),
           .has_at = head.has_at != 0};
  if (entry.has_at) std::memcpy(&entry.at, bytes.data() + sizeof head, sizeof entry.at);
  key = bytes.substr(front, head.length);
  bytes.remove_prefix(front + head.length);
  return true;
}

std::uint64_t hash_of(std::string_view key) { return std::hash<std::string_view>{}(key); }

// The keys of one part, each with its first entries.
class Table {
 public:
  explicit Table(std::size_t entries) : slots_(std::bit_ceil(2 * entries + 2), 0) {}

  void add(std::string_view key, const Entry& entry) {
    // The upper bits of the hash have chosen the part.
    const std::uint64_t hash = hash_of(key);
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != 0) {
      Group& group = groups_[slots_[slot] - 1];
      if (group.key == key) {
        if (group.count < Groups::kMost) group.entries[group.count++] = entry;
        return;
      }
      slot = (slot + 1) & (slots_.size() - 1);
    }
    groups_.push_back({key, 1, {entry}});
    slots_[slot] = static_cast<std::uint32_t>(groups_.size());
  }

  void visit_all(const Groups::Visit& visit) const {
    for (const Group& group : groups_) {
      visit(group.key, std::span(group.entries).first(group.count));
    }
  }

 private:
  struct Group {
    std::string_view key;
    std::size_t count = 0;
    std::array<Entry, Groups::kMost> entries;
  };

  std::vector<std::uint32_t> slots_;  // one more than the index of a group; 0: free
  std::vector<Group> groups_;
};

}  // namespace

void Groups::add(std::string_view key, const Entry& entry) { put(hash_of(key), key, entry); }

void Groups::put(std::uint64_t hash, std::string_view key, const Entry& entry) {
  Part& part = parts_[(hash >> (64 - kBits * (depth_ + 1))) & (kParts - 1)];
  const std::size_t before = part.waiting.size();
  encode(part.waiting, key, entry);
  part.bytes += part.waiting.size() - before;
  waiting_ += part.waiting.size() - before;
  if (waiting_ > memory_) spill();
}

void Groups::spill() {
  for (Part& part : parts_) {
    if (part.waiting.empty()) continue;
    part.spilled.emplace_back(file_.size(), part.waiting.size());
    file_.append(part.waiting);
    part.waiting.clear();
  }
  waiting_ = 0;
}

void Groups::take(Part& part, const std::function<void(std::string_view)>& piece) const {
  std::string bytes;
  for (const auto& [offset, length] : part.spilled) {
    bytes.resize(length);
    file_.read(offset, bytes.data(), length);
    piece(bytes);
  }
  piece(part.waiting);
  part = Part();
}

void Groups::for_each(const Visit& visit, const std::function<void(double share)>& progress) {
  for (std::size_t i = 0; i < kParts; ++i) {
    if (progress) progress(static_cast<double>(i) / static_cast<double>(kParts));
    visit_part(parts_[i], visit);
  }
  waiting_ = 0;
}

void Groups::visit_part(Part& part, const Visit& visit) const {
  // The table takes several times what its entries take.
  const std::size_t most = memory_ / 8;
  const bool can_split = kBits * (depth_ + 2) <= 64;
  if (part.bytes > most && can_split) {
    split(part, visit);
    return;
  }
  // All that is left to split by is one hash: a key that comes over and over, whose first entries
  // are all that is wanted.
  std::string bytes;
  take(part, [&](std::string_view piece) {
    if (bytes.size() <= most) bytes += piece;
  });
  std::string_view rest = bytes;
  std::string_view key;
  Entry entry;
  std::size_t count = 0;
  while (decode(rest, key, entry)) ++count;
  Table table(count);
  rest = bytes;
  while (decode(rest, key, entry)) table.add(key, entry);
  table.visit_all(visit);
}

void Groups::split(Part& part, const Visit& visit) const {
  Groups finer(memory_, depth_ + 1);
  take(part, [&](std::string_view piece) {
    std::string_view key;
    Entry entry;
    while (decode(piece, key, entry)) finer.put(hash_of(key), key, entry);
  });
  finer.for_each(visit);
}

}  // namespace clockwise::gate
