// The kernels that tests of many kinds use: one text for all.
#pragma once

#include <string>
#include <string_view>

namespace ringfence {

// A module: `add` to numbers, `store` 42 at an address, `spin` until a word is not 0.
inline constexpr std::string_view basic_kernels = R"(.version 8.0
.target sm_90
.address_size 64

.visible .global .align 4 .u32 counter = 5;

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

.visible .entry store(.param .u64 address)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [address];
    mov.u32 %r1, 42;
    st.global.u32 [%rd1], %r1;
    ret;
}

.visible .entry spin(.param .u64 word)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    .reg .pred %p;
    ld.param.u64 %rd1, [word];
again:
    ld.volatile.global.u32 %r1, [%rd1];
    setp.eq.u32 %p, %r1, 0;
    @%p bra again;
    ret;
}
)";

// The last of them alone, to be put behind other kernels.
inline constexpr std::string_view spin_kernel = basic_kernels.substr(basic_kernels.find(".visible .entry spin("));

// A module with one kernel, `hungry`: 8 KiB of local memory for a thread, which it uses.
inline constexpr std::string_view hungry_kernel = R"(.version 8.0
.target sm_80
.address_size 64

.visible .entry hungry(.param .u64 out)
{
    .local .align 8 .b8 space[8192];
    .reg .b64 %rd<8>;
    .reg .b32 %r<8>;
    ld.param.u64 %rd1, [out];
    mov.u64 %rd2, space;
    mov.u32 %r1, 7;
    // At places that no compiler knows: it must not do without the memory.
    mov.u32 %r3, %tid.x;
    mov.u32 %r4, %ctaid.x;
    mad.wide.u32 %rd3, %r3, 4, %rd2;
    mad.wide.u32 %rd4, %r4, 4, %rd2;
    st.local.u32 [%rd3+8000], %r1;
    ld.local.u32 %r2, [%rd4+8000];
    st.global.u32 [%rd1], %r2;
    ret;
}
)";

}  // namespace ringfence
