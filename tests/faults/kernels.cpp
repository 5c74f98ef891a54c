#include <unistd.h>

#include <chrono>

#include "route.h"

namespace ringfence::faults {
namespace {

constexpr const char* head = ".version 8.0\n.target sm_80\n.address_size 64\n";

}  // namespace

const char* const kernels = R"(
.version 8.0
.target sm_80
.address_size 64

.visible .entry add(.param .u64 data, .param .u32 amount)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [data];
    ld.param.u32 %r1, [amount];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r3, [%rd3];
    add.u32 %r3, %r3, %r1;
    st.global.u32 [%rd3], %r3;
    ret;
}

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
