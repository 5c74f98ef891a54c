// Where shared memory begins and ends, and the layout of its variables.
#include <algorithm>
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {
namespace {

constexpr std::uint32_t most_shared = 1U << 20;  // the same as in checker/operations.cpp

// The output of fact_shared.
namespace word {
enum : std::size_t { Small, Keep, First, Second, Dynamic, End, Last, LowSum, LowWrites, Count };
}

Result<Words> shared(FactBench& bench, std::uint32_t dynamic) {
    return bench.run({quick_text(), "fact_shared", {.grid = {1, 1, 1}, .block = {1, 1, 1}, .dynamic_shared = dynamic}},
                     word::Count);
}

constexpr std::uint32_t sizes[] = {0, 4, 100, 40'000};

}  // namespace

Result<void> measure_shared_end(FactBench& bench) {
    for (const std::uint32_t dynamic : sizes) {
        RF_TRY(const Words words, shared(bench, dynamic));
        RF_RETURN_IF_ERROR(expect_equal("the last word of shared memory", words[word::Last], 0x5eed));
        RF_RETURN_IF_ERROR(expect_equal("its end", words[word::End], words[word::First] + dynamic));
    }
    return {};
}

Result<void> measure_shared_end_at_most(FactBench& bench) {
    const Properties& device = bench.device().properties();
    RF_RETURN_IF_ERROR(
        expect_within("the shared memory of a block", device.shared_per_block_optin, 1, most_shared / 2));
    const auto most = static_cast<std::uint32_t>(device.shared_per_block_optin - 4096);
    RF_TRY(const Words words, shared(bench, most));
    return expect_within("the end of shared memory", words[word::End], most, most_shared);
}

Result<void> measure_shared_arrays_together(FactBench& bench) {
    for (const std::uint32_t dynamic : sizes) {
        RF_TRY(const Words words, shared(bench, dynamic));
        RF_RETURN_IF_ERROR(expect_equal("where the second array begins", words[word::Second], words[word::First]));
        RF_RETURN_IF_ERROR(expect_equal("the arrays' alignment", words[word::First] % 16, 0));
        const std::uint32_t behind = std::max(words[word::Small] + 1, words[word::Keep] + 20);
        RF_RETURN_IF_ERROR(expect(words[word::First] >= behind, "the arrays begin before the variables end"));
        RF_TRY(const Function* function, bench.kernel(quick_text(), "fact_shared"));
        // The computation of launch_conditions.cpp: its result must never be more than there really is.
        const std::uint64_t fixed = function->info().static_shared;
        const std::uint64_t found = fixed + dynamic - (fixed + 15) / 16 * 16;
        if (fixed + dynamic >= (fixed + 15) / 16 * 16)
            RF_RETURN_IF_ERROR(
                expect(found <= words[word::End] - words[word::First], "less shared memory than the launch counts"));
    }
    return {};
}

Result<void> measure_shared_below_variables(FactBench& bench) {
    RF_TRY(const Words words, shared(bench, 0));
    const std::uint32_t first = std::min(words[word::Small], words[word::Keep]);
    return expect_equal("words below the first variable that could be written", words[word::LowWrites], first / 4);
}

Result<void> measure_shared_alignment(FactBench& bench) {
    RF_TRY(const Words words, shared(bench, 0));
    RF_RETURN_IF_ERROR(
        expect_equal("the remainder of a variable's address by its alignment", words[word::Keep] % 16, 0));
    return expect(words[word::Keep] >= words[word::Small] + 1 || words[word::Small] >= words[word::Keep] + 20,
                  "two variables overlap");
}

Result<void> measure_shared_named_is_given(FactBench& bench) {
    for (const char* const name : {"fact_keeps", "fact_keeps_by_call", "fact_keeps_by_table"}) {
        RF_TRY(const Function* function, bench.kernel(quick_text(), name));
        RF_RETURN_IF_ERROR(expect_within(std::string("the shared memory of ") + name, function->info().static_shared,
                                         512, most_shared));
    }
    return {};
}

Result<void> measure_shared_rank(FactBench& bench) {
    RF_TRY(const Words words,
           bench.run({quick_text_90(), "fact_rank", {.grid = {4, 1, 1}, .block = {1, 1, 1}}, {}}, 4));
    for (const std::uint32_t address : words)
        RF_RETURN_IF_ERROR(expect_within("the address of a shared variable", address, 0, most_shared));
    return {};
}

Result<void> measure_fault_beyond_shared(FactBench& bench) {
    return bench.expect_fault({quick_text(), "fact_beyond_shared", {.grid = {1, 1, 1}, .block = {1, 1, 1}}, {}});
}

const char* const shared_kernels = R"(
.extern .shared .align 4 .b8 fact_first[];
.extern .shared .align 16 .b8 fact_second[];
.shared .align 1 .b8 fact_small[1];
.shared .align 16 .b8 fact_keep[20];

.visible .entry fact_shared(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %small, %keep, %first, %second, %dynamic, %end, %v, %sum, %low, %at, %count;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %small, fact_small;
    mov.u32 %keep, fact_keep;
    mov.u32 %first, fact_first;
    mov.u32 %second, fact_second;
    mov.u32 %dynamic, %dynamic_smem_size;
    add.u32 %end, %second, %dynamic;
    st.global.u32 [%out], %small;
    st.global.u32 [%out+4], %keep;
    st.global.u32 [%out+8], %first;
    st.global.u32 [%out+12], %second;
    st.global.u32 [%out+16], %dynamic;
    st.global.u32 [%out+20], %end;
    st.shared.u32 [%end+-4], 0x5eed;
    ld.shared.u32 %v, [%end+-4];
    st.global.u32 [%out+24], %v;
    min.u32 %low, %small, %keep;
    mov.u32 %at, 0;
    mov.u32 %sum, 0;
    mov.u32 %count, 0;
NEXT:
    add.u32 %v, %at, 4;
    setp.gt.u32 %p, %v, %low;
    @%p bra DONE;
    ld.volatile.shared.u32 %v, [%at];
    st.volatile.shared.u32 [%at], %v;
    add.u32 %sum, %sum, %v;
    add.u32 %count, %count, 1;
    add.u32 %at, %at, 4;
    bra NEXT;
DONE:
    st.global.u32 [%out+28], %sum;
    st.global.u32 [%out+32], %count;
    ret;
}

.shared .align 16 .b8 fact_named[512];

// Named as the guard names it: what is loaded is not used.
.func fact_names()
{
    .reg .b32 %keep;
    mov.u32 %keep, fact_named;
    ret;
}

.const .align 8 .u64 fact_namers[1] = { fact_names };

.visible .entry fact_keeps(.param .u64 out)
{
    .reg .b32 %keep;
    mov.u32 %keep, fact_named;
    ret;
}

.visible .entry fact_keeps_by_call(.param .u64 out)
{
    call fact_names;
    ret;
}

.visible .entry fact_keeps_by_table(.param .u64 out)
{
    .reg .b64 %f;
    ld.const.u64 %f, [fact_namers];
namers: .callprototype _ ();
    call %f, (), namers;
    ret;
}

.visible .entry fact_beyond_shared(.param .u64 out)
{
    .reg .b32 %r, %v;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %r, fact_second;
    mov.u32 %v, %dynamic_smem_size;
    add.u32 %r, %r, %v;
    ld.shared.u32 %v, [%r+1024];
    st.global.u32 [%out], %v;
    ret;
}
)";

const char* const shared_kernels_90 = R"(
.shared .align 4 .b8 fact_ranked[4];

.visible .entry fact_rank(.param .u64 out)
{
    .reg .b32 %r, %i;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %i, %ctaid.x;
    mad.wide.u32 %out, %i, 4, %out;
    mov.u32 %r, fact_ranked;
    st.global.u32 [%out], %r;
    ret;
}
)";

}  // namespace ringfence::backend
