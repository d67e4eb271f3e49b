// Cases as JSON ↔ inputs of the targets: what fills corpus/seeds, and what shows an input in words.
//
//   fuzz_convert encode small|large FOLDER CASE.json…   each as FOLDER/NAME, those that fit
//   fuzz_convert decode small|large INPUT…              each as one line of JSON
//   fuzz_convert replies FOLDER CASE.json…              each with the right reply (adapter_reply)
//   fuzz_convert version                                of the encoding
//
// Exit code 2 where a file cannot be read.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "properties/engines/bytes.hpp"
#include "properties/kit/expected.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::fuzz {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& said) {
  fmt::print(stderr, "{}\n", said);
  std::exit(2);
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) fail(fmt::format("{}: cannot be read", path.string()));
  return text;
}

// A case of positions: bytes encode no other.
Case read_case_file(const fs::path& path) {
  const auto read_text = read_vector_or_case(read(path));
  if (!read_text) fail(fmt::format("{}: {}", path.string(), read_text.error().message()));
  if (read_text->asked.level != Level::positions) {
    fail(fmt::format("{}: at /nodes: expected a case of positions", path.string()));
  }
  return read_text->asked;
}

void write(const fs::path& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  out.close();
  if (!out) fail(fmt::format("{}: cannot be written", path.string()));
}

void encode_all(const Limits& limits, const fs::path& folder, std::span<char*> files) {
  std::size_t written = 0;
  for (const char* file : files) {
    const auto bytes = encode(read_case_file(file), limits);
    if (!bytes) continue;
    write(folder / fs::path(file).stem(), std::string(bytes->begin(), bytes->end()));
    ++written;
  }
  fmt::print("{} of {} cases encoded\n", written, files.size());
}

void reply_to_all(const fs::path& folder, std::span<char*> files) {
  for (const char* file : files) {
    const Case c = read_case_file(file);
    write(folder / fs::path(file).stem(),
          fmt::format("{}\n{}\n", write_case(c), write_trace(c, expect(c).trace)));
  }
}

void decode_all(const Limits& limits, std::span<char*> files) {
  for (const char* file : files) {
    const std::string text = read(file);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    fmt::print("{}\n", write_case(decode(std::span(bytes, text.size()), limits)));
  }
}

}  // namespace
}  // namespace clockwise::fuzz

int main(int argc, char** argv) {
  using namespace clockwise::fuzz;
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  const auto word = [&](std::size_t i) -> std::string_view {
    return i < arguments.size() ? arguments[i] : "";
  };
  const bool has_size = word(2) == "small" || word(2) == "large";
  const Limits& limits = word(2) == "small" ? kSmall : kLarge;
  if (word(1) == "version" && argc == 2) {
    fmt::print("{}\n", kEncodingVersion);
  } else if (word(1) == "encode" && has_size && argc > 4) {
    encode_all(limits, arguments[3], arguments.subspan(4));
  } else if (word(1) == "decode" && has_size && argc > 3) {
    decode_all(limits, arguments.subspan(3));
  } else if (word(1) == "replies" && argc > 3) {
    reply_to_all(arguments[2], arguments.subspan(3));
  } else {
    fail(
        "usage: fuzz_convert encode small|large FOLDER CASE.json… | decode small|large INPUT… | "
        "replies FOLDER CASE.json… | version");
  }
  return 0;
}
