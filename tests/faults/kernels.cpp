#include <unistd.h>

#include <chrono>

#include "../basic_kernels.h"
#include "route.h"

namespace ringfence::faults {
namespace {

constexpr const char* head = ".version 8.0\n.target sm_80\n.address_size 64\n";

}  // namespace

const std::string kernels = std::string(basic_kernels) + R"(
.visible .entry busy(.param .u64 cycles)
{
    .reg .b64 %rd<5>;
    .reg .pred %p;
    ld.param.u64 %rd1, [cycles];
    mov.u64 %rd2, %clock64;
again:
    mov.u64 %rd3, %clock64;
    sub.u64 %rd4, %rd3, %rd2;
    setp.lt.u64 %p, %rd4, %rd1;
    @%p bra again;
    ret;
}

.visible .entry fault()
{
    trap;
}

.visible .entry stray()
{
    .reg .b64 %rd<2>;
    mov.u64 %rd1, 64;
    st.global.u64 [%rd1], %rd1;
    ret;
}
)";

std::string slow_module() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    const std::string salt = std::to_string((now ^ ::getpid()) & 0x3fff'ffff);
    std::string text = head;
    for (int kernel = 0; kernel < 400; ++kernel) {
        text += ".visible .entry k" + std::to_string(kernel) +
                "(.param .u64 p)\n{\n.reg .b32 %r<3>;\n.reg .b64 %d;\nmov.u32 %r1, " + salt + ";\n";
        for (int line = 0; line < 600; ++line)
            text += "mad.lo.u32 %r1, %r1, " + std::to_string(line + 3) + ", %r1;\n";
        text += "ld.param.u64 %d, [p];\nst.global.u32 [%d], %r1;\nret;\n}\n";
    }
    return text;
}

std::string module_with(const std::string& kernel) {
    return std::string(head) + ".visible .entry " + kernel + "()\n{\n    ret;\n}\n";
}

}  // namespace ringfence::faults
