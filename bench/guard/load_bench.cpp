// Measures the loading of a guarded module, stage by stage, beside compiling it.
//
//     guard_load_bench [--backend soft|cuda] [--ptxas PATH] [--check] [--enlarge BYTES] FILE.ptx…
//
// A line for each file. The reference is the time that the card's driver takes to compile the original text, without
// its own cache; or, with --ptxas, that of the processor in the assembler for sm_90. With --enlarge each file is taken
// as many times over as it takes to have that size. `load` is the whole of a load, as a worker does it, the first time;
// `warm` the same when the module is on the disk.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/cuda/cuda.h"
#include "backend/soft/soft.h"
#include "base/file.h"
#include "guard/guard.h"
#include "large_module.h"
#include "worker/module_loader.h"

namespace ringfence::guard_bench {
namespace {

struct Wishes {
    std::string backend;
    std::string ptxas;
    guard::Mode mode = guard::Mode::Fence;
    std::size_t enlarge = 0;
    std::vector<std::string> files;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double sum_of(const guard::GuardTimes& times) {
    return times.parse + times.rewrite + times.parse_again + times.check + times.print;
}

// The processor time of processes that were started here and have ended.
double child_seconds() {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double peak_megabytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

std::string name_of(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

struct Guarding {
    guard::GuardTimes times;
    guard::GuardedPtx module;
};

// The fastest of a few times: what else runs on the machine is not meant.
Result<Guarding> guard_file(const std::string& ptx, const std::string& file, guard::Mode mode) {
    Guarding best;
    const int turns = ptx.size() > (1U << 20) ? 1 : 5;
    for (int turn = 0; turn < turns; ++turn) {
        Guarding now;
        RF_TRY(now.module, guard::guard(ptx, {.mode = mode, .file_name = file, .times = &now.times}));
        if (turn == 0 || sum_of(now.times) < sum_of(best.times)) best = std::move(now);
    }
    return best;
}

class Bench {
public:
    explicit Bench(const Wishes& wishes) : wishes_(wishes) {}
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;
    ~Bench() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
        std::filesystem::remove(folder_ + ".secret", ignored);
    }

    Result<void> open() {
        if (wishes_.backend == "cuda") {
            // The driver's own cache would hide what compiling costs.
            ::setenv("CUDA_CACHE_DISABLE", "1", 1);
            RF_TRY(device_, backend::open_cuda());
        } else if (wishes_.backend == "soft") {
            RF_TRY(device_, backend::open_soft());
        }
        RF_RETURN_IF_ERROR(open_cache());
        std::printf("%-34s %8s %6s | %8s %8s %8s %8s %8s | %9s %6s | %8s %8s %8s\n", "module", "KiB", "rounds", "parse",
                    "rewrite", "parse", "check", "sum ms", "compile", "%", "load ms", "warm ms", "peak MiB");
        return {};
    }

    Result<void> measure(const std::string& file) {
        RF_TRY(std::string ptx, read_file(file, std::size_t{64} << 20));
        if (wishes_.enlarge != 0) ptx = enlarged(ptx, wishes_.enlarge);
        auto guarded = guard_file(ptx, file, wishes_.mode);
        if (!guarded) {
            std::printf("%-34s refused: %.100s\n", name_of(file).c_str(), guarded.error().text().c_str());
            return {};
        }
        const guard::GuardTimes& times = guarded.value().times;
        std::printf("%-34s %8.1f %6d | %8.2f %8.2f %8.2f %8.2f %8.2f |", name_of(file).c_str(),
                    static_cast<double>(ptx.size()) / 1024, times.rounds, times.parse * 1e3, times.rewrite * 1e3,
                    times.parse_again * 1e3, times.check * 1e3, sum_of(times) * 1e3);
        RF_TRY(const std::optional<double> reference, compile(ptx, file));
        if (reference) {
            std::printf(" %9.1f %6.1f |", *reference * 1e3, sum_of(times) / *reference * 100);
            sum_ += sum_of(times);
            references_ += *reference;
            worst_ = std::max(worst_, sum_of(times) / *reference);
        } else {
            std::printf(" %9s %6s |", "", "");
        }
        load(ptx);
        std::printf(" %8.0f\n", peak_megabytes());
        std::fflush(stdout);
        return {};
    }

    void conclude() const {
        if (references_ > 0)
            std::printf("all: the guard takes %.1f %% of the time that compiling takes, %.1f %% at worst\n",
                        sum_ / references_ * 100, worst_ * 100);
    }

private:
    // An empty one, so that the first load is a cold one.
    Result<void> open_cache() {
        if (::mkdtemp(folder_.data()) == nullptr) return Error::bad_input("there is no place for a cache in /tmp");
        RF_TRY(auto disk, cache::DiskCache::open({.folder = folder_, .secret_file = folder_ + ".secret"}));
        cache_ = std::make_shared<const worker::ModuleCache>(std::move(disk));
        return {};
    }

    Result<std::optional<double>> compile(const std::string& ptx, const std::string& file) {
        if (wishes_.backend == "cuda") {
            const auto begin = std::chrono::steady_clock::now();
            auto module = device_->load(ptx, {.file_name = file});
            if (!module) return std::optional<double>();
            return std::optional<double>(seconds_since(begin));
        }
        if (wishes_.ptxas.empty()) return std::optional<double>();
        const std::string copy = folder_ + "/module.ptx";
        RF_RETURN_IF_ERROR(write_file_atomically(copy, ptx));
        const std::string command = wishes_.ptxas + " -arch=sm_90 -o /dev/null " + copy + " >/dev/null 2>&1";
        const double begin = child_seconds();
        const int status = std::system(command.c_str());
        const double seconds = child_seconds() - begin;
        return status == 0 ? std::optional<double>(seconds) : std::nullopt;
    }

    // As worker/module_loader.cpp does it.
    void load(const std::string& ptx) {
        if (device_ == nullptr) {
            std::printf(" %8s %8s", "", "");
            return;
        }
        worker::ModuleWishes wishes;
        wishes.guard = wishes_.mode;
        wishes.cache = cache_;
        for (int turn = 0; turn < 2; ++turn) {
            double best = 0;
            for (int again = 0; again < (turn == 0 ? 1 : 5); ++again) {
                const auto begin = std::chrono::steady_clock::now();
                const auto loaded = worker::load_image(*device_, std::as_bytes(std::span(ptx)), wishes);
                if (!loaded) {
                    std::printf(" %8s %8s", "refused", "");
                    return;
                }
                const double seconds = seconds_since(begin);
                best = again == 0 ? seconds : std::min(best, seconds);
            }
            std::printf(" %8.2f", best * 1e3);
        }
    }

    const Wishes& wishes_;
    std::unique_ptr<backend::Device> device_;
    std::string folder_ = "/tmp/guard_load_bench.XXXXXX";
    std::shared_ptr<const worker::ModuleCache> cache_;
    double sum_ = 0;
    double references_ = 0;
    double worst_ = 0;
};

Result<void> run(const Wishes& wishes) {
    Bench bench(wishes);
    RF_RETURN_IF_ERROR(bench.open());
    for (const std::string& file : wishes.files)
        RF_RETURN_IF_ERROR(bench.measure(file));
    bench.conclude();
    return {};
}

bool parse(int count, char** words, Wishes& wishes) {
    for (int i = 1; i < count; ++i) {
        const std::string_view word(words[i]);
        const bool has_value = i + 1 < count;
        if (word == "--backend" && has_value) {
            wishes.backend = words[++i];
        } else if (word == "--ptxas" && has_value) {
            wishes.ptxas = words[++i];
        } else if (word == "--enlarge" && has_value) {
            wishes.enlarge = std::strtoull(words[++i], nullptr, 10);
        } else if (word == "--check") {
            wishes.mode = guard::Mode::Check;
        } else if (word.starts_with("--")) {
            return false;
        } else {
            wishes.files.emplace_back(word);
        }
    }
    return !wishes.files.empty();
}

}  // namespace
}  // namespace ringfence::guard_bench

int main(int count, char** words) {
    ringfence::guard_bench::Wishes wishes;
    if (!ringfence::guard_bench::parse(count, words, wishes)) {
        std::fprintf(stderr,
                     "usage: guard_load_bench [--backend soft|cuda] [--ptxas PATH] [--check] "
                     "[--enlarge BYTES] FILE.ptx...\n");
        return 2;
    }
    const ringfence::Result<void> done = ringfence::guard_bench::run(wishes);
    if (done.ok()) return 0;
    std::fprintf(stderr, "guard_load_bench: %s\n", done.error().text().c_str());
    return 1;
}
