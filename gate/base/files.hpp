// Files in and out.
#pragma once

#include <string>
#include <string_view>

#include "properties/kit/json.hpp"

namespace clockwise::gate {

// The path as an error names it: "standard input" for "-".
std::string input_name(const std::string& path);

// The text of a file, or of standard input for "-". Throws UsageError where it cannot be read, or
// is larger than any case has reason to be.
std::string read_input(const std::string& path);

// A vector or a bare case from such a text; throws UsageError that names the file and the place.
Vector read_vector_file(const std::string& path);
Case read_case_file(const std::string& path);

// A file that is written whole or not at all: into a temporary one beside it, which then takes its
// place. Throws UsageError, at once, where there is no writing.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void commit(const std::string& text);

 private:
  std::string path_;
  std::string temporary_;  // empty: the path is no regular file, and is written to as it is
  int descriptor_ = -1;
};

// Throws UsageError unless files could be written to this folder, or to it once it is made. Makes
// nothing.
void expect_folder(const std::string& folder);

// Writes the text to standard output. Whether it went there; complains where it did not.
bool print_out(std::string_view text);

// Writes a case as DIR/STEM-HASH.json, in its readable form, the hash being that of the case on one
// line; makes the folder where there is none; returns its path. Throws UsageError where it cannot.
std::string save_case(const std::string& folder, std::string_view stem, const Case& c);

}  // namespace clockwise::gate
