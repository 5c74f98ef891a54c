// Operations that end the context for all who share it, and so are refused; and the effects of clusters.
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {
namespace {

// A kernel around `body`, with some registers: %t is the thread, %at the memory's address.
std::string hazard(const char* head, const char* name, const char* body, const char* directives = "") {
    return std::string(head) + ".shared .align 16 .b8 words[1024];\n.visible .entry " + name + "(.param .u64 out) " +
           directives + R"(
{
    .reg .pred %p, %q;
    .reg .b32 %t, %r<8>;
    .reg .b64 %at, %state, %d;
    ld.param.u64 %at, [out];
    mov.u32 %t, %tid.x;
)" + body + "\n    ret;\n}\n";
}

Result<void> expect_hazard(FactBench& bench, const std::string& text, const char* kernel, std::uint32_t threads = 32,
                           std::uint32_t blocks = 1) {
    FactBench::Run run = {text, kernel};
    run.launch.block = {threads, 1, 1};
    run.launch.grid = {blocks, 1, 1};
    return bench.expect_fault(run);
}

}  // namespace

Result<void> measure_fault_of_barrier_counts(FactBench& bench) {
    const std::string text = hazard(head_80, "barrier_counts", R"(
    shr.u32 %r0, %t, 5;
    add.u32 %r0, %r0, 1;
    mul.lo.u32 %r0, %r0, 32;
    barrier.sync 1, %r0;)");
    return expect_hazard(bench, text, "barrier_counts", 128);
}

Result<void> measure_fault_of_barrier_kinds(FactBench& bench) {
    const std::string text = hazard(head_80, "barrier_kinds", R"(
    setp.lt.u32 %p, %t, 32;
    @%p bra SYNC;
    barrier.red.popc.u32 %r1, 2, %p;
    bra DONE;
SYNC:
    barrier.sync 2;
DONE:)");
    return expect_hazard(bench, text, "barrier_kinds", 128);
}

Result<void> measure_fault_of_cache_policies(FactBench& bench) {
    const std::string text = hazard(head_80, "cache_policies", R"(
    mov.u64 %d, 0x9e3779b97f4a7c15;
    mov.u32 %r1, 0;
NEXT:
    mul.lo.u64 %d, %d, 6364136223846793005;
    add.u64 %d, %d, 1442695040888963407;
    ld.global.L2::cache_hint.u32 %r0, [%at+64], %d;
    st.global.L2::cache_hint.u32 [%at+64], %r0, %d;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p, %r1, 1000;
    @%p bra NEXT;)");
    return expect_hazard(bench, text, "cache_policies");
}

Result<void> measure_fault_of_mbarriers(FactBench& bench) {
    const std::string text = hazard(head_80, "mbarriers", R"(
    mov.u64 %d, 0xdeadbeefcafebabe;
    st.shared.u64 [words], %d;
    mbarrier.arrive.shared.b64 %state, [words];
    st.global.u64 [%at], %state;)");
    return expect_hazard(bench, text, "mbarriers");
}

Result<void> measure_fault_of_other_ranks(FactBench& bench) {
    const std::string text = hazard(head_90, "other_ranks", R"(
    mov.u32 %r0, words;
    and.b32 %r0, %r0, 0xffffff;
    ld.shared.u32 %r1, [%r0];
    st.global.u32 [%at], %r1;)",
                                    ".reqnctapercluster 2");
    return expect_hazard(bench, text, "other_ranks", 32, 2);
}

// The greatest %cluster_ctaid.x, %nctaid.x and address of a shared variable.
Result<void> measure_clusters_of_plain_launches(FactBench& bench) {
    const std::string text = hazard(head_90, "clusters", R"(
    mov.u32 %r0, %cluster_ctaid.x;
    red.global.max.u32 [%at], %r0;
    mov.u32 %r0, %cluster_nctaid.x;
    red.global.max.u32 [%at+4], %r0;
    mov.u32 %r0, words;
    red.global.max.u32 [%at+8], %r0;)",
                                    ".reqnctapercluster 4");
    FactBench::Run run = {text, "clusters"};
    run.launch.grid = {8, 1, 1};
    run.launch.block = {32, 1, 1};
    RF_TRY(const Words words, bench.run(run, 3));
    RF_RETURN_IF_ERROR(expect_equal("the greatest %cluster_ctaid.x", words[0], 3));
    RF_RETURN_IF_ERROR(expect_equal("%cluster_nctaid.x", words[1], 4));
    return expect_equal("the rank in the address of a shared variable", words[2] >> 24, 3);
}

}  // namespace ringfence::backend
