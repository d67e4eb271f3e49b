// A main without an engine: runs a target on the files that are named, and on those in the folders
// that are named. Exit code 2 where one cannot be read, or where there is none.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& said) {
  fmt::print(stderr, "{}\n", said);
  std::exit(2);
}

std::vector<fs::path> files_of(const fs::path& input) {
  std::error_code error;
  if (!fs::is_directory(input, error)) return {input};
  std::vector<fs::path> files;
  constexpr auto kOptions = fs::directory_options::follow_directory_symlink;
  for (auto entry = fs::recursive_directory_iterator(input, kOptions, error);
       entry != fs::end(entry); entry.increment(error)) {
    if (!entry->is_directory(error)) files.push_back(entry->path());
  }
  if (error) fail(fmt::format("{}: cannot be read: {}", input.string(), error.message()));
  std::ranges::sort(files);
  return files;
}

std::vector<std::uint8_t> read(const fs::path& path) {
  // Asked first: to open a pipe is to wait for whoever writes to it.
  std::error_code error;
  const bool is_file = fs::is_regular_file(path, error);
  std::ifstream in;
  if (is_file) in.open(path, std::ios::binary);
  if (!in.is_open()) {
    fail(fmt::format("{}: expected a file or a folder, cannot be read", path.string()));
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int argc, char** argv) {
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  std::vector<fs::path> files;
  for (const char* input : std::span(argv, static_cast<std::size_t>(argc)).subspan(1)) {
    std::ranges::copy(files_of(input), std::back_inserter(files));
  }
  if (files.empty()) {
    fail(fmt::format("{}: expected files or folders with inputs, found none", argv[0]));
  }
  for (const fs::path& file : files) {
    const std::vector<std::uint8_t> bytes = read(file);
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  fmt::print("{}: {} inputs, no finding\n", fs::path(argv[0]).filename().string(), files.size());
  return 0;
}
