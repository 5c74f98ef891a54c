// Measures the cost of the guard: each kernel of kernels.cu as it is, and guarded.
//
//     guard_bench --backend soft|cuda [--fenced] kernels.ptx
//
// A line for each kernel: its accesses and how many of them need nothing, registers and times as it is, in fence mode
// and in check mode, and the ratios. With --fenced the variants are measured in which nothing depends on the launch's
// arguments.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/file.h"
#include "ptx/parser.h"
#include "rig.h"

namespace ringfence::guard_bench {
namespace {

struct Share {
    unsigned accesses = 0;
    unsigned free = 0;  // need no instruction
};

// By function: those with a body, in the order of the text.
std::map<std::string, Share> count_accesses(const std::string& ptx, const guard::GuardedPtx& guarded) {
    std::map<std::string, Share> shares;
    DiagnosticSink sink;
    const auto module = ptx::parse(ptx, sink);
    if (module == nullptr) return shares;
    std::vector<std::string> names;
    for (const ptx::Item& item : module->items)
        if (item.kind == ptx::ItemKind::Function && !item.function->body.empty())
            names.emplace_back(item.function->name);
    for (const guard::Explanation& access : guarded.accesses) {
        if (access.site.function >= names.size()) continue;
        Share& share = shares[names[access.site.function]];
        ++share.accesses;
        const bool is_free = access.treatment == guard::Treatment::Proven ||
                             access.treatment == guard::Treatment::Conditional ||
                             access.treatment == guard::Treatment::Reused;
        share.free += is_free ? 1 : 0;
    }
    return shares;
}

// The same kernels, rewritten in one of the modes.
struct Rewritten {
    const char* name = "";
    guard::GuardedPtx guarded;
    std::unique_ptr<backend::Module> module;
    std::map<std::string, Share> shares;
    double sum_of_logarithms = 0;
    double worst = 0;
    std::string worst_kernel = {};
    unsigned count = 0;
    unsigned grown = 0;  // kernels that use more registers
    unsigned most_growth = 0;
    Share all;
};

Result<Rewritten> rewrite(const char* name, guard::Mode mode, const std::string& ptx) {
    Rewritten rewritten;
    rewritten.name = name;
    guard::GuardOptions options;
    options.file_name = "kernels.ptx";
    options.mode = mode;
    RF_TRY(rewritten.guarded, guard::guard(ptx, options));
    rewritten.shares = count_accesses(ptx, rewritten.guarded);
    return rewritten;
}

// Prints what one kernel takes in one mode.
Result<void> measure(Rig& rig, const Times& before, Rewritten& rewritten, std::size_t index, bool is_fenced) {
    const guard::GuardedKernel& kernel = rewritten.guarded.kernels[index];
    // Variables and fault record are shared by the modules, so each is set up when its turn comes.
    RF_RETURN_IF_ERROR(rig.set_up(rewritten.guarded, *rewritten.module));
    RF_TRY(const backend::Function* const function, rewritten.module->function(kernel.name));
    RF_TRY(const std::vector<std::byte> parameters, rig.parameters(*rewritten.module, kernel.name));
    const bool fenced = !kernel.fenced.empty() && (is_fenced || !rig.holds(kernel, *function, parameters));
    RF_TRY(const Times after, rig.time(*rewritten.module, fenced ? kernel.fenced : kernel.name));
    const double ratio = after.microseconds / before.microseconds;
    const Share share = rewritten.shares[kernel.name];
    std::printf(" | %s %3u of %3u free  %3u registers %9.2f us  %.3f%s%s", rewritten.name, share.free, share.accesses,
                after.registers, after.microseconds, ratio, fenced ? " fenced" : "",
                before.results == after.results ? "" : " OTHER RESULTS");
    RF_TRY(const bool is_clean, rig.is_record_empty());
    if (!is_clean) std::printf(" A VIOLATION WAS RECORDED");
    rewritten.all.accesses += share.accesses;
    rewritten.all.free += share.free;
    rewritten.sum_of_logarithms += std::log(ratio);
    if (ratio > rewritten.worst) rewritten.worst_kernel = kernel.name;
    rewritten.worst = std::max(rewritten.worst, ratio);
    rewritten.grown += after.registers > before.registers ? 1 : 0;
    rewritten.most_growth =
        std::max(rewritten.most_growth, std::max(after.registers, before.registers) - before.registers);
    ++rewritten.count;
    return {};
}

Result<void> run(bool is_card, bool is_fenced, const std::string& file) {
    RF_TRY(const std::string ptx, read_file(file, std::size_t{16} << 20));
    RF_TRY(const std::unique_ptr<Rig> rig, Rig::open(is_card, is_card ? 1U << 24 : 1U << 20));
    std::vector<Rewritten> modes;  // their modules go before the device does
    RF_TRY(Rewritten fence, rewrite("fence", guard::Mode::Fence, ptx));
    RF_TRY(Rewritten check, rewrite("check", guard::Mode::Check, ptx));
    modes.push_back(std::move(fence));
    modes.push_back(std::move(check));
    RF_TRY(const std::unique_ptr<backend::Module> plain, rig->load(ptx));
    for (Rewritten& mode : modes) {
        RF_TRY(mode.module, rig->load(mode.guarded.ptx));
    }
    for (std::size_t i = 0; i < modes[0].guarded.kernels.size(); ++i) {
        const std::string& name = modes[0].guarded.kernels[i].name;
        RF_TRY(const Times before, rig->time(*plain, name));
        std::printf("%-20s %3u registers %9.2f us", name.c_str(), before.registers, before.microseconds);
        for (Rewritten& mode : modes)
            RF_RETURN_IF_ERROR(measure(*rig, before, mode, i, is_fenced));
        std::printf("\n");
        std::fflush(stdout);
    }
    for (const Rewritten& mode : modes)
        std::printf(
            "%s mode, %u kernels: %.3f as long on average (geometric), %.3f at worst (%s); %u of %u accesses need "
            "nothing; %u kernels use more registers, %u more at most\n",
            mode.name, mode.count, std::exp(mode.sum_of_logarithms / std::max(1U, mode.count)), mode.worst,
            mode.worst_kernel.c_str(), mode.all.free, mode.all.accesses, mode.grown, mode.most_growth);
    return {};
}

}  // namespace
}  // namespace ringfence::guard_bench

int main(int count, char** words) {
    std::string file;
    std::string_view backend;
    bool is_fenced = false;
    for (int i = 1; i < count; ++i) {
        const std::string_view word(words[i]);
        if (word == "--backend" && i + 1 < count) {
            backend = words[++i];
        } else if (word == "--fenced") {
            is_fenced = true;
        } else {
            file = word;
        }
    }
    if (file.empty() || (backend != "soft" && backend != "cuda")) {
        std::fprintf(stderr, "usage: guard_bench --backend soft|cuda [--fenced] kernels.ptx\n");
        return 2;
    }
    const ringfence::Result<void> done = ringfence::guard_bench::run(backend == "cuda", is_fenced, file);
    if (done.ok()) return 0;
    std::fprintf(stderr, "guard_bench: %s\n", done.error().text().c_str());
    return 1;
}
