#include "channel/library_types.h"

namespace ringfence::channel {
namespace {

// A value that is not an enumerator becomes -1, which is not one either.
int enumerator(reach::Wide value) {
    return value >= 0 && value < 1000 ? static_cast<int>(value) : -1;
}

}  // namespace

std::size_t data_type_bytes(reach::Wide type) {
    switch (enumerator(type)) {
        case 3:   // int8
        case 8:   // unsigned int8
        case 28:  // float8, both forms
        case 29: return 1;
        case 2:   // half
        case 14:  // bfloat16
        case 7:   // complex int8
        case 9: return 2;
        case 0:   // float
        case 10:  // int32
        case 12:  // unsigned int32
        case 6:   // complex half
        case 15:  // complex bfloat16
            return 4;
        case 1:   // double
        case 4:   // complex float
        case 11:  // complex int32
        case 13: return 8;
        case 5:  // complex double
            return 16;
        default: return 0;
    }
}

std::size_t compute_scalar_bytes(reach::Wide compute_type, reach::Wide c_type) {
    const bool is_complex = c_type == 4 || c_type == 5;
    switch (enumerator(compute_type)) {
        case 64:  // 16F, and pedantic
        case 65: return 2;
        case 72:  // 32I
        case 73: return 4;
        case 68:  // 32F, in all its forms
        case 69:
        case 74:
        case 75:
        case 77: return is_complex ? 8 : 4;
        case 70:  // 64F
        case 71: return is_complex ? 16 : 8;
        default: return 0;
    }
}

}  // namespace ringfence::channel
