// Runs the command as a user does.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "gate/base/words.hpp"
#include "properties/tests/where.hpp"

namespace clockwise::gate {

inline const std::filesystem::path kCorpus = source("corpus");

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void spill(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// A folder of its own, gone at the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "clockwise-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

// A line for the shell, in which `clockwise` is the command under test.
inline Ran shell(const std::string& line) {
  const Folder folder;
  const std::string script = "clockwise() { " + shell_quoted(kCommand) + " \"$@\"; }; { " + line +
                             "; } 2>" + shell_quoted((folder / "err").string());
  Ran ran;
  FILE* pipe = popen(script.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no shell");
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    ran.out.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.err = slurp(folder / "err");
  return ran;
}

// The command with these arguments.
inline Ran clockwise(const std::string& arguments) { return shell("clockwise " + arguments); }
// The same, on the corpus of the checkout, and, unless a limit is given, with one that no machine
// comes near to.
inline Ran check(const std::string& arguments) {
  const bool is_limited = arguments.find("--timeout") != std::string::npos;
  return clockwise("check --corpus " + shell_quoted(kCorpus.string()) +
                   (is_limited ? " " : " --timeout 600 ") + arguments);
}

inline ::testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no \"" << part << "\" in\n" << text;
}

}  // namespace clockwise::gate
