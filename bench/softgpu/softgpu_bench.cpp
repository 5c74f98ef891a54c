// The software GPU against PoCL, which runs OpenCL kernels on the CPU: the same kernels, sizes and cores, in one
// process, in turns. Then the time until a kernel has run for the first time.
//
// The best time counts: other programs can only make it longer. Times are the kernels' alone, with the data in
// place. Where the median is far from the best, other programs took part, and the line is marked as disturbed: its
// ratio, good or bad, says little. Options: --only TEXT, just the kernels whose name contains it; --seconds S, how long
// to measure each kernel;
// --alone, without PoCL.
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "compare.h"
#include "engine.h"
#include "first_launch.h"
#include "source_dir.h"
#include "workload.h"

namespace ringfence::bench {
namespace {

constexpr int least_rounds = 5;
constexpr int most_rounds = 400;
constexpr double disturbance = 1.3;  // median to best

struct Options {
    std::string only;
    double seconds = 4;
    bool alone = false;
};

// An engine at one workload.
struct Contestant {
    std::unique_ptr<Run> run;
    std::vector<Bytes> results;
    std::vector<double> times;
    bool right = true;

    double best() const { return *std::min_element(times.begin(), times.end()); }
    bool disturbed() const {
        std::vector<double> sorted = times;
        std::nth_element(sorted.begin(), sorted.begin() + sorted.size() / 2, sorted.end());
        return sorted[sorted.size() / 2] > disturbance * best();
    }
};

struct Summary {
    std::vector<double> ratios;
    bool all_right = true;
    int over_limit = 0;
    int disturbed = 0;
};

// Also the warm-up. Later runs work on the results of earlier ones, so only the first is compared.
Result<Contestant> start(Engine& engine, const Workload& workload) {
    Contestant contestant;
    RF_TRY(contestant.run, engine.prepare(workload));
    RF_RETURN_IF_ERROR(contestant.run->run());
    for (const Expectation& expected : workload.expected) {
        RF_TRY(Bytes result, contestant.run->read(expected.buffer));
        contestant.right = contestant.right && error_of(expected, result) <= expected.tolerance;
        contestant.results.push_back(std::move(result));
    }
    return contestant;
}

Result<double> measure_once(Contestant& contestant) {
    RF_TRY(const double milliseconds, contestant.run->run());
    contestant.times.push_back(milliseconds);
    return milliseconds;
}

std::string describe_results(const Workload& workload, const Contestant& ours, const Contestant* theirs) {
    if (!ours.right) return "ours are WRONG";
    if (!theirs) return "right";
    if (!theirs->right) return "PoCL's are WRONG";
    double worst = 0;
    for (std::size_t i = 0; i < workload.expected.size(); ++i)
        worst = std::max(worst, difference(workload.expected[i], ours.results[i], theirs->results[i]));
    if (worst == 0) return "equal";
    char text[32];
    std::snprintf(text, sizeof text, "within %.0e", worst);
    return text;
}

void print_line(const std::string& name, const Workload& workload, const Contestant& ours, const Contestant* theirs) {
    std::printf("%-19s %-25s %9.2f ms", name.c_str(), workload.size.c_str(), ours.best());
    if (theirs) {
        const double ratio = ours.best() / theirs->best();
        std::printf(" %9.2f ms %6.2fx  %4.1fx  %-6s", theirs->best(), ratio, workload.limit,
                    ratio <= workload.limit ? "yes" : "NO");
    }
    const bool disturbed = ours.disturbed() || (theirs && theirs->disturbed());
    std::printf("  %s%s\n", describe_results(workload, ours, theirs).c_str(), disturbed ? ", disturbed" : "");
    std::fflush(stdout);
}

Result<void> run_workload(const WorkloadEntry& entry, Engine& ours, Engine* theirs, double seconds, Summary& summary) {
    const Workload workload = entry.make();
    RF_TRY(Contestant our_side, start(ours, workload));
    std::optional<Contestant> their_side;
    if (theirs) {
        RF_TRY(their_side, start(*theirs, workload));
    }
    double total = 0;
    for (int round = 0; round < most_rounds && (round < least_rounds || total < seconds * 1000); ++round) {
        RF_TRY(const double our_time, measure_once(our_side));
        total += our_time;
        if (!their_side) continue;
        RF_TRY(const double their_time, measure_once(*their_side));
        total += their_time;
    }
    print_line(entry.name, workload, our_side, their_side ? &*their_side : nullptr);
    summary.all_right = summary.all_right && our_side.right && (!their_side || their_side->right);
    if (!their_side) return {};
    if (our_side.disturbed() || their_side->disturbed()) ++summary.disturbed;
    summary.ratios.push_back(our_side.best() / their_side->best());
    if (summary.ratios.back() > workload.limit) ++summary.over_limit;
    return {};
}

void print_summary(const Summary& summary) {
    if (summary.ratios.empty()) return;
    double sum = 0;
    for (const double ratio : summary.ratios)
        sum += std::log(ratio);
    std::printf("geometric mean of the ratios: %.2fx; over their limit: %d of %zu; disturbed: %d\n",
                std::exp(sum / static_cast<double>(summary.ratios.size())), summary.over_limit, summary.ratios.size(),
                summary.disturbed);
}

// Uses the first cores of those that this process may use.
void keep_to_cores(unsigned count) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    cpu_set_t chosen;
    CPU_ZERO(&chosen);
    for (int core = 0; core < CPU_SETSIZE && count > 0; ++core) {
        if (!CPU_ISSET(core, &allowed)) continue;
        CPU_SET(core, &chosen);
        --count;
    }
    sched_setaffinity(0, sizeof chosen, &chosen);
}

// Goes away with the object.
class ScratchFolder {
public:
    ScratchFolder() {
        if (!mkdtemp(path_.data())) path_.clear();
    }
    ~ScratchFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    // Closed to others: compiled code is not taken from a folder that is not.
    std::string subfolder(const std::string& name) const {
        const std::filesystem::path path = std::filesystem::path(path_) / name;
        std::filesystem::create_directories(path);
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path.string();
    }

private:
    std::string path_ = std::filesystem::temp_directory_path().string() + "/softgpu_bench.XXXXXX";
};

Result<std::string> read_source(const std::string& name) {
    return read_file(std::string(RINGFENCE_SOURCE_DIR) + "/bench/softgpu/" + name, 16 << 20);
}

Result<Summary> compare_engines(const Options& options, const std::string& ptx, const ScratchFolder& scratch) {
    RF_TRY(const std::unique_ptr<Engine> ours, open_ringfence(ptx, scratch.subfolder("ringfence")));
    RF_TRY(const std::string source, read_source("kernels.cl"));
    Result<std::unique_ptr<Engine>> theirs =
        options.alone ? Error::bad_input("not asked for") : open_pocl(source, scratch.subfolder("pocl"));
    if (theirs.ok()) {
        std::printf("\nagainst PoCL (%s), %u cores, best times\n\n", theirs.value()->name().c_str(), worker_count);
        std::printf("%-19s %-25s %12s %12s %7s  %5s  %-6s  %s\n", "kernel", "size", "ours", "PoCL", "ratio", "limit",
                    "within", "results");
    } else {
        std::printf("\nnot compared with PoCL: %s\n\n", theirs.error().text().c_str());
        std::printf("%-19s %-25s %12s  %s\n", "kernel", "size", "ours", "results");
    }
    Summary summary;
    for (const WorkloadEntry& entry : all_workloads()) {
        if (entry.name.find(options.only) == std::string::npos) continue;
        RF_RETURN_IF_ERROR(
            run_workload(entry, *ours, theirs.ok() ? theirs.value().get() : nullptr, options.seconds, summary));
    }
    print_summary(summary);
    return summary;
}

Result<bool> run_all(const Options& options) {
    const ScratchFolder scratch;
    RF_TRY(const std::string ptx, read_source("kernels.ptx"));
    RF_TRY(const Summary summary, compare_engines(options, ptx, scratch));
    if (options.only.empty()) {
        const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
        RF_RETURN_IF_ERROR(print_first_launches(program, ptx, scratch.subfolder("first")));
    }
    return summary.all_right;
}

// The program that print_first_launches() starts.
Result<void> run_first_launch(const std::string& kernel, const std::string& cache_directory) {
    RF_TRY(const std::string ptx, read_source("kernels.ptx"));
    RF_TRY(const double milliseconds, first_launch(ptx, kernel, cache_directory));
    std::printf("%f\n", milliseconds);
    return {};
}

int report(const Error& error) {
    std::fprintf(stderr, "softgpu_bench: %s\n", error.text().c_str());
    return 1;
}

int run_main(const std::vector<std::string>& arguments) {
    keep_to_cores(worker_count);
    if (arguments.size() == 3 && arguments[0] == "--first-launch") {
        const Result<void> result = run_first_launch(arguments[1], arguments[2]);
        return result.ok() ? 0 : report(result.error());
    }
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool has_value = i + 1 < arguments.size();
        if (arguments[i] == "--alone") {
            options.alone = true;
        } else if (has_value && arguments[i] == "--only") {
            options.only = arguments[++i];
        } else if (has_value && arguments[i] == "--seconds") {
            options.seconds = std::atof(arguments[++i].c_str());
        } else {
            return report(Error::bad_input("usage: softgpu_bench [--only TEXT] [--seconds S] [--alone]"));
        }
    }
    const Result<bool> all_right = run_all(options);
    if (!all_right.ok()) return report(all_right.error());
    return all_right.value() ? 0 : 1;
}

}  // namespace
}  // namespace ringfence::bench

int main(int argc, char** argv) {
    return ringfence::bench::run_main(std::vector<std::string>(argv + 1, argv + argc));
}
