// Operations that are harmless in any form, so that the checker has no rule for them.
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {
namespace {

const std::string& harmless_text() {
    static const std::string text = std::string(head_80) + R"(
.shared .align 16 .b8 few[64];

// Every mask, whether the thread is in it or not.
.visible .entry fact_masks(.param .u64 out)
{
    .reg .pred %p, %q;
    .reg .b32 %t, %mask, %r;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %t, %tid.x;
    ld.global.u32 %mask, [%out];
    setp.eq.u32 %p, %t, 0;
    shfl.sync.idx.b32 %r|%q, %t, 40, 0x1f, %mask;
    vote.sync.ballot.b32 %r, %p, %mask;
    match.any.sync.b32 %r, %t, %mask;
    redux.sync.add.u32 %r, %t, %mask;
    bar.warp.sync %mask;
    red.global.add.u32 [%out+4], 1;
    ret;
}

// More arrivals than the barrier waits for, and some that are left over.
.visible .entry fact_arrivals(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %t;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %t, %tid.x;
    bar.arrive 1, 64;
    bar.arrive 1, 64;
    bar.arrive 1, 64;
    setp.lt.u32 %p, %t, 32;
    @%p bar.arrive 2, 128;
    red.global.add.u32 [%out+4], 1;
    ret;
}

// The halves of a warp go different ways, each with numbers that are the same for all of its threads, and look whether
// they stay what they are.
.visible .entry fact_halves(.param .u64 out)
{
    .reg .pred %p, %q;
    .reg .b32 %t, %zero, %ours, %same, %own, %turn, %step, %r;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %t, %tid.x;
    ld.global.u32 %zero, [%out];
    mov.u32 %ours, %nctaid.x;
    setp.lt.u32 %p, %t, 16;
    @%p bra SECOND;
    mov.u32 %same, 0;
    mov.u32 %own, %zero;
    mov.u32 %turn, 0;
FIRST_TURN:
    mad.lo.u32 %same, %same, 5, %ours;
    mad.lo.u32 %own, %own, 5, %ours;
    ld.volatile.global.u32 %r, [%out+64];
    nanosleep.u32 200;
    setp.ne.u32 %q, %same, %own;
    @%q red.global.add.u32 [%out+8], 1;
    add.u32 %turn, %turn, 1;
    setp.lt.u32 %q, %turn, 1000;
    @%q bra FIRST_TURN;
    bra DONE;
SECOND:
    add.u32 %step, %ours, 1000003;
    mov.u32 %same, 0;
    mov.u32 %own, %zero;
    mov.u32 %turn, 0;
SECOND_TURN:
    mad.lo.u32 %same, %same, 5, %step;
    mad.lo.u32 %own, %own, 5, %step;
    ld.volatile.global.u32 %r, [%out+64];
    nanosleep.u32 200;
    setp.ne.u32 %q, %same, %own;
    @%q red.global.add.u32 [%out+8], 1;
    add.u32 %turn, %turn, 1;
    setp.lt.u32 %q, %turn, 1000;
    @%q bra SECOND_TURN;
DONE:
    red.global.add.u32 [%out+4], 1;
    ret;
}

// One thread says yes: in a whole warp, in one with threads missing where nobody does, and when half of them have ended.
.visible .entry fact_votes(.param .u64 out)
{
    .reg .pred %p, %q, %odd;
    .reg .b32 %t, %r;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %t, %tid.x;
    setp.eq.u32 %p, %t, 4;
    vote.sync.any.pred %q, %p, -1;
    @%q red.global.add.u32 [%out+8], 1;
    and.b32 %r, %t, 1;
    setp.ne.u32 %odd, %r, 0;
    @%odd exit;
    vote.sync.any.pred %q, %p, -1;
    @%q red.global.add.u32 [%out+12], 1;
    red.global.add.u32 [%out+4], 1;
    ret;
}

// What a barrier tells: of the whole block, of two warps by themselves, of all again, and when every other thread has
// ended. Each thread compares it with what the others of its warp were told.
.visible .entry fact_reductions(.param .u64 out)
{
    .reg .pred %p, %q, %odd, %same, %late;
    .reg .b32 %t, %r, %word;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %t, %tid.x;
    setp.eq.u32 %p, %t, 4;
    bar.red.or.pred %q, 1, %p;
    @%q red.global.add.u32 [%out+8], 1;
    setp.lt.u32 %p, %t, 70;
    setp.gt.u32 %late, %t, 63;
    @%late bra LATE;
    bar.red.popc.u32 %r, 2, 64, %p;
    bra MEET;
LATE:
    bar.red.popc.u32 %r, 3, 64, %p;
MEET:
    match.all.sync.b32 %word|%same, %r, -1;
    @%same red.global.add.u32 [%out+12], %r;
    bar.red.and.pred %q, 4, %p;
    @%q red.global.add.u32 [%out+8], 1000;
    and.b32 %r, %t, 1;
    setp.ne.u32 %odd, %r, 0;
    @%odd exit;
    setp.eq.u32 %p, %t, 4;
    bar.red.or.pred %q, 5, %p;
    @%q red.global.add.u32 [%out+16], 1;
    red.global.add.u32 [%out+4], 1;
    ret;
}

// Each thread compares its own place, but for those five bits, with that of its warp's first.
.visible .entry fact_rows(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %x, %y, %z, %place, %first;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %x, %tid.x;
    mov.u32 %y, %tid.y;
    mov.u32 %z, %tid.z;
    shr.u32 %place, %x, 5;
    mad.lo.u32 %place, %y, 1024, %place;
    mad.lo.u32 %place, %z, 1048576, %place;
    shfl.sync.idx.b32 %first, %place, 0, 31, -1;
    setp.eq.u32 %p, %place, %first;
    @%p red.global.add.u32 [%out+8], 1;
    red.global.add.u32 [%out+4], 1;
    ret;
}

// A policy of any fraction.
.visible .entry fact_policies(.param .u64 out)
{
    .reg .f32 %f;
    .reg .b32 %r;
    .reg .b64 %out, %policy;
    ld.param.u64 %out, [out];
    mov.f32 %f, 0f7fc00000;
    createpolicy.fractional.L2::evict_first.b64 %policy, %f;
    mov.f32 %f, 0fC2C80000;
    createpolicy.fractional.L2::evict_last.b64 %policy, %f;
    red.global.add.u32 [%out+4], 1;
    ret;
}
)";
    return text;
}

const std::string& harmless_text_90() {
    static const std::string text = std::string(head_90) + R"(
.shared .align 16 .b8 few[64];
.shared .align 8 .b8 barrier[8];
.extern .shared .align 128 .b8 much[];

.visible .entry fact_cluster_barriers(.param .u64 out)
{
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    barrier.cluster.arrive;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    red.global.add.u32 [%out+4], 1;
    barrier.cluster.arrive;
    ret;
}

.visible .entry fact_empty_copies(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %n;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    ld.global.u32 %n, [%out];
    cp.async.bulk.global.shared::cta.bulk_group [%out], [few], %n;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    red.global.add.u32 [%out+4], 1;
    ret;
}

// 192 KiB of shared memory, full of one number, on their way to memory when the block ends.
.visible .entry fact_leaves_stores(.param .u64 out, .param .u64 to)
{
    .reg .pred %p;
    .reg .b32 %t, %i, %at, %base, %b;
    .reg .b64 %to, %d;
    ld.param.u64 %to, [to];
    mov.u32 %t, %tid.x;
    mov.u32 %base, much;
    mov.u32 %i, %t;
FILL:
    mad.lo.u32 %at, %i, 4, %base;
    st.shared.u32 [%at], 0xaaaaaaaa;
    add.u32 %i, %i, 256;
    setp.lt.u32 %p, %i, 49152;
    @%p bra FILL;
    fence.proxy.async;
    bar.sync 0;
    setp.ne.u32 %p, %t, 0;
    @%p ret;
    mov.u32 %b, %ctaid.x;
    and.b32 %b, %b, 127;
    mul.wide.u32 %d, %b, 196608;
    add.u64 %to, %to, %d;
    mov.u32 %i, 0;
COPY:
    mad.lo.u32 %at, %i, 32768, %base;
    mul.wide.u32 %d, %i, 32768;
    add.u64 %d, %d, %to;
    cp.async.bulk.global.shared::cta.bulk_group [%d], [%at], 32768;
    add.u32 %i, %i, 1;
    setp.lt.u32 %p, %i, 6;
    @%p bra COPY;
    cp.async.bulk.commit_group;
    ret;
}

// And memory on its way to shared memory when the block ends.
.visible .entry fact_leaves_loads(.param .u64 out, .param .u64 from)
{
    .reg .pred %p;
    .reg .b32 %t, %i, %at, %base;
    .reg .b64 %from, %d;
    ld.param.u64 %from, [from];
    mov.u32 %base, much;
    mov.u32 %i, %tid.x;
NEXT:
    mad.lo.u32 %at, %i, 16, %base;
    mul.wide.u32 %d, %i, 16;
    add.u64 %d, %d, %from;
    cp.async.cg.shared.global [%at], [%d], 16;
    add.u32 %i, %i, 256;
    setp.lt.u32 %p, %i, 12288;
    @%p bra NEXT;
    ret;
}

// Somebody else's block, who finds only what he has put there: he counts what is not.
.visible .entry fact_watches(.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %t, %i, %at, %base, %v, %round;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    mov.u32 %base, much;
    mov.u32 %t, %tid.x;
    mov.u32 %i, %t;
FILL:
    mad.lo.u32 %at, %i, 4, %base;
    st.shared.u32 [%at], 0xbbbbbbbb;
    add.u32 %i, %i, 256;
    setp.lt.u32 %p, %i, 49152;
    @%p bra FILL;
    bar.sync 0;
    mov.u32 %round, 0;
ROUND:
    mov.u32 %i, %t;
LOOK:
    mad.lo.u32 %at, %i, 4, %base;
    ld.volatile.shared.u32 %v, [%at];
    setp.eq.u32 %p, %v, 0xbbbbbbbb;
    @%p bra FINE;
    red.global.add.u32 [%out], 1;
FINE:
    add.u32 %i, %i, 256;
    setp.lt.u32 %p, %i, 49152;
    @%p bra LOOK;
    add.u32 %round, %round, 1;
    setp.lt.u32 %p, %round, 3;
    @%p bra ROUND;
    ret;
}
)";
    return text;
}

