#include "reference/store.hpp"

namespace clockwise {
namespace {

bool is_on(const Move& move, Position position) {
  if (move.from == move.to) return true;
  if (move.from < move.to) return move.from < position && position <= move.to;
  return move.from < position || position <= move.to;
}

}  // namespace

void Store::open(std::vector<Position> keys) {
  keys_ = std::move(keys);
  owners_.clear();
  records_.clear();
}

void Store::publish(std::vector<NodeId> owners) { owners_ = std::move(owners); }

void Store::write(std::size_t key, Record record) { records_[{owners_[key], key}] = record; }

std::optional<Store::Record> Store::read(std::size_t key) const { return at(owners_[key], key); }

std::optional<Store::Record> Store::read_or_ask_giver(std::size_t key,
                                                      std::span<const Move> plan) const {
  if (const auto found = read(key)) return found;
  for (const Move& move : plan) {
    if (is_on(move, keys_[key])) return at(move.giver, key);
  }
  return std::nullopt;
}

void Store::copy(const Move& move) {
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    if (!is_on(move, keys_[key])) continue;
    if (const auto record = at(move.giver, key)) records_[{move.taker, key}] = *record;
  }
}

void Store::drop(const Move& move) {
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    if (is_on(move, keys_[key])) records_.erase({move.giver, key});
  }
}

std::optional<Store::Record> Store::at(NodeId node, std::size_t key) const {
  const auto record = records_.find({node, key});
  if (record == records_.end()) return std::nullopt;
  return record->second;
}

}  // namespace clockwise
