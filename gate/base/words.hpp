// Text utilities of every report: padding, wrapping, tables, escaping.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "properties/kit/decimal.hpp"

namespace clockwise::gate {

// The text as a terminal may show it: control characters, and what is not UTF-8, as \xNN.
std::string visible(std::string_view text);

// How many columns it takes: its code points.
std::size_t width(std::string_view text);

// The text, filled up with blanks to `columns` (right: before it).
std::string left(std::string_view text, std::size_t columns);
std::string right(std::string_view text, std::size_t columns);

// The text broken at blanks into lines of at most `columns`, words that are longer excepted. Never
// empty.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

// wrapped(), behind `first` on the first line, and behind as many blanks on the others.
std::string paragraph(std::string_view first, std::string_view text, std::size_t columns = 96);

// Rows as columns, two blanks apart, each column as wide as it has to be. Those of `numbers` are
// flush right.
using Cells = std::vector<std::string>;
std::string aligned(const std::vector<Cells>& rows, const std::vector<bool>& numbers = {});

// As text or an attribute of XML.
std::string xml_escaped(std::string_view text);

// As one word for a shell.
std::string shell_quoted(std::string_view text);

// 16 hexadecimal digits that name this content.
std::string content_hash(std::string_view text);

}  // namespace clockwise::gate
