// How the assembler lays out a kernel's parameters.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {
namespace {

struct Parameter {
    std::uint32_t bytes;
    std::uint32_t natural;  // of its type
    std::uint32_t asked;    // by `.align`; 0: nothing
};

// The parameters of fact_layout, in order.
constexpr Parameter parameters[] = {
    {8, 8, 0}, {4, 4, 0}, {8, 8, 4}, {4, 4, 0}, {8, 8, 0}, {1, 1, 0}, {4, 4, 2},  {3, 1, 16},
    {2, 2, 0}, {4, 1, 1}, {8, 8, 0}, {1, 1, 0}, {6, 2, 0}, {1, 1, 0}, {4, 4, 16}, {1, 1, 0},
};

// The expected offsets: one behind the other, each aligned to its type or its `.align`, whichever is larger.
std::vector<std::uint32_t> offsets() {
    std::vector<std::uint32_t> result;
    std::uint32_t end = 0;
    for (const Parameter& parameter : parameters) {
        const std::uint32_t alignment = std::max(parameter.natural, parameter.asked);
        end = (end + alignment - 1) / alignment * alignment;
        result.push_back(end);
        end += parameter.bytes;
    }
    return result;
}

}  // namespace

Result<void> measure_parameter_layout(FactBench& bench) {
    RF_TRY(const Function* function, bench.kernel(quick_text(), "fact_layout"));
    const std::vector<ParameterInfo>& told = function->info().parameters;
    const std::vector<std::uint32_t> wanted = offsets();
    RF_RETURN_IF_ERROR(expect_equal("the number of parameters that the driver tells of", told.size(), wanted.size()));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const std::string which = "of parameter " + std::to_string(i);
        RF_RETURN_IF_ERROR(expect_equal("the offset " + which, told[i].offset, wanted[i]));
        RF_RETURN_IF_ERROR(expect_equal("the size " + which, told[i].bytes, parameters[i].bytes));
    }
    return {};
}

// Each byte of the parameters has its offset as its value, so a loaded value tells from where it was loaded.
Result<void> measure_parameter_loads(FactBench& bench) {
    RF_TRY(const Function* function, bench.kernel(quick_text(), "fact_layout"));
    const std::vector<std::uint32_t> wanted = offsets();
    std::vector<std::byte> bytes;
    for (std::uint32_t i = 8; i < function->info().parameter_bytes; ++i)
        bytes.push_back(static_cast<std::byte>(i));
    FactBench::Run run = {quick_text(), "fact_layout"};
    run.parameters = bytes;
    RF_TRY(const Words words, bench.run(run, wanted.size()));
    for (std::size_t i = 1; i < wanted.size(); ++i)
        RF_RETURN_IF_ERROR(
            expect_equal("where parameter " + std::to_string(i) + " is loaded from", words[i], wanted[i] & 0xffU));
    return {};
}

const char* const parameter_kernels = R"(
.visible .entry fact_layout(.param .u64 out, .param .u32 p1, .param .align 4 .u64 p2, .param .u32 p3, .param .u64 p4,
    .param .u8 p5, .param .align 2 .u32 p6, .param .align 16 .b8 p7[3], .param .u16 p8, .param .align 1 .b8 p9[4],
    .param .f64 p10, .param .u8 p11, .param .b16 p12[3], .param .s8 p13, .param .align 16 .b32 p14, .param .u8 p15)
{
    .reg .b32 %r;
    .reg .b64 %out, %d;
    ld.param.u64 %out, [out];
    ld.param.u32 %r, [p1];
    and.b32 %r, %r, 255;
    st.global.u32 [%out+4], %r;
    ld.param.u64 %d, [p2];
    cvt.u32.u64 %r, %d;
    and.b32 %r, %r, 255;
    st.global.u32 [%out+8], %r;
    ld.param.u32 %r, [p3];
    and.b32 %r, %r, 255;
    st.global.u32 [%out+12], %r;
    ld.param.u64 %d, [p4];
    cvt.u32.u64 %r, %d;
    and.b32 %r, %r, 255;
    st.global.u32 [%out+16], %r;
    ld.param.u8 %r, [p5];
    st.global.u32 [%out+20], %r;
    ld.param.u32 %r, [p6];
    and.b32 %r, %r, 255;
    st.global.u32 [%out+24], %r;
    ld.param.u8 %r, [p7];
    st.global.u32 [%out+28], %r;
    ld.param.u16 %r, [p8];
    and.b32 %r, %r, 255;
    st.global.u32 [%out+32], %r;
    ld.param.u8 %r, [p9];
    st.global.u32 [%out+36], %r;
    ld.param.b64 %d, [p10];
    cvt.u32.u64 %r, %d;
    and.b32 %r, %r, 255;
    st.global.u32 [%out+40], %r;
    ld.param.u8 %r, [p11];
    st.global.u32 [%out+44], %r;
    ld.param.u16 %r, [p12];
    and.b32 %r, %r, 255;
    st.global.u32 [%out+48], %r;
    ld.param.u8 %r, [p13];
    st.global.u32 [%out+52], %r;
    ld.param.u32 %r, [p14];
    and.b32 %r, %r, 255;
    st.global.u32 [%out+56], %r;
    ld.param.u8 %r, [p15];
    st.global.u32 [%out+60], %r;
    ret;
}
)";

}  // namespace ringfence::backend
