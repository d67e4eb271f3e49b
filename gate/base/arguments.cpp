#include "gate/base/arguments.hpp"

#include <CLI/CLI.hpp>

namespace clockwise::gate {

namespace {

// No option here takes an empty value; one is a slip of a script.
CLI::Validator not_empty() {
  const auto check = [](const std::string& value) {
    return std::string(value.empty() ? "expected a value, found an empty one" : "");
  };
  return {check, ""};
}

}  // namespace

void Declare::one(const std::string& name, std::string& value, const std::string& about) {
  app_.add_option(name, value, about)->check(not_empty());
}

void Declare::flag(const std::string& name, bool& value, const std::string& about) {
  app_.add_flag(name, value, about);
}

void Declare::one_of(const std::string& name, std::string& value,
                     const std::vector<std::string>& allowed, const std::string& about) {
  app_.add_option(name, value, about)->check(CLI::IsMember(allowed));
}

void Declare::required(const std::string& name, std::string& value, const std::string& about) {
  app_.add_option(name, value, about)->required();
}

void Declare::several(const std::string& name, std::vector<std::string>& values,
                      const std::string& about) {
  CLI::Option* option = app_.add_option(name, values, about);
  if (name.starts_with("--")) {
    option->allow_extra_args(false);
  } else {
    option->required();
  }
}

void Declare::footer(const std::string& text) { app_.footer(text); }

}  // namespace clockwise::gate
