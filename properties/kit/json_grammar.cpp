#include "properties/kit/json_grammar.hpp"

#include <string>

#include "properties/kit/utf8.hpp"

namespace clockwise {
namespace {

// Each function takes what it is named after, as far as the text agrees: when it returns false, the
// next byte is the fault.
class Recognizer {
 public:
  explicit Recognizer(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }

  bool json() {
    std::string open;  // the brackets that are
    while (true) {
      blanks();
      if (take('{')) {
        blanks();
        if (!take('}')) {
          open += '{';
          if (!key()) return false;
          continue;
        }
      } else if (take('[')) {
        blanks();
        if (!take(']')) {
          open += '[';
          continue;
        }
      } else if (!scalar()) {
        return false;
      }
      // A value has ended, and maybe what it is in.
      for (blanks(); !open.empty() && take(open.back() == '{' ? '}' : ']'); blanks()) {
        open.pop_back();
      }
      if (open.empty()) return at_ == text_.size();
      if (!take(',')) return false;
      if (open.back() == '{' && !key()) return false;
    }
  }

 private:
  bool take(char low, char high) {
    if (at_ == text_.size() || text_[at_] < low || text_[at_] > high) return false;
    ++at_;
    return true;
  }
  bool take(char c) { return take(c, c); }
  bool take_any(std::string_view choices) {
    return at_ < text_.size() && choices.contains(text_[at_]) && take(text_[at_]);
  }
  bool word(std::string_view letters) {
    for (const char c : letters) {
      if (!take(c)) return false;
    }
    return true;
  }

  void blanks() {
    while (take_any(" \t\n\r")) continue;
  }

  bool key() {
    blanks();
    if (!string()) return false;
    blanks();
    return take(':');
  }

  bool scalar() {
    switch (at_ < text_.size() ? text_[at_] : '\0') {
      case '"': return string();
      case 't': return word("true");
      case 'f': return word("false");
      case 'n': return word("null");
      default: return number();
    }
  }

  bool digits() {
    if (!take('0', '9')) return false;
    while (take('0', '9')) continue;
    return true;
  }

  bool number() {
    take('-');
    if (!take('0') && !digits()) return false;
    if (take('.') && !digits()) return false;
    if (!take_any("eE")) return true;
    take_any("+-");
    return digits();
  }

  bool string() {
    if (!take('"')) return false;
    while (!take('"')) {
      if (take('\\') ? !escape() : !character()) return false;
    }
    return true;
  }

  bool character() {
    const bool is_control = at_ < text_.size() && static_cast<unsigned char>(text_[at_]) < 0x20;
    if (is_control) return false;
    const Character character = first_character(text_.substr(at_));
    at_ += character.bytes;
    return character.is_whole;
  }

  bool escape() {
    if (take_any("\"\\/bfnrt")) return true;
    if (!take('u')) return false;
    if (!take_any("dD")) return hex(4);
    if (take('0', '7')) return hex(2);
    // The first half of a pair; the second must follow.
    return take_any("89abAB") && hex(2) && word("\\u") && take_any("dD") && take_any("cdefCDEF") &&
           hex(2);
  }

  bool hex(int count) {
    for (; count > 0; --count) {
      if (!take_any("0123456789abcdefABCDEF")) return false;
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::size_t> first_fault(std::string_view text) {
  Recognizer recognizer(text);
  if (recognizer.json()) return std::nullopt;
  return recognizer.at();
}

}  // namespace clockwise
