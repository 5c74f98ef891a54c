// What the guard costs: each kernel of kernels.cu as it is, and guarded.
//
//     guard_bench --backend soft|cuda [--fenced] kernels.ptx
//
// A line for each kernel: its accesses and how many of them need nothing, registers and time before and after, the
// ratio. With --fenced the variants are measured in which nothing depends on the launch's arguments.
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
std::map<std::string, Share> count_accesses(const std::string& ptx, const guard::GuardedModule& guarded) {
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

struct Bench {
    Rig& rig;
    backend::Module& plain;
    backend::Module& guarded;
    bool is_fenced;
    double sum_of_logarithms = 0;
    double worst = 0;
    std::string worst_kernel = {};
    unsigned count = 0;
    unsigned grown = 0;  // kernels that use more registers
    unsigned most_growth = 0;

    Result<void> measure(const guard::GuardedKernel& kernel, const Share& share) {
        RF_TRY(const Times before, rig.time(plain, kernel.name));
        RF_TRY(const backend::Function* const function, guarded.function(kernel.name));
        RF_TRY(const std::vector<std::byte> parameters, rig.parameters(guarded, kernel.name));
        const bool fenced = !kernel.fenced.empty() && (is_fenced || !rig.holds(kernel, *function, parameters));
        RF_TRY(const Times after, rig.time(guarded, fenced ? kernel.fenced : kernel.name));
        const double ratio = after.microseconds / before.microseconds;
        std::printf("%-20s %3u accesses %3u free  registers %3u %3u  %9.2f us %9.2f us  %.3f %s%s\n",
                    kernel.name.c_str(), share.accesses, share.free, before.registers, after.registers,
                    before.microseconds, after.microseconds, ratio, fenced ? "fenced" : "",
                    before.results == after.results ? "" : " OTHER RESULTS");
        std::fflush(stdout);
        sum_of_logarithms += std::log(ratio);
        if (ratio > worst) worst_kernel = kernel.name;
        worst = std::max(worst, ratio);
        grown += after.registers > before.registers ? 1 : 0;
        most_growth = std::max(most_growth, std::max(after.registers, before.registers) - before.registers);
        ++count;
        return {};
    }
};

Result<void> run(bool is_card, bool is_fenced, const std::string& file) {
    RF_TRY(const std::string ptx, read_file(file, std::size_t{16} << 20));
    guard::GuardOptions options;
    options.file_name = file;
    RF_TRY(const guard::GuardedModule guarded, guard::guard(ptx, options));
    RF_TRY(const std::unique_ptr<Rig> rig, Rig::open(is_card, is_card ? 1U << 24 : 1U << 20));
    RF_TRY(const std::unique_ptr<backend::Module> plain, rig->load(ptx));
    RF_TRY(const std::unique_ptr<backend::Module> rewritten, rig->load(guarded));
    const std::map<std::string, Share> shares = count_accesses(ptx, guarded);
    Bench bench{*rig, *plain, *rewritten, is_fenced};
    Share all;
    for (const guard::GuardedKernel& kernel : guarded.kernels) {
        const auto found = shares.find(kernel.name);
        const Share share = found == shares.end() ? Share{} : found->second;
        all.accesses += share.accesses;
        all.free += share.free;
        RF_RETURN_IF_ERROR(bench.measure(kernel, share));
    }
    std::printf("%u kernels: %.3f as long on average (geometric), %.3f at worst (%s); %u of %u accesses need nothing\n",
                bench.count, std::exp(bench.sum_of_logarithms / std::max(1U, bench.count)), bench.worst,
                bench.worst_kernel.c_str(), all.free, all.accesses);
    if (is_card) std::printf("%u kernels use more registers, %u more at most\n", bench.grown, bench.most_growth);
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
