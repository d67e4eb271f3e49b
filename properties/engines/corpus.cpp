// The corpus engine: every case of the subject's level under vectors/, regressions/ and placement/,
// in the order of the files' names.
#include "properties/engines/corpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "properties/engines/engine.hpp"
#include "properties/kit/json.hpp"

namespace clockwise {

namespace fs = std::filesystem;

std::vector<fs::path> case_files(const fs::path& corpus, std::initializer_list<const char*> parts) {
  std::vector<fs::path> files;
  for (const char* part : parts) {
    std::error_code none;
    for (auto entry = fs::recursive_directory_iterator(corpus / part, none);
         entry != fs::end(entry); ++entry) {
      if (entry->is_directory() && entry->path().filename() == "malformed") {
        entry.disable_recursion_pending();
      } else if (entry->is_regular_file() && entry->path().extension() == ".json") {
        files.push_back(entry->path());
      }
    }
  }
  std::ranges::sort(files);
  return files;
}

namespace {

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw EngineError(fmt::format("{}: cannot be read", path.string()));
  return text.str();
}

// A vector is the right answer by the rules. A reference that says otherwise can judge nobody.
void hold_reference_to(const Vector& vector, const fs::path& file) {
  const Case& c = vector.asked;
  const Trace reference = expect(c).trace;
  for (std::size_t i = 0; i < c.states(); ++i) {
    const State& given = vector.trace.states[i];
    const State& right = reference.states[i];
    const std::size_t k = first_difference(given, right);
    if (agree(given.step, right.step) && k == c.keys.size()) continue;
    const std::string what =
        !agree(given.step, right.step)
            ? fmt::format("the step is {}, by the vector {}", say_step(reference, i),
                          say_step(vector.trace, i))
        : !same_owner(given, k, right, k)
            ? fmt::format("the owner of key {} is {}, by the vector {}", c.keys[k],
                          say_owner(c, reference, i, k), say_owner(c, vector.trace, i, k))
            : fmt::format("the replicas of key {} are {}, by the vector {}", c.keys[k],
                          say_replicas(c, reference, i, k), say_replicas(c, vector.trace, i, k));
    throw std::logic_error(fmt::format(
        "{}: the reference disagrees with the vector: in state {} {}", file.string(), i, what));
  }
}

std::string supply(Judge& judge, const RunOptions& options) {
  const std::vector<fs::path> files = case_files(options.corpus);
  if (files.empty()) {
    throw EngineError(
        fmt::format("{}: expected a corpus, a folder with case files (*.json) under vectors/, "
                    "regressions/ or placement/, found none",
                    options.corpus.empty() ? "(no folder)" : options.corpus.string()));
  }
  std::size_t vectors = 0;
  std::size_t bare = 0;
  std::uint64_t number = 0;  // among the cases of this level
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto read = read_vector_or_case(read_file(files[i]));
    if (!read) {
      throw EngineError(fmt::format("{}: {}", files[i].string(), read.error().message()));
    }
    Case& c = read->asked;
    if (c.level != judge.subject().level()) continue;
    if (number++ % options.shards != options.shard) continue;
    if (!read->trace.states.empty()) hold_reference_to(*read, files[i]);
    ++(read->trace.states.empty() ? bare : vectors);
    if (c.name.empty()) c.name = files[i].stem().string();
    report_progress(options, i + 1, files.size());
    if (!judge.judge(std::move(c))) break;
  }
  if (number == 0) {
    throw EngineError(fmt::format("{}: expected cases of {}, found none", options.corpus.string(),
                                  judge.subject().level() == Level::names ? "names" : "positions"));
  }
  return fmt::format("replayed {}: {}, {}", counted(vectors + bare, "file"),
                     counted(vectors, "vector"), counted(bare, "bare case"));
}

}  // namespace

extern const Engine corpus_engine;
const Engine corpus_engine{
    .slug = "corpus",
    .about = "replays the vectors and the regressions",
    .supply_positions = supply,
    .supply_names = supply,
};

}  // namespace clockwise
