// Words for the messages of the functions that fit operands to a form.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "ptx/operation.h"

namespace ringfence::ptx::fitting {

// `.u32` for a type, `.b64` for one of twice its width.
std::string type_text(Operation::OperandType wanted);

std::string_view shape_text(isa::Shape shape);

// Always false, so that a function can end with it.
inline bool say(std::string* why, std::string message) {
    if (why != nullptr) {
        *why = std::move(message);
    }
    return false;
}

}  // namespace ringfence::ptx::fitting
