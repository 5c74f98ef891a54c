// Reads from which line of the source each instruction comes: BTF's line information, which clang -g makes.
#pragma once

#include <functional>
#include <optional>

#include "base/result.h"
#include "policy/object_file.h"
#include "policy/program.h"

namespace ringfence::policy {

// Where the instructions of a section begin in the program, by the section's name; none if it has no code.
using SectionStart = std::function<std::optional<std::uint32_t>(std::string_view)>;

// Sets files and lines of the program. An object without BTF has none, which is not an error.
[[nodiscard]] Result<void> read_lines(const ObjectFile& file, const SectionStart& start_of, Program& program);

}  // namespace ringfence::policy
