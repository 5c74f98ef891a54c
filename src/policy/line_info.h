// Which line of the source an instruction comes from: BTF's line information, which clang -g makes.
#pragma once

#include <functional>
#include <optional>

#include "base/result.h"
#include "policy/object_file.h"
#include "policy/program.h"

namespace ringfence::policy {

// Where the instructions of a section begin in the program, by the section's name; none: it has none.
using SectionStart = std::function<std::optional<std::uint32_t>(std::string_view)>;

// Fills in files and lines of the program. An object without BTF has none, which is fine.
[[nodiscard]] Result<void> read_lines(const ObjectFile& file, const SectionStart& start_of, Program& program);

}  // namespace ringfence::policy
