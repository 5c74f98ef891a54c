// How many bytes an instruction touches: neither fewer nor more than the checker counts.
#include <algorithm>
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {
namespace {

constexpr std::uint32_t untouched = 0xa5a5a5a5;

// The words that have changed: the index of the first, and their number.
struct Touched {
    std::size_t first = 0;
    std::size_t count = 0;
};

Touched touched(std::span<const std::uint32_t> words) {
    Touched result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == untouched) continue;
        if (result.count++ == 0) result.first = i;
    }
    return result;
}

Result<void> expect_touched(const std::string& what, std::span<const std::uint32_t> words, std::size_t first,
                            std::size_t count) {
    const Touched is = touched(words);
    if (count != 0) RF_RETURN_IF_ERROR(expect_equal("the first word that " + what + " touches", is.first, first));
    return expect_equal("the number of words that " + what + " touches", is.count, count);
}

}  // namespace

Result<void> measure_extent_of_stores(FactBench& bench) {
    RF_TRY(const Words words, bench.run({quick_text(), "fact_stores", {}, Words(64, untouched)}, 64));
    RF_RETURN_IF_ERROR(expect_touched("a store of 16 bytes", std::span(words).subspan(0, 16), 4, 4));
    RF_RETURN_IF_ERROR(expect_touched("a store of 8 bytes", std::span(words).subspan(16, 16), 6, 2));
    RF_RETURN_IF_ERROR(expect_equal("the word with a byte stored", words[36], 0xa5a500a5));
    RF_RETURN_IF_ERROR(expect_equal("the word behind it", words[37], untouched));
    return expect_touched("an atomic operation of 8 bytes", std::span(words).subspan(48, 16), 8, 2);
}

Result<void> measure_extent_of_async_copies(FactBench& bench) {
    RF_TRY(const Words words, bench.run({quick_text(), "fact_async", {}, Words(16, 0x11111111)}, 64));
    const auto shared = std::span(words).subspan(16, 48);
    RF_RETURN_IF_ERROR(expect_touched("cp.async of 16 bytes", shared.subspan(0, 16), 4, 4));
    RF_RETURN_IF_ERROR(expect_touched("cp.async of 4 bytes", shared.subspan(16, 16), 4, 1));
    RF_RETURN_IF_ERROR(expect_touched("cp.async of 16 bytes of which 4 are read", shared.subspan(32, 16), 4, 4));
    RF_RETURN_IF_ERROR(expect_equal("what cp.async reads", shared[36], 0x11111111));
    return expect_equal("what cp.async does not read", shared[37] | shared[38] | shared[39], 0);
}

Result<void> measure_extent_of_mbarriers(FactBench& bench) {
    RF_TRY(const Words words, bench.run({quick_text(), "fact_mbarrier", {}, {}}, 16));
    for (const std::size_t i : {0, 1, 2, 3, 6, 7})
        RF_RETURN_IF_ERROR(expect_equal("a word beside an mbarrier", words[i], untouched));
    return {};
}

Result<void> measure_extent_of_bulk_copies(FactBench& bench) {
    for (const std::uint32_t bytes : {16U, 48U, 128U}) {
        Words before(96, 0x22222222);
        before[0] = bytes;
        RF_TRY(const Words words, bench.run({quick_text_90(), "fact_bulk", {}, before}, 160));
        const std::string what = "a bulk copy of " + std::to_string(bytes) + " bytes";
        RF_RETURN_IF_ERROR(expect_touched(what, std::span(words).subspan(96, 48), 4, bytes / 4));
    }
    return {};
}

Result<void> measure_extent_of_bulk_stores(FactBench& bench) {
    for (const std::uint32_t bytes : {16U, 48U, 128U}) {
        Words before(96, untouched);
        before[0] = bytes;
        RF_TRY(const Words words, bench.run({quick_text_90(), "fact_bulk_store", {}, before}, 96));
        const std::string what = "a bulk store of " + std::to_string(bytes) + " bytes";
        RF_RETURN_IF_ERROR(expect_touched(what, std::span(words).subspan(32, 48), 4, bytes / 4));
    }
    return {};
}

Result<void> measure_extent_of_matrix_rows(FactBench& bench) {
    RF_TRY(const Words words,
           bench.run({quick_text_90(), "fact_rows", {.grid = {1, 1, 1}, .block = {32, 1, 1}}, {}}, 256));
    // Eight rows of 16 bytes, 64 bytes apart.
    for (std::size_t row = 0; row < 8; ++row)
        RF_RETURN_IF_ERROR(expect_touched("stmatrix in a row", std::span(words).subspan(16 * row, 16), 0, 4));
    return expect_touched("stmatrix behind its rows", std::span(words).subspan(128, 64), 0, 0);
}

const char* const copy_kernels = R"(
.visible .entry fact_stores(.param .u64 out)
{
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    st.global.v4.u32 [%out+16], {0, 0, 0, 0};
    st.global.u64 [%out+88], 0;
    st.global.u8 [%out+145], 0;
    red.global.add.u64 [%out+224], 0x100000001;
    ret;
}

.shared .align 16 .b8 fact_copies[192];

