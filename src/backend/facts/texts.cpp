#include "backend/facts/texts.h"

namespace ringfence::backend {

const char* const head_80 = ".version 8.0\n.target sm_80\n.address_size 64\n";
const char* const head_90 = ".version 8.0\n.target sm_90\n.address_size 64\n";

std::string_view quick_text() {
    static const std::string text = std::string(head_80) + address_kernels + arithmetic_kernels() + code_kernels +
                                    copy_kernels + launch_kernels + parameter_kernels + shared_kernels;
    return text;
}

std::string_view quick_text_90() {
    static const std::string text = std::string(head_90) + copy_kernels_90 + launch_kernels_90 + shared_kernels_90;
    return text;
}

}  // namespace ringfence::backend
