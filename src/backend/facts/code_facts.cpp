// Calls, branches, barriers: where control continues, and which of them do not fault.
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {

Result<void> measure_tables_of_functions(FactBench& bench) {
    for (const std::uint32_t index : {0U, 1U, 2U}) {
        RF_TRY(const Words words, bench.run({quick_text(), "fact_table", {}, {index}}, 2));
        RF_RETURN_IF_ERROR(expect_equal("what a function of a table gives", words[1], 100 + index));
    }
    return {};
}

Result<void> measure_local_bytes_of_tables(FactBench& bench) {
    RF_TRY(const Function* function, bench.kernel(quick_text(), "fact_deep_table"));
    return expect_within("the local memory that the driver tells of", function->info().local_bytes, 4096, 1U << 16);
}

Result<void> measure_tables_of_labels(FactBench& bench) {
    for (const std::uint32_t index : {0U, 1U, 2U}) {
        RF_TRY(const Words words, bench.run({quick_text(), "fact_branch", {}, {index}}, 2));
        RF_RETURN_IF_ERROR(expect_equal("where a branch by a table goes", words[1], 200 + index));
    }
    return {};
}

Result<void> measure_exit_of_thread(FactBench& bench) {
    RF_TRY(const Words words, bench.run({quick_text(), "fact_exit", {.grid = {1, 1, 1}, .block = {64, 1, 1}}, {}}, 2));
    RF_RETURN_IF_ERROR(expect_equal("threads that went on after others' exit", words[0], 32));
    return expect_equal("threads that came back from a function that exits", words[1], 0);
}

Result<void> measure_barrier_numbers(FactBench& bench) {
    RF_TRY(const Words words,
           bench.run({quick_text(), "fact_barriers", {.grid = {1, 1, 1}, .block = {128, 1, 1}}, {}}, 1));
    return expect_equal("threads that have passed all barriers", words[0], 128);
}

const char* const code_kernels = R"(
.func (.param .b32 result) fact_zero(.param .b32 x)
{
    st.param.b32 [result], 100;
    ret;
}

.func (.param .b32 result) fact_one(.param .b32 x)
{
    .reg .b32 %r;
    ld.param.b32 %r, [x];
    add.u32 %r, %r, 100;
    st.param.b32 [result], %r;
    ret;
}

.const .align 8 .u64 fact_functions[3] = { fact_zero, fact_one, fact_one };

.visible .entry fact_table(.param .u64 out)
{
    .reg .b32 %i;
    .reg .b64 %out, %at, %table, %f;
    ld.param.u64 %out, [out];
    ld.global.u32 %i, [%out];
    mov.u64 %table, fact_functions;
    mad.wide.u32 %at, %i, 8, %table;
    ld.const.u64 %f, [%at];
    {
        .param .b32 x;
        .param .b32 y;
        st.param.b32 [x], %i;
functions: .callprototype (.param .b32 _) _ (.param .b32 _);
        call (y), %f, (x), functions;
        ld.param.b32 %i, [y];
    }
    st.global.u32 [%out+4], %i;
    ret;
}

.func (.param .b32 result) fact_deep(.param .b32 x)
{
    .local .align 16 .b8 large[4096];
    .reg .b32 %r;
    .reg .b64 %d;
    ld.param.b32 %r, [x];
    mov.u64 %d, large;
    mad.wide.u32 %d, %r, 4, %d;
    st.local.u32 [%d], %r;
    ld.local.u32 %r, [large+64];
    st.param.b32 [result], %r;
    ret;
}

.const .align 8 .u64 fact_deep_functions[2] = { fact_zero, fact_deep };

.visible .entry fact_deep_table(.param .u64 out)
{
    .reg .b32 %i;
    .reg .b64 %out, %at, %table, %f;
    ld.param.u64 %out, [out];
    ld.global.u32 %i, [%out];
    mov.u64 %table, fact_deep_functions;
    mad.wide.u32 %at, %i, 8, %table;
    ld.const.u64 %f, [%at];
    {
        .param .b32 x;
        .param .b32 y;
        st.param.b32 [x], %i;
deep: .callprototype (.param .b32 _) _ (.param .b32 _);
        call (y), %f, (x), deep;
        ld.param.b32 %i, [y];
    }
    st.global.u32 [%out+4], %i;
    ret;
}

.visible .entry fact_branch(.param .u64 out)
{
    .reg .b32 %i, %v;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    ld.global.u32 %i, [%out];
    min.u32 %i, %i, 2;
targets: .branchtargets A, B, C;
    brx.idx %i, targets;
A:
    mov.u32 %v, 200;
    bra DONE;
B:
    mov.u32 %v, 201;
    bra DONE;
C:
    mov.u32 %v, 202;
DONE:
    st.global.u32 [%out+4], %v;
    ret;
}

.func fact_leaves()
{
    exit;
}

.visible .entry fact_exit(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %t;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %t, %tid.x;
    and.b32 %t, %t, 1;
    setp.eq.u32 %p, %t, 0;
    @%p bra STAYS;
    call fact_leaves;
    red.global.add.u32 [%out+4], 1;
    ret;
STAYS:
    barrier.sync 0;
    red.global.add.u32 [%out], 1;
    ret;
}

.visible .entry fact_barriers(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %i, %n;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %i, 0;
    mov.u32 %n, %ntid.x;
NEXT:
    barrier.sync %i;
    barrier.sync %i, %n;
    add.u32 %i, %i, 1;
    setp.lt.u32 %p, %i, 16;
    @%p bra NEXT;
    red.global.add.u32 [%out], 1;
    ret;
}
)";

}  // namespace ringfence::backend
