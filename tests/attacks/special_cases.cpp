// Modules that are absurd, which must cost neither much time nor the process; and one that changes while it is read.
#include <atomic>
#include <ctime>
#include <functional>
#include <string>
#include <thread>

#include "base/diagnostics.h"
#include "campaigns.h"
#include "guard/guard.h"
#include "ptx/parser.h"

namespace ringfence::attacks {
namespace {

constexpr const char* head = ".version 8.3\n.target sm_90\n.address_size 64\n";
constexpr const char* begin =
    ".visible .entry attack(.param .u64 a, .param .u64 b)\n{\n.reg .pred %p;\n.reg .b32 %r<8>;\n.reg .b64 %d<8>;\n"
    "ld.param.u64 %d0, [a];\nld.param.u64 %d1, [b];\nmov.u32 %r0, %tid.x;\n";
constexpr const char* end = "st.global.u32 [%d0], 1;\nret;\n}\n";

std::string repeat(std::size_t count, const std::function<std::string(std::size_t)>& piece) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += piece(i);
    return text;
}

std::string in_kernel(const std::string& body) {
    return std::string(head) + begin + body + end;
}

std::string number(std::size_t i) {
    return std::to_string(i);
}

struct Absurd {
    const char* name;
    std::function<std::string()> text;
};

std::string same(std::size_t count, const char* piece) {
    return repeat(count, [&](std::size_t) { return std::string(piece); });
}

std::string diamonds(std::size_t) {
    return repeat(5000, [](std::size_t i) {
        return "setp.eq.u32 %p, %r0, " + number(i) + ";\n@%p bra A" + number(i) + ";\nadd.s64 %d0, %d0, 4;\nA" +
               number(i) + ":\n";
    });
}

std::string nested_loops(std::size_t depth) {
    std::string text = repeat(depth, [](std::size_t i) { return "L" + number(i) + ":\n"; });
    text += "st.global.u32 [%d0], 1;\nadd.s64 %d0, %d0, %d1;\n";
    text += repeat(depth, [&](std::size_t i) {
        return "setp.lt.u64 %p, %d0, " + number(i) + ";\n@%p bra L" + number(depth - 1 - i) + ";\n";
    });
    return text;
}

// Every block can go to every third other one: no loop of it has one entry.
std::string mesh(std::size_t blocks) {
    return repeat(blocks, [&](std::size_t i) {
        return "M" + number(i) + ":\nadd.s64 %d0, %d0, 4;\nst.global.u32 [%d0], 1;\nsetp.eq.u32 %p, %r0, " + number(i) +
               ";\n@%p bra M" + number((i * 7919 + 13) % blocks) + ";\n";
    });
}

std::string call_chain(std::size_t count) {
    std::string text = std::string(head) + ".func f0(.param .b64 a)\n{\nret;\n}\n";
    text += repeat(count, [](std::size_t i) {
        return ".func f" + number(i + 1) +
               "(.param .b64 a)\n{\n.reg .b64 %d;\nld.param.b64 %d, [a];\n{\n.param .b64 b;\n"
               "st.param.b64 [b], %d;\ncall f" +
               number(i) + ", (b);\n}\nst.global.u32 [%d], 1;\nret;\n}\n";
    });
    return text + begin + "{\n.param .b64 b;\nst.param.b64 [b], %d0;\ncall f" + number(count) + ", (b);\n}\n" + end;
}

std::string wide_branch(std::size_t count) {
    return "T: .branchtargets " + repeat(count, [](std::size_t i) { return (i == 0 ? "B" : ", B") + number(i); }) +
           ";\nbrx.idx %r0, T;\n" + repeat(count, [](std::size_t i) { return "B" + number(i) + ":\n"; });
}

const Absurd absurd_modules[] = {
    {"nothing", [] { return std::string(); }},
    {"zeros", [] { return std::string(100'000, '\0'); }},
    {"braces", [] { return std::string(head) + std::string(1'000'000, '{'); }},
    {"scopes", [] { return in_kernel(same(100'000, "{\n") + same(100'000, "}\n")); }},
    {"long-name", [] { return in_kernel(".reg .b32 %" + std::string(1'000'000, 'x') + ";\n"); }},
    {"many-kernels",
     [] {
         return head + repeat(3000, [](std::size_t i) {
                    return ".visible .entry k" + number(i) +
                           "(.param .u64 a)\n{\n.reg .b64 %d;\nld.param.u64 %d, [a];\nst.global.u32 [%d], "
                           "1;\nret;\n}\n";
                });
     }},
    {"many-registers",
     [] {
         return in_kernel(".reg .b64 %many<1000000>;\nmov.u64 %many999999, %d0;\nst.global.u32 [%many999999], 1;\n");
     }},
    {"many-stores", [] { return in_kernel(same(50'000, "st.global.u32 [%d0+64], %r0;\n")); }},
    {"many-fences",
     [] { return in_kernel(repeat(20'000, [](std::size_t) { return "ld.global.u64 %d0, [%d0];\n"; })); }},
    {"long-chain", [] { return in_kernel(same(100'000, "add.s64 %d0, %d0, %d1;\n")); }},
    {"long-chain-of-names",
     [] {
         return in_kernel(
             ".reg .b64 %c<50001>;\nmov.u64 %c0, %d0;\n" +
             repeat(50'000,
                    [](std::size_t i) { return "add.s64 %c" + number(i + 1) + ", %c" + number(i) + ", %d1;\n"; }) +
             "st.global.u32 [%c50000], 1;\n");
     }},
    {"doubling-names",
     [] {
         return in_kernel(".reg .b64 %c<2001>;\nmov.u64 %c0, %d0;\n" +
                          repeat(2000,
                                 [](std::size_t i) {
                                     return "add.s64 %c" + number(i + 1) + ", %c" + number(i) + ", %c" + number(i) +
                                            ";\n";
                                 }) +
                          "st.global.u32 [%c2000], 1;\n");
     }},
    {"diamonds", [] { return in_kernel(diamonds(0)); }},
    {"nested-loops", [] { return in_kernel(nested_loops(1000)); }},
    {"mesh", [] { return in_kernel(mesh(2000)); }},
    {"labels", [] { return in_kernel(repeat(100'000, [](std::size_t i) { return "L" + number(i) + ":\n"; })); }},
    {"branches-to-one",
     [] { return in_kernel("setp.eq.u32 %p, %r0, 0;\n" + same(20'000, "@%p bra OUT;\n") + "OUT:\n"); }},
    {"wide-branch", [] { return in_kernel(wide_branch(20'000)); }},
    {"call-chain", [] { return call_chain(3000); }},
    {"long-initialiser",
     [] {
         return std::string(head) + ".global .align 4 .b32 v[1000000] = {" + same(999'999, "1,") + "1};\n" + begin +
                "st.global.u32 [v], 1;\n" + end;
     }},
    {"nested-initialiser",
     [] { return std::string(head) + ".global .b32 v[1] = " + same(100'000, "{") + "1" + same(100'000, "}") + ";\n"; }},
    {"sizes-that-wrap",
     [] {
         return std::string(head) + ".global .b64 v[4294967296][4294967296];\n.shared .b64 s[1152921504606846976];\n" +
                begin + "st.global.u32 [v], 1;\n" + end;
     }},
    {"expressions",
     [] {
         return std::string(head) + ".global .b32 v = " + same(50'000, "(") + "1" + same(50'000, ")") + ";\n" + begin +
                end;
     }},
};

// The processor time of this thread: other work of the machine does not count.
double seconds_of_work() {
    timespec time = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Verdict try_absurd(const Absurd& absurd) {
    constexpr double longest = 60;
    const double start = seconds_of_work();
    std::string text = absurd.text();
    const std::size_t bytes = text.size();
    const Result<guard::GuardedPtx> guarded = guard::guard(std::move(text));
    const double seconds = seconds_of_work() - start;
    char time[64];
    std::snprintf(time, sizeof(time), "%zu bytes, %.2f s, ", bytes, seconds);
    const std::string what = time + (guarded.ok() ? "guarded" : "refused: " + guarded.error().message);
    return {seconds < longest, false, what};
}

// A tenant's text lies in memory that it can write. Whatever is read, it is either refused or made safe.
Verdict try_changing_text() {
    const std::string store = in_kernel("ld.global.u64 %d0, [%d0];\nst.global.u32 [%d1], 1;\n");
    std::string shared = store;
    std::atomic<bool> is_done = false;
    std::thread writer([&] {
        for (std::size_t i = 0; !is_done; ++i) {
            const std::size_t at = (i * 2654435761U) % shared.size();
            const char was = store[at];
            std::atomic_ref(shared[at]).store(i % 3 == 0 ? 'd' : i % 3 == 1 ? '0' : ';', std::memory_order_relaxed);
            std::this_thread::yield();
            std::atomic_ref(shared[at]).store(was, std::memory_order_relaxed);
        }
    });
    unsigned accepted = 0;
    bool is_good = true;
    for (int i = 0; i < 300; ++i) {
        std::string copy(shared.size(), '\0');
        for (std::size_t at = 0; at < shared.size(); ++at)
            copy[at] = std::atomic_ref(shared[at]).load(std::memory_order_relaxed);
        Result<guard::GuardedPtx> guarded = guard::guard(std::move(copy));
        if (!guarded.ok()) continue;
        ++accepted;
        DiagnosticSink sink;
        const auto parsed = ptx::parse(guarded.value().ptx, sink);
        is_good = is_good && parsed != nullptr && guard::check_rewritten(*parsed).is_safe();
    }
    is_done = true;
    writer.join();
    return {is_good, false, std::to_string(accepted) + " of 300 readings were accepted"};
}

}  // namespace

int try_special(Campaign& campaign) {
    for (const Absurd& absurd : absurd_modules)
        campaign.report(std::string("absurd: ") + absurd.name, try_absurd(absurd));
    campaign.report("text that changes", try_changing_text());
    return campaign.summary();
}

}  // namespace ringfence::attacks