Result<void> expect_harmless(FactBench& bench, std::string_view text, const char* kernel, std::uint32_t threads,
                             std::uint32_t input = 0) {
    FactBench::Run run = {text, kernel};
    run.launch.block = {threads, 1, 1};
    run.before = {input};
    RF_TRY(const Words words, bench.run(run, 2));
    return expect_equal(std::string("threads that have come to the end of ") + kernel, words[1], threads);
}

// Blocks that leave copies in progress, and another tenant's blocks on another stream in the same multiprocessors.
class LeftCopies {
public:
    static constexpr std::uint64_t bytes = std::uint64_t{128} * 196608;

    explicit LeftCopies(FactBench& bench) : bench_(bench), device_(bench.device()) {}
    ~LeftCopies() {
        if (buffer_ != 0) static_cast<void>(device_.release(buffer_));
    }
    LeftCopies(const LeftCopies&) = delete;
    LeftCopies& operator=(const LeftCopies&) = delete;

    Result<void> run(const char* leaver) {
        RF_TRY(buffer_, device_.allocate(bytes));
        RF_TRY(const std::unique_ptr<Stream> other, device_.create_stream());
        RF_TRY(const Function* leaves, bench_.kernel(harmless_text_90(), leaver));
        RF_TRY(const Function* watches, bench_.kernel(harmless_text_90(), "fact_watches"));
        Stream& stream = bench_.stream();
        RF_RETURN_IF_ERROR(device_.fill(stream, buffer_, 0xcccccccc, 4, bytes / 4));
        RF_RETURN_IF_ERROR(device_.fill(stream, bench_.memory(), 0, 4, 4));
        RF_RETURN_IF_ERROR(stream.synchronize());
        const Launch launch = {.grid = {600, 1, 1}, .block = {256, 1, 1}, .dynamic_shared = 196608};
        const Address addresses[] = {bench_.memory(), buffer_};
        const auto both = std::as_bytes(std::span(addresses));
        for (int round = 0; round < 10; ++round) {
            RF_RETURN_IF_ERROR(device_.launch(stream, *leaves, launch, both));
            RF_RETURN_IF_ERROR(device_.launch(*other, *watches, launch, both.first(8)));
        }
        RF_RETURN_IF_ERROR(stream.synchronize());
        RF_RETURN_IF_ERROR(other->synchronize());
        return look(stream);
    }

private:
    Result<void> look(Stream& stream) {
        std::uint32_t seen = 0;
        Words copied(bytes / 4);
        RF_RETURN_IF_ERROR(device_.copy_to_host(stream, std::as_writable_bytes(std::span(&seen, 1)), bench_.memory()));
        RF_RETURN_IF_ERROR(device_.copy_to_host(stream, std::as_writable_bytes(std::span(copied)), buffer_));
        RF_RETURN_IF_ERROR(stream.synchronize());
        RF_RETURN_IF_ERROR(expect_equal("words that others have found changed", seen, 0));
        std::uint64_t foreign = 0;
        for (const std::uint32_t word : copied)
            foreign += word == 0xbbbbbbbb ? 1 : 0;
        return expect_equal("words of others that were copied", foreign, 0);
    }

