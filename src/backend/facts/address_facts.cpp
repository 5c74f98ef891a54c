// Generic addresses: the windows of shared and local memory, and the results of converting.
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {
namespace {

// The output of fact_generic, in pairs of words.
namespace pair {
enum : std::size_t { SharedBack, LocalBack, SharedBase, LocalBase, Spaces, HighIgnored, Count };
}

std::uint64_t long_word(const Words& words, std::size_t index) {
    return std::uint64_t{words[2 * index + 1]} << 32 | words[2 * index];
}

Result<Words> generic(FactBench& bench) {
    return bench.run({quick_text(), "fact_generic", {}, {}}, std::size_t{2} * pair::Count);
}

}  // namespace

Result<void> measure_generic_conversions(FactBench& bench) {
    RF_TRY(const Words words, generic(bench));
    RF_RETURN_IF_ERROR(expect_equal("what comes back of a shared address", long_word(words, pair::SharedBack), 0));
    RF_RETURN_IF_ERROR(expect_equal("what comes back of a local address", long_word(words, pair::LocalBack), 0));
    return expect_equal("the low half of a shared address that was generic", long_word(words, pair::HighIgnored), 0);
}

// The bits: shared is shared, shared is not local, local is local, local is not shared, global is neither.
Result<void> measure_generic_spaces(FactBench& bench) {
    RF_TRY(const Words words, generic(bench));
    return expect_equal("what isspacep says of the five cases", long_word(words, pair::Spaces), 0x1f);
}

// Creates an address space like a session's, with its zones: the generic windows of at most 4 GiB must lie outside.
Result<void> measure_generic_apart(FactBench& bench) {
    RF_TRY(const Words words, generic(bench));
    constexpr std::uint64_t zone = (std::uint64_t{1} << 35) + (std::uint64_t{1} << 20);  // guard/geometry.h
    constexpr std::uint64_t most_window = std::uint64_t{1} << 32;
    AddressSpaceOptions options;
    options.bytes = std::uint64_t{1} << 32;
    options.zone_bytes = zone;
    RF_TRY(const std::unique_ptr<AddressSpace> space, bench.device().create_address_space(options));
    const Address begin = space->begin() - zone;
    const Address end = space->begin() + space->bytes() + zone;
    for (const std::size_t which : {pair::SharedBase, pair::LocalBase}) {
        const std::uint64_t base = long_word(words, which);
        RF_RETURN_IF_ERROR(expect(base >= end || base + most_window <= begin,
                                  which == pair::SharedBase
                                      ? "generic addresses of shared memory lie in a tenant's window"
                                      : "generic addresses of local memory lie in a tenant's window"));
    }
    return {};
}

// No memory that the driver allocates, for constants, code or anything else, may lie in a tenant's window or zones.
Result<void> measure_drivers_memory_apart(FactBench& bench) {
    constexpr std::uint64_t zone = (std::uint64_t{1} << 35) + (std::uint64_t{1} << 20);
    AddressSpaceOptions options;
    options.bytes = std::uint64_t{1} << 32;
    options.zone_bytes = zone;
    RF_TRY(const std::unique_ptr<AddressSpace> space, bench.device().create_address_space(options));
    RF_TRY(Module * module, bench.module(quick_text()));
    RF_TRY(const GlobalInfo constant, module->global("fact_constants"));
    for (const Address address : {constant.address, bench.memory()}) {
        const bool is_apart = address + FactBench::memory_bytes <= space->begin() - zone ||
                              address >= space->begin() + space->bytes() + zone;
        RF_RETURN_IF_ERROR(expect(is_apart, "memory of the driver's lies in a tenant's window or zones"));
    }
    return {};
}

Result<void> measure_local_alignment(FactBench& bench) {
    RF_TRY(const Words words, bench.run({quick_text(), "fact_locals", {}, {}}, 3));
    for (const std::uint32_t remainder : words)
        RF_RETURN_IF_ERROR(expect_equal("the remainder of a local variable's address by its alignment", remainder, 0));
    return {};
}

Result<void> measure_local_bytes(FactBench& bench) {
    RF_TRY(const Function* function, bench.kernel(quick_text(), "fact_locals"));
    return expect_within("the local memory that the driver tells of", function->info().local_bytes, 3072, 1U << 16);
}

Result<void> measure_constants(FactBench& bench) {
    Words before(1);
    for (const std::uint32_t index : {0U, 3U}) {
        before[0] = index;
        RF_TRY(const Words words, bench.run({quick_text(), "fact_constant", {}, before}, 3));
        RF_RETURN_IF_ERROR(expect_equal("a constant", words[1], 11 + 11 * index));
        RF_RETURN_IF_ERROR(expect_equal("the remainder of a constant's address by its alignment", words[2], 0));
    }
    RF_TRY(Module * module, bench.module(quick_text()));
    RF_TRY(const GlobalInfo constant, module->global("fact_constants"));
    return expect_equal("the size of the constants", constant.bytes, 16);
}

const char* const address_kernels = R"(
.shared .align 16 .b8 fact_block[64];
.const .align 1 .b8 fact_odd[1] = { 1 };
.const .align 16 .b32 fact_constants[4] = { 11, 22, 33, 44 };

.visible .entry fact_generic(.param .u64 out)
{
    .local .align 16 .b8 mine[64];
    .reg .pred %p, %q, %r, %s, %t, %u;
    .reg .b32 %low, %bits, %one;
    .reg .b64 %out, %shared, %local, %generic, %back, %zero, %high;
    ld.param.u64 %out, [out];
    st.local.u32 [mine], 1;
    mov.u32 %low, fact_block;
    st.shared.u32 [%low], 1;
    cvt.u64.u32 %shared, %low;
    cvta.shared.u64 %generic, %shared;
    cvta.to.shared.u64 %back, %generic;
    sub.u64 %back, %back, %shared;
    st.global.u64 [%out], %back;
    cvt.u32.u64 %low, %generic;
    cvta.to.shared.u64 %back, %generic;
    cvt.u32.u64 %bits, %back;
    sub.u64 %high, %generic, %back;
    st.global.u64 [%out+16], %high;
    cvt.u64.u32 %back, %bits;
    sub.u64 %back, %back, %shared;
    st.global.u64 [%out+40], %back;
    isspacep.shared %p, %generic;
    isspacep.local %q, %generic;
    mov.u64 %local, mine;
    cvta.local.u64 %generic, %local;
    cvta.to.local.u64 %back, %generic;
    sub.u64 %back, %back, %local;
    st.global.u64 [%out+8], %back;
    sub.u64 %high, %generic, %local;
    st.global.u64 [%out+24], %high;
    isspacep.local %r, %generic;
    isspacep.shared %s, %generic;
    isspacep.shared %t, %out;
    isspacep.local %u, %out;
    or.pred %t, %t, %u;
    mov.u32 %bits, 0;
    @%p or.b32 %bits, %bits, 1;
    @!%q or.b32 %bits, %bits, 2;
    @%r or.b32 %bits, %bits, 4;
    @!%s or.b32 %bits, %bits, 8;
    @!%t or.b32 %bits, %bits, 16;
    cvt.u64.u32 %back, %bits;
    st.global.u64 [%out+32], %back;
    ret;
}

.func (.param .b32 result) fact_inner(.param .b32 x)
{
    .local .align 1 .b8 odd[3];
    .local .align 16 .b8 large[2048];
    .reg .b32 %r, %s;
    .reg .b64 %d;
    ld.param.b32 %r, [x];
    st.local.u8 [odd], %r;
    mov.u64 %d, large;
    mad.wide.u32 %d, %r, 16, %d;
    st.local.u32 [%d], 0;
    st.local.u32 [large], 0;
    ld.local.u32 %r, [%d];
    and.b64 %d, %d, 15;
    cvt.u32.u64 %s, %d;
    add.u32 %r, %r, %s;
    st.param.b32 [result], %r;
    ret;
}

.visible .entry fact_locals(.param .u64 out)
{
    .local .align 1 .b8 odd[5];
    .local .align 16 .b8 large[1024];
    .local .align 8 .b8 middle[8];
    .reg .b32 %r, %i;
    .reg .b64 %out, %d;
    ld.param.u64 %out, [out];
    ld.global.u32 %i, [%out];
    mov.u64 %d, odd;
    st.local.u8 [%d], 1;
    mov.u64 %d, large;
    mad.wide.u32 %d, %i, 16, %d;
    st.local.u32 [%d], %i;
    st.local.u32 [large+1020], 0;
    and.b64 %d, %d, 15;
    cvt.u32.u64 %r, %d;
    ld.local.u32 %i, [large];
    add.u32 %r, %r, %i;
    st.global.u32 [%out], %r;
    mov.u64 %d, middle;
    st.local.u32 [%d], 1;
    and.b64 %d, %d, 7;
    cvt.u32.u64 %r, %d;
    st.global.u32 [%out+4], %r;
    {
        .param .b32 x;
        .param .b32 y;
        st.param.b32 [x], %r;
        call (y), fact_inner, (x);
        ld.param.b32 %r, [y];
    }
    st.global.u32 [%out+8], %r;
    ret;
}

.visible .entry fact_constant(.param .u64 out)
{
    .reg .b32 %i;
    .reg .b64 %out, %at, %base;
    ld.param.u64 %out, [out];
    ld.global.u32 %i, [%out];
    mov.u64 %base, fact_constants;
    mad.wide.u32 %at, %i, 4, %base;
    ld.const.u32 %i, [%at];
    st.global.u32 [%out+4], %i;
    and.b64 %base, %base, 15;
    cvt.u32.u64 %i, %base;
    st.global.u32 [%out+8], %i;
    ret;
}
)";

}  // namespace ringfence::backend
