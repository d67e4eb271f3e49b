// How a verb declares its arguments. CLI11 parses them; its header, which takes long to compile,
// stays in arguments.cpp and main.cpp.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace clockwise::gate {

// Whatever is declared must outlive the parsing. Names beginning with -- are options, others
// positions.
class Declare {
 public:
  explicit Declare(CLI::App& app) : app_(app) {}

  // One text; what it holds before is the default.
  void one(const std::string& name, std::string& value, const std::string& about);
  // Given or not.
  void flag(const std::string& name, bool& value, const std::string& about);
  // One of these texts.
  void one_of(const std::string& name, std::string& value, const std::vector<std::string>& allowed,
              const std::string& about);
  // As for `one`, but it must be there.
  void required(const std::string& name, std::string& value, const std::string& about);
  // Several: an option given several times, or all remaining positions, of which there must be one.
  void several(const std::string& name, std::vector<std::string>& values, const std::string& about);
  // What the help ends with.
  void footer(const std::string& text);

 private:
  CLI::App& app_;
};

}  // namespace clockwise::gate
