// The fuzz engine: coverage-guided search as an engine like the others.
//
// It searches from an empty corpus for cases that lead the ring where it has not been yet, in a
// process of its own, so that a ring that crashes or hangs ends that one only. What it was asked
// then is judged once more in this one, where whoever guards the subject sees it.
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

#include "properties/engines/bytes.hpp"
#include "properties/engines/engine.hpp"
#include "properties/kit/json.hpp"

// libFuzzer's own main: it calls back for every input, and ends the process rather than return.
extern "C" int LLVMFuzzerRunDriver(int* argc, char*** argv,
                                   int (*callback)(const std::uint8_t* data, std::size_t size));

namespace clockwise {

extern const Engine fuzz_engine;

namespace {

constexpr std::size_t kMaxLength = 256;
constexpr std::size_t kMaxProperties = 256;
// How long one case may take before it is tried outside the search.
constexpr std::chrono::seconds kPatience{5};

struct Input {
  std::size_t size = 0;
  std::array<std::uint8_t, kMaxLength> bytes{};

  std::span<const std::uint8_t> span() const { return std::span(bytes).first(size); }
};

struct Found {
  std::size_t property;  // by its place among the judge's
  Input input;
};

// Memory of both processes. The searching one writes; what it has written is there when it is gone.
struct Board {
  Input asked;  // the case that is being judged, or was when the process ended
  std::atomic<std::uint64_t> cases{0};
  std::uint64_t questions = 0;
  std::array<std::uint64_t, kClasses> classes{};
  std::array<Tally, kMaxProperties> tallies{};
  std::size_t found_count = 0;
  std::array<Found, kMaxProperties> found{};
  std::atomic<bool> stop{false};  // written by the other one
  std::atomic<bool> is_over{false};
};

class SharedBoard {
 public:
  SharedBoard() {
    void* memory =
        mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    board_ = new (memory) Board;
  }
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;
  ~SharedBoard() { munmap(board_, sizeof(Board)); }

  Board& operator*() const { return *board_; }

 private:
  Board* board_;
};

Case case_of(const Input& input) { return fuzz::decode(input.span(), fuzz::kSmall); }

// ---- The process that searches. ----------------------------------------------------------------

// What the callback, a plain function, works on.
struct Search {
  Judge* judge;
  Board* board;
  std::uint64_t limit;
};
Search search{};

int judge_input(const std::uint8_t* data, std::size_t size) {
  auto& [judge, board, limit] = search;
  board->asked.size = size;
  std::copy_n(data, size, board->asked.bytes.begin());
  const Case c = case_of(board->asked);
  for (const Property* property : judge->try_case(c)) {
    const auto place = std::ranges::find(judge->properties(), property);
    board->found[board->found_count++] = {
        static_cast<std::size_t>(place - judge->properties().begin()), board->asked};
    judge->record(*property, c);
  }
  const Score& score = judge->scores().back();
  board->questions = score.questions;
  board->classes = score.classes;
  std::ranges::copy(score.tallies, board->tallies.begin());
  board->cases = score.cases;
  if (judge->done() || board->stop || score.cases >= limit) {
    board->is_over = true;
    _exit(0);
  }
  return 0;
}

[[noreturn]] void run_search(Judge& judge, Board& board, std::uint64_t limit, std::uint64_t seed) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A crash ends this process without a word; the other one will show it.
  for (const int fatal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) signal(fatal, SIG_DFL);
  if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
  search = {&judge, &board, limit};
  judge.no_shrinking();
  judge.begin(fuzz_engine.slug);

  std::vector<std::string> words = {"fuzz",
                                    fmt::format("-max_len={}", kMaxLength),
                                    "-timeout=0",
                                    fmt::format("-seed={}", seed % 0x7FFFFFFE + 1),
                                    "-verbosity=0",
                                    "-rss_limit_mb=0",
                                    "-malloc_limit_mb=0",
                                    "-detect_leaks=0",
                                    "-len_control=0",
                                    "-use_counters=0"};
  for (const char* name : {"abrt", "bus", "fpe", "ill", "int", "segv", "term", "xfsz"}) {
    words.push_back(fmt::format("-handle_{}=0", name));
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  char** list = arguments.data();
  LLVMFuzzerRunDriver(&count, &list, judge_input);
  _exit(1);
}

// ---- The process that asked for it. ------------------------------------------------------------

// Waits for the end of the other process, or ends it where it makes no headway. Returns how it
// ended, in words; empty where it came to its end.
std::string wait_for(pid_t process, Judge& judge, Board& board, const RunOptions& options,
                     const std::function<double(std::uint64_t)>& share) {
  std::uint64_t seen = 0;
  auto since = std::chrono::steady_clock::now();
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const auto now = std::chrono::steady_clock::now();
    if (judge.done()) board.stop = true;
    if (options.progress) options.progress(share(board.cases));
    if (board.cases != seen) {
      seen = board.cases;
      since = now;
    } else if (now - since > kPatience) {
      kill(process, SIGKILL);
      waitpid(process, &status, 0);
      return "no headway";
    }
  }
  if (board.is_over) return "";
  if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

// Records what was found, shrunk here, by the judge. Returns the number of cases.
std::uint64_t take_over(Judge& judge, const Board& board) {
  Score part;
  part.cases = board.cases;
  part.questions = board.questions;
  part.classes = board.classes;
  part.tallies.assign(board.tallies.begin(),
                      board.tallies.begin() + static_cast<long>(judge.properties().size()));
  judge.add(part);
  for (const Found& found : std::span(board.found).first(board.found_count)) {
    const Case c = case_of(found.input);
    judge.record(*judge.properties()[found.property], c);
  }
  return part.cases;
}

std::string supply(Judge& judge, const RunOptions& options) {
  if (judge.properties().size() > kMaxProperties) throw std::logic_error("too many properties");
  const std::uint64_t count = sample_count(options, 30'000, 150'000, 5'000'000);
  std::uint64_t made = 0;
  const auto share = [&](std::uint64_t now) {
    if (options.budget.seconds) return -1.0;
    return static_cast<double>(made + now) / static_cast<double>(count);
  };
  // Another try is another seed, after a case that took too long.
  std::uint64_t seed = sample_seed(options);
  for (; made < count && !judge.done(); ++seed) {
    const SharedBoard shared;
    Board& board = *shared;
    const pid_t process = fork();
    if (process == -1) throw std::runtime_error("the fuzz engine cannot start a process");
    if (process == 0) run_search(judge, board, count - made, seed);
    const std::string ending = wait_for(process, judge, board, options, share);
    made += take_over(judge, board);
    if (ending.empty()) break;
    // Alone, and under guard. A slow ring may just come to its end here.
    const Case c = case_of(board.asked);
    judge.judge(c);
    ++made;
    if (ending != "no headway" && judge.violations().empty()) {
      throw std::runtime_error(fmt::format(
          "the fuzz engine's process ended ({}) at a case that passes when it is run alone: {}",
          ending, write_case(c)));
    }
  }
  return fmt::format("{} from an empty corpus, guided by the coverage of the ring, seed {}",
                     counted(made, "case"), options.seed);
}

}  // namespace

const Engine fuzz_engine{
    .slug = "fuzz",
    .about = "lets coverage guide the search (libFuzzer)",
    .supply_positions = supply,
    .is_default = false,
};

}  // namespace clockwise
