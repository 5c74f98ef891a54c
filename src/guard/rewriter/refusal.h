// A refusal: the thing that cannot be made safe, where it is, and what to do.
#pragma once

#include <string>

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

}  // namespace ringfence::guard::rewriting
