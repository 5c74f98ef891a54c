// A refusal: the thing that cannot be made safe, where it is, and what to do.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/core.h>

#include "base/result.h"
#include "base/source_map.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

inline Error refusal(const ptx::Module& module, ptx::SourceRange where, std::string message, std::string remedy) {
    const LineColumn position = LineMap(*module.source).position(where.begin);
    return Error::bad_input(std::move(message))
        .at({module.file_name, position.line, position.column})
        .with_remedy(std::move(remedy));
}

// A module that takes too much memory to guard.
inline Error too_long(const std::string& file, std::uint64_t bytes, std::uint64_t most) {
    return Error::bad_input(fmt::format("rewritten, the text has {} bytes or more, and {} are the most", bytes, most))
        .at({file, 0, 0})
        .with_remedy("run this program in a domain of its own (--isolation private), or split the module");
}

}  // namespace ringfence::guard::rewriting
