// Looks for modules that the guard accepts and that leave their memory, many per second: `guard_soundness --help`.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/core.h>

#include "trial.h"

namespace {

using namespace ringfence::soundness;
using Clock = std::chrono::steady_clock;

constexpr std::string_view usage =
    R"(usage: guard_soundness [--seed S] [--modules N] [--threads T] [--seconds T] [--findings N] [--rewritten PERCENT]
                       [--warps PERCENT] [--refusals] [--proofs] [--only SEED]
Makes N modules at random, has them guarded or checked, and executes some of their threads. What leaves the memory that
it was proven to stay in is printed, with the seed that gives it again (--only); then the exit status is 1.
--warps: so many are about what is promised of a warp's threads, and whole blocks of them are executed.
--proofs prints of each module how many accesses the checker did not prove.
)";

struct Settings {
    std::uint64_t seed = 1;
    std::uint64_t modules = UINT64_MAX;
    unsigned threads = 1;
    double seconds = 0;
    std::uint64_t findings = 1;  // that it ends after
    bool is_single = false;
    bool prints_proofs = false;
    TrialOptions trial;
};

bool read_settings(int argc, char** argv, Settings& settings) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view name = argv[i];
        if (name == "--refusals") {
            settings.trial.keeps_refusals = true;
            continue;
        }
        if (name == "--proofs") {
            settings.prints_proofs = true;
            continue;
        }
        if (i + 1 == argc) return false;
        char* end = nullptr;
        const std::uint64_t value = std::strtoull(argv[++i], &end, 10);
        if (*end != 0) return false;
        if (name == "--seed")
            settings.seed = value;
        else if (name == "--modules")
            settings.modules = value;
        else if (name == "--threads")
            settings.threads = static_cast<unsigned>(value);
        else if (name == "--seconds")
            settings.seconds = static_cast<double>(value);
        else if (name == "--findings")
            settings.findings = value;
        else if (name == "--rewritten")
            settings.trial.rewritten = static_cast<unsigned>(value);
        else if (name == "--warps")
            settings.trial.of_warps = static_cast<unsigned>(value);
        else if (name == "--only") {
            settings.seed = value;
            settings.modules = 1;
            settings.is_single = true;
        } else
            return false;
    }
    return settings.modules != UINT64_MAX || settings.seconds > 0;
}

// Seeds that lie side by side give modules that have nothing in common.
std::uint64_t seed_of(const Settings& settings, std::uint64_t number) {
    return settings.is_single ? settings.seed : settings.seed * 1'000'000'007U + number;
}

}  // namespace

int main(int argc, char** argv) {
    Settings settings;
    if (!read_settings(argc, argv, settings)) {
        std::fwrite(usage.data(), 1, usage.size(), stderr);
        return 2;
    }
    const Clock::time_point begin = Clock::now();
    std::atomic<std::uint64_t> next = 0;
    std::atomic<bool> has_enough = false;
    std::mutex mutex;
    Counts all;
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    const auto work = [&] {
        Counts counts;
        for (;;) {
            const std::uint64_t number = next++;
            if (has_enough || number >= settings.modules || (settings.seconds > 0 && seconds() > settings.seconds))
                break;
            Choices choices(seed_of(settings, number));
            const std::uint64_t unproven = counts.unproven;
            if (const auto wrong = run_trial(choices, settings.trial, counts)) {
                const std::lock_guard lock(mutex);
                fmt::print("seed {} (--only {}), after {:.1f} s\n{}\n", settings.seed, seed_of(settings, number),
                           seconds(), *wrong);
                if (--settings.findings == 0) has_enough = true;
            }
            if (settings.prints_proofs) fmt::print("module {} not proven {}\n", number, counts.unproven - unproven);
        }
        const std::lock_guard lock(mutex);
        all.add(counts);
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < settings.threads; ++i)
        threads.emplace_back(work);
    work();
    for (std::thread& thread : threads)
        thread.join();
    fmt::print("{}{:.1f} s, {:.0f} modules per second\n", all.text(), seconds(), double(all.modules) / seconds());
    return all.findings == 0 ? 0 : 1;
}
