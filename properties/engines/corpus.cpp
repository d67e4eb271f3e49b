// The corpus engine: every file under vectors/ and regressions/, in the order of their names.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "properties/engines/engine.hpp"
#include "properties/kit/json.hpp"

namespace clockwise {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw EngineError(fmt::format("{}: cannot be read", path.string()));
  return text.str();
}

// The case files of a corpus. What lies in malformed/ is not one by design.
std::vector<fs::path> case_files(const fs::path& corpus) {
  std::vector<fs::path> files;
  for (const char* part : {"vectors", "regressions"}) {
    const fs::path folder = corpus / part;
    if (!fs::is_directory(folder)) continue;
    for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::end(entry); ++entry) {
      if (entry->is_directory() && entry->path().filename() == "malformed") {
        entry.disable_recursion_pending();
      } else if (entry->is_regular_file() && entry->path().extension() == ".json") {
        files.push_back(entry->path());
      }
    }
  }
  std::ranges::sort(files);
  if (files.empty()) {
    throw EngineError(
        fmt::format("{}: expected a corpus, a folder with case files (*.json) under vectors/ or "
                    "regressions/, found none",
                    corpus.empty() ? "(no folder)" : corpus.string()));
  }
  return files;
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

std::string supply(Judge& judge, const Plan& plan) {
  const std::vector<fs::path> files = case_files(plan.corpus);
  std::size_t vectors = 0;
  std::size_t replayed = 0;
  for (std::size_t i = plan.shard; i < files.size(); i += plan.shards) {
    auto read = read_vector_or_case(read_file(files[i]));
    if (!read) {
      throw EngineError(fmt::format("{}: {}", files[i].string(), read.error().message()));
    }
    if (!read->trace.states.empty()) {
      hold_reference_to(*read, files[i]);
      ++vectors;
    }
    if (read->asked.name.empty()) read->asked.name = files[i].stem().string();
    ++replayed;
    if (plan.progress)
      plan.progress(static_cast<double>(i + 1) / static_cast<double>(files.size()));
    if (!judge.judge(read->asked)) break;
  }
  return fmt::format("replayed {} files: {} vectors, {} bare cases", replayed, vectors,
                     replayed - vectors);
}

}  // namespace

extern const Engine corpus_engine;
const Engine corpus_engine{
    .slug = "corpus",
    .about = "replays the vectors and the regressions",
    .supply = supply,
};

}  // namespace clockwise