    FactBench& bench_;
    Device& device_;
    Address buffer_ = 0;
};

}  // namespace

Result<void> measure_masks_of_any_kind(FactBench& bench) {
    for (const std::uint32_t mask : {0U, 1U, 0xfffffffeU, 0x80000000U, 0xffffffffU})
        RF_RETURN_IF_ERROR(expect_harmless(bench, harmless_text(), "fact_masks", 32, mask));
    return {};
}

Result<void> measure_halves_of_a_warp(FactBench& bench) {
    FactBench::Run run = {harmless_text(), "fact_halves"};
    run.launch.block = {32, 1, 1};
    RF_TRY(const Words words, bench.run(run, 3));
    RF_RETURN_IF_ERROR(expect_equal("threads that have come to the end", words[1], 32));
    return expect_equal("how often a thread has seen numbers of the others", words[2], 0);
}

Result<void> measure_warps_in_rows(FactBench& bench) {
    for (const Dim3 block : {Dim3{32, 8, 4}, Dim3{96, 5, 2}, Dim3{64, 3, 1}, Dim3{1024, 1, 1}}) {
        FactBench::Run run = {harmless_text(), "fact_rows"};
        run.launch.block = block;
        const std::uint32_t threads = block.x * block.y * block.z;
        RF_TRY(const Words words, bench.run(run, 3));
        RF_RETURN_IF_ERROR(expect_equal("threads that have come to the end", words[1], threads));
        RF_RETURN_IF_ERROR(expect_equal("threads in the row of their warp's first", words[2], threads));
    }
    return {};
}