.visible .entry fact_async(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %at, %i, %v, %few;
    .reg .b64 %out, %to;
    ld.param.u64 %out, [out];
    mov.u32 %at, fact_copies;
    mov.u32 %i, 0;
FILL:
    add.u32 %v, %at, %i;
    st.shared.u32 [%v], 0xa5a5a5a5;
    add.u32 %i, %i, 4;
    setp.lt.u32 %p, %i, 192;
    @%p bra FILL;
    ld.global.u32 %few, [%out];
    and.b32 %few, %few, 0;
    add.u32 %few, %few, 4;
    cp.async.cg.shared.global [%at+16], [%out], 16;
    cp.async.ca.shared.global [%at+80], [%out], 4;
    cp.async.cg.shared.global [%at+144], [%out], 16, %few;
    cp.async.commit_group;
    cp.async.wait_all;
    mov.u32 %i, 0;
COPY:
    add.u32 %v, %at, %i;
    cvt.u64.u32 %to, %i;
    add.u64 %to, %to, %out;
    ld.shared.u32 %v, [%v];
    st.global.u32 [%to+64], %v;
    add.u32 %i, %i, 4;
    setp.lt.u32 %p, %i, 192;
    @%p bra COPY;
    ret;
}

.visible .entry fact_mbarrier(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %at, %i, %v;
    .reg .b64 %out, %to, %state;
    ld.param.u64 %out, [out];
    mov.u32 %at, fact_copies;
    mov.u32 %i, 0;
FILL:
    add.u32 %v, %at, %i;
    st.shared.u32 [%v], 0xa5a5a5a5;
    add.u32 %i, %i, 4;
    setp.lt.u32 %p, %i, 32;
    @%p bra FILL;
    mbarrier.init.shared.b64 [%at+16], 3;
    mbarrier.arrive.shared.b64 %state, [%at+16];
    mbarrier.arrive_drop.shared.b64 %state, [%at+16];
    mbarrier.test_wait.shared.b64 %p, [%at+16], %state;
    mbarrier.inval.shared.b64 [%at+16];
    mov.u32 %i, 0;
COPY:
    add.u32 %v, %at, %i;
    cvt.u64.u32 %to, %i;
    add.u64 %to, %to, %out;
    ld.shared.u32 %v, [%v];
    st.global.u32 [%to], %v;
    add.u32 %i, %i, 4;
    setp.lt.u32 %p, %i, 32;
    @%p bra COPY;
    ret;
}
)";

const char* const copy_kernels_90 = R"(
.shared .align 16 .b8 fact_bulk_data[256];
.shared .align 8 .b8 fact_bulk_barrier[8];

.func fact_fill(.param .b32 bytes)
{
    .reg .pred %p;
    .reg .b32 %at, %i, %n;
    ld.param.b32 %n, [bytes];
    mov.u32 %i, 0;
FILL:
    mov.u32 %at, fact_bulk_data;
    add.u32 %at, %at, %i;
    st.shared.u32 [%at], 0xa5a5a5a5;
    add.u32 %i, %i, 4;
    setp.lt.u32 %p, %i, %n;
    @%p bra FILL;
    ret;
}

// So many bytes of the memory, from 64 on, to the 16th byte and on; then all of it is shown at 384.
.visible .entry fact_bulk(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %at, %i, %v, %n;
    .reg .b64 %out, %to, %from, %state;
    ld.param.u64 %out, [out];
    {
        .param .b32 all;
        st.param.b32 [all], 256;
        call fact_fill, (all);
    }
    ld.global.u32 %n, [%out];
    add.u64 %from, %out, 64;
    mov.u32 %at, fact_bulk_data;
    mbarrier.init.shared.b64 [fact_bulk_barrier], 1;
    fence.proxy.async;
    mbarrier.arrive.expect_tx.shared.b64 %state, [fact_bulk_barrier], %n;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%at+16], [%from], %n, [fact_bulk_barrier];
WAIT:
    mbarrier.try_wait.shared.b64 %p, [fact_bulk_barrier], %state;
    @!%p bra WAIT;
    mov.u32 %i, 0;
COPY:
    add.u32 %v, %at, %i;
    cvt.u64.u32 %to, %i;
    add.u64 %to, %to, %out;
    ld.shared.u32 %v, [%v];
    st.global.u32 [%to+384], %v;
    add.u32 %i, %i, 4;
    setp.lt.u32 %p, %i, 256;
    @%p bra COPY;
    ret;
}

.visible .entry fact_bulk_store(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %at, %i, %v, %n;
    .reg .b64 %out, %to;
    ld.param.u64 %out, [out];
    ld.global.u32 %n, [%out];
    mov.u32 %at, fact_bulk_data;
    mov.u32 %i, 0;
ZERO:
    add.u32 %v, %at, %i;
    st.shared.u32 [%v], 0;
    add.u32 %i, %i, 4;
    setp.lt.u32 %p, %i, 256;
    @%p bra ZERO;
    fence.proxy.async;
    add.u64 %to, %out, 144;
    cp.async.bulk.global.shared::cta.bulk_group [%to], [%at], %n;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ret;
}

.shared .align 16 .b8 fact_matrix[768];

.visible .entry fact_rows(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %at, %i, %v, %lane;
    .reg .b64 %out, %to;
    ld.param.u64 %out, [out];
    mov.u32 %at, fact_matrix;
    mov.u32 %lane, %tid.x;
    mov.u32 %i, 0;
FILL:
    add.u32 %v, %at, %i;
    st.shared.u32 [%v], 0xa5a5a5a5;
    add.u32 %i, %i, 4;
    setp.lt.u32 %p, %i, 768;
    @%p bra FILL;
    bar.sync 0;
    and.b32 %v, %lane, 7;
    mad.lo.u32 %v, %v, 64, %at;
    stmatrix.sync.aligned.m8n8.x1.shared.b16 [%v], {%lane};
    bar.sync 0;
    mov.u32 %i, 0;
COPY:
    add.u32 %v, %at, %i;
    cvt.u64.u32 %to, %i;
    add.u64 %to, %to, %out;
    ld.shared.u32 %v, [%v];
    st.global.u32 [%to], %v;
    add.u32 %i, %i, 4;
    setp.lt.u32 %p, %i, 768;
    @%p bra COPY;
    ret;
}
)";

}  // namespace ringfence::backend
