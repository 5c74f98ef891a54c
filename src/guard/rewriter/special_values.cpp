#include "guard/rewriter/special_values.h"

namespace ringfence::guard::rewriting {
namespace {

Value between(Range sure, Range likely) {
    Value value = Value::number(0);
    value.sure = sure;
    value.likely = likely;
    value.zeros = 0;
    return value;
}

}  // namespace

Value special_value(const ptx::Operand& special) {
    using ptx::SpecialRegister;
    constexpr std::int64_t most_blocks = (std::int64_t{1} << 31) - 1;
    // Blocks of 32 in each direction, grids of 1024: the products of the usual kernels then stay in the usual sizes.
    switch (static_cast<SpecialRegister>(special.id)) {
        case SpecialRegister::Tid: return between({0, 1023}, {0, 31});
        case SpecialRegister::Ntid: return between({1, 1024}, {32, 32});
        case SpecialRegister::Ctaid: return between({0, most_blocks}, {0, 1023});
        case SpecialRegister::Nctaid: return between({1, most_blocks}, {1, 1024});
        case SpecialRegister::Laneid: return between({0, 31}, {0, 31});
        default: {
            const ptx::isa::SpecialRegisterInfo& info = ptx::isa::info(static_cast<SpecialRegister>(special.id));
            return Value::unknown(ptx::isa::info(info.type).bits, false);
        }
    }
}

}  // namespace ringfence::guard::rewriting
