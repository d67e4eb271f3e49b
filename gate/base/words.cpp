#include "gate/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "properties/kit/hash.hpp"
#include "properties/kit/utf8.hpp"

namespace clockwise::gate {

std::string visible(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::string_view bytes = text.substr(0, character.is_whole ? character.bytes : 1);
    // The control characters of ASCII, and those from U+0080 to U+009F, which some terminals obey.
    const auto first = static_cast<unsigned char>(bytes[0]);
    const bool is_control = first < 0x20 || first == 0x7f ||
                            (first == 0xc2 && static_cast<unsigned char>(bytes.back()) < 0xa0);
    for (const char byte : bytes) {
      if (character.is_whole && !is_control) {
        shown.push_back(byte);
      } else {
        shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
      }
    }
    text.remove_prefix(bytes.size());
  }
  return shown;
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string left(std::string_view text, std::size_t columns) {
  const std::size_t taken = width(text);
  return std::string(text) + std::string(columns > taken ? columns - taken : 0, ' ');
}

std::string right(std::string_view text, std::size_t columns) {
  const std::size_t taken = width(text);
  return std::string(columns > taken ? columns - taken : 0, ' ') + std::string(text);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    if (word.empty()) continue;
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (width(line) + 1 + width(word) <= columns) {
      line.append(" ").append(word);
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

std::string paragraph(std::string_view first, std::string_view text, std::size_t columns) {
  const std::size_t indent = width(first);
  std::string block(first);
  bool is_first = true;
  for (const std::string& line : wrapped(text, columns > indent ? columns - indent : 1)) {
    if (!is_first) block += std::string(indent, ' ');
    is_first = false;
    block += line;
    block += '\n';
  }
  return block;
}

std::string aligned(const std::vector<Cells>& rows, const std::vector<bool>& numbers) {
  std::vector<std::size_t> widths;
  for (const Cells& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string text;
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_number = i < numbers.size() && numbers[i];
      line += is_number ? right(row[i], widths[i]) : left(row[i], widths[i]);
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string xml_escaped(std::string_view text) {
  std::string xml;
  for (const char c : text) {
    switch (c) {
      case '&': xml += "&amp;"; break;
      case '<': xml += "&lt;"; break;
      case '>': xml += "&gt;"; break;
      case '"': xml += "&quot;"; break;
      default: xml.push_back(c);
    }
  }
  return xml;
}

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted.push_back(c);
    }
  }
  return quoted + "'";
}

std::string content_hash(std::string_view text) { return fmt::format("{:016x}", hash_of(text)); }

}  // namespace clockwise::gate
