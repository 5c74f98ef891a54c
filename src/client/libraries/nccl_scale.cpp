#include "client/libraries/nccl_scale.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "api/driver_entries.h"
#include "client/libraries/own_kernel.h"

namespace ringfence::client::nccl {
namespace {

struct Arithmetic {
    const char* target;    // the first architecture that has the instructions
    const char* memory;    // how an element is loaded and stored
    const char* bits;      // how wide the registers are
    const char* scalar;    // gets the scalar out of %bits
    const char* multiply;  // %y = %x * %s
};

constexpr Arithmetic of_8_bits = {"sm_50", "u8", "b16", "cvt.u16.u64 %s, %bits;", "mul.lo.u16 %y, %x, %s;"};
constexpr Arithmetic of_32_bits = {"sm_50", "b32", "b32", "cvt.u32.u64 %s, %bits;", "mul.lo.u32 %y, %x, %s;"};
constexpr Arithmetic of_64_bits = {"sm_50", "b64", "b64", "mov.b64 %s, %bits;", "mul.lo.u64 %y, %x, %s;"};

// In the order of DataType. Eight bits of floating point are multiplied as 16, as NCCL does.
constexpr std::array<Arithmetic, type_count> arithmetic = {{
    of_8_bits,
    of_8_bits,
    of_32_bits,
    of_32_bits,
    of_64_bits,
    of_64_bits,
    {"sm_53", "b16", "b16", "cvt.u16.u64 %s, %bits;", "mul.rn.f16 %y, %x, %s;"},
    {"sm_50", "b32", "b32", "cvt.u32.u64 %s, %bits;", "mul.rn.f32 %y, %x, %s;"},
    {"sm_50", "b64", "b64", "mov.b64 %s, %bits;", "mul.rn.f64 %y, %x, %s;"},
    {"sm_80", "b16", "b16", "cvt.u16.u64 %s, %bits;", "mov.b16 %z, 0x8000;\n    fma.rn.bf16 %y, %x, %s, %z;"},
    {"sm_89", "u8", "b16", "cvt.u16.u64 %s, %bits;\n    and.b16 %s, %s, 0xff;",
     "cvt.rn.f16x2.e4m3x2 %h, %x;\n    cvt.rn.f16x2.e4m3x2 %g, %s;\n    mul.rn.f16x2 %h, %h, %g;\n"
     "    cvt.rn.satfinite.e4m3x2.f16x2 %y, %h;"},
    {"sm_89", "u8", "b16", "cvt.u16.u64 %s, %bits;\n    and.b16 %s, %s, 0xff;",
     "cvt.rn.f16x2.e5m2x2 %h, %x;\n    cvt.rn.f16x2.e5m2x2 %g, %s;\n    mul.rn.f16x2 %h, %h, %g;\n"
     "    cvt.rn.satfinite.e5m2x2.f16x2 %y, %h;"},
}};

// Each @word is replaced by what Arithmetic says. Threads go over the elements in steps of the whole grid.
constexpr std::string_view kernel_text = R"(.version 8.1
.target @target
.address_size 64

.visible .entry scale(.param .u64 to, .param .u64 from, .param .u64 count, .param .u64 scalar, .param .u64 where)
{
    .reg .pred %p;
    .reg .b64 %to, %from, %count, %bits, %where, %i, %step, %offset, %source, %target;
    .reg .b32 %block, %blocks, %thread, %threads, %h, %g;
    .reg .b16 %z;
    .reg .@bits %x, %y, %s;
    ld.param.u64 %to, [to];
    ld.param.u64 %from, [from];
    ld.param.u64 %count, [count];
    ld.param.u64 %bits, [scalar];
    ld.param.u64 %where, [where];
    cvta.to.global.u64 %to, %to;
    cvta.to.global.u64 %from, %from;
    mov.u32 %block, %ctaid.x;
    mov.u32 %threads, %ntid.x;
    mov.u32 %thread, %tid.x;
    mov.u32 %blocks, %nctaid.x;
    mul.wide.u32 %i, %block, %threads;
    cvt.u64.u32 %step, %thread;
    add.u64 %i, %i, %step;
    mul.wide.u32 %step, %blocks, %threads;
    @scalar
    setp.eq.u64 %p, %where, 0;
    @%p bra loop;
    cvta.to.global.u64 %where, %where;
    ld.global.@memory %s, [%where];
loop:
    setp.ge.u64 %p, %i, %count;
    @%p bra done;
    mul.lo.u64 %offset, %i, @size;
    add.u64 %source, %from, %offset;
    add.u64 %target, %to, %offset;
    ld.global.@memory %x, [%source];
    @multiply
    st.global.@memory [%target], %y;
    add.u64 %i, %i, %step;
    bra loop;
done:
    ret;
}
)";

void replace(std::string& text, std::string_view word, std::string_view by) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
        text.replace(at, word.size(), by);
}

std::string text_for(DataType type) {
    const Arithmetic& its = arithmetic[type];
    std::string text(kernel_text);
    replace(text, "@target", its.target);
    replace(text, "@memory", its.memory);
    replace(text, "@bits", its.bits);
    replace(text, "@scalar", its.scalar);
    replace(text, "@multiply", its.multiply);
    replace(text, "@size", std::to_string(bytes_of(type)));
    return text;
}

int find_kernel(DataType type, CUfunction& function) {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const kernels = new std::array<OwnKernel, type_count>();
    const CUresult status = (*kernels)[type].find([&] { return text_for(type); }, "scale", function);
    return from_cuda(status, "loading the kernel that multiplies");
}

}  // namespace

int prepare_scaling(DataType type) {
    CUfunction kernel = nullptr;
    return find_kernel(type, kernel);
}

int scale(void* to, const void* from, std::size_t count, const Scaling& scaling, void* stream) {
    constexpr std::uint64_t threads = 256;
    constexpr std::uint64_t most_blocks = 2048;
    CUfunction kernel = nullptr;
    if (const int status = find_kernel(scaling.type, kernel); status != success) return status;
    std::uint64_t elements = count;
    std::uint64_t bits = scaling.is_in_device_memory ? 0 : scaling.scalar;
    std::uint64_t where = scaling.is_in_device_memory ? scaling.scalar : 0;
    void* arguments[] = {&to, &from, &elements, &bits, &where};
    const auto blocks = static_cast<unsigned>(std::min((elements + threads - 1) / threads, most_blocks));
    const CUresult status =
        rf_cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, static_cast<CUstream>(stream), arguments, nullptr);
    return from_cuda(status, "launching the kernel that multiplies");
}

}  // namespace ringfence::client::nccl