Result<void> measure_votes_of_a_warp(FactBench& bench) {
    FactBench::Run run = {harmless_text(), "fact_votes"};
    run.launch.block = {40, 1, 1};
    RF_TRY(const Words words, bench.run(run, 4));
    RF_RETURN_IF_ERROR(expect_equal("threads that have come to the end", words[1], 20));
    RF_RETURN_IF_ERROR(expect_equal("threads of a warp that were told yes", words[2], 32));
    return expect_equal("threads that were told yes when half of them had ended", words[3], 16);
}

Result<void> measure_reductions_of_a_block(FactBench& bench) {
    FactBench::Run run = {harmless_text(), "fact_reductions"};
    run.launch.block = {128, 1, 1};
    RF_TRY(const Words words, bench.run(run, 5));
    RF_RETURN_IF_ERROR(expect_equal("threads that have come to the end", words[1], 64));
    RF_RETURN_IF_ERROR(expect_equal("threads that were told of one of them", words[2], 128));
    RF_RETURN_IF_ERROR(expect_equal("counts by halves of the block, in all threads", words[3], 64 * 64 + 64 * 6));
    return expect_equal("threads that were told yes when half of them had ended", words[4], 64);
}

Result<void> measure_arrivals_left_over(FactBench& bench) {
    return expect_harmless(bench, harmless_text(), "fact_arrivals", 128);
}

Result<void> measure_policies_of_any_fraction(FactBench& bench) {
    return expect_harmless(bench, harmless_text(), "fact_policies", 32);
}

Result<void> measure_cluster_barriers_alone(FactBench& bench) {
    return expect_harmless(bench, harmless_text_90(), "fact_cluster_barriers", 64);
}

Result<void> measure_bulk_copies_of_nothing(FactBench& bench) {
    return expect_harmless(bench, harmless_text_90(), "fact_empty_copies", 1);
}

Result<void> measure_stores_left_at_exit(FactBench& bench) {
    return LeftCopies(bench).run("fact_leaves_stores");
}

Result<void> measure_loads_left_at_exit(FactBench& bench) {
    return LeftCopies(bench).run("fact_leaves_loads");
}

}  // namespace ringfence::backend
