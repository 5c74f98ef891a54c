#include "ptx/fit_text.h"

#include <fmt/format.h>

namespace ringfence::ptx::fitting {

std::string type_text(Operation::OperandType wanted) {
    const TypeInfo& type = isa::info(wanted.type);
    return wanted.twice ? fmt::format("{}-bit", type.bits * 2) : fmt::format("`.{}`", type.name);
}

std::string_view shape_text(isa::Shape shape) {
    switch (shape) {
        case isa::Shape::Value: return "a register or an immediate";
        case isa::Shape::Immediate: return "an immediate";
        case isa::Shape::Register: return "a register";
        case isa::Shape::Anything: return "a register, an immediate or a symbol";
        case isa::Shape::Label: return "a label";
        case isa::Shape::Address: return "an address in brackets";
        case isa::Shape::Object: return "an object and its coordinates in brackets";
        case isa::Shape::Pair: return "two registers separated by `|`";
    }
    return "";
}

}  // namespace ringfence::ptx::fitting
