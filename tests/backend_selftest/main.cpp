// backend_selftest: everything that backend/device.h promises, on a device of either kind; and the facts that the guard
// takes for granted of a card (docs/facts.md).
//
//     backend_selftest --backend soft|cuda [CASE...]
//
// A line for each check; it goes on after failures. Each case runs in a process of its own. It needs nothing but
// itself, so it runs on a machine that has a card and no compiler.
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "backend/cuda/cuda.h"
#include "backend/facts/facts.h"
#include "backend/soft/soft.h"
#include "rig.h"

namespace ringfence::backend::selftest {
namespace {

struct Case {
    std::string name;
    std::function<void(Rig&)> function;
    // A variable of the environment that is set before the driver is loaded; such cases are for a card.
    const char* variable = nullptr;
    const char* value = nullptr;
};

const Case usual_cases[] = {
    {"memory", test_memory},
    {"address_spaces", test_address_spaces},
    {"host_memory", test_host_memory},
    {"sinks", test_sinks},
    {"out_of_memory", test_out_of_memory},
    {"streams", test_streams},
    {"prints", test_prints},
    {"words", test_words},
    {"modules", test_modules},
    {"graphs", test_graphs},
    {"nobody_waits", test_nobody_waits},
    {"held_streams", test_held_streams},
    {"partitions", test_partitions},
    {"who_waits", test_who_waits},
    {"who_waits_lazy", test_who_waits, "CUDA_MODULE_LOADING", "LAZY"},
    {"who_waits_many_queues", test_who_waits, "CUDA_DEVICE_MAX_CONNECTIONS", "32"},
    {"times", test_times},
    {"faults_store", test_fault_of_store},
    {"faults_alignment", test_fault_of_alignment},
    {"faults_trap", test_fault_of_trap},
    {"faults_assertion", test_fault_of_assertion},
    {"facts_quick", test_quick_facts},
    {"facts_slow", test_slow_facts},
};

std::vector<Case> all_cases() {
    std::vector<Case> cases(std::begin(usual_cases), std::end(usual_cases));
    for (const Fact& fact : all_facts()) {
        if (fact.when != Fact::When::Fatal) continue;
        cases.push_back({"facts_" + std::string(fact.id), [&fact](Rig& rig) { test_fatal_fact(rig, fact); }});
    }
    return cases;
}

constexpr unsigned seconds_on_a_card = 60;
constexpr unsigned seconds_here = 600;  // the machine may be busy with other tests

void end_hanging_case(int) {
    constexpr std::string_view text = "FAIL the case does not come to an end\n";
    static_cast<void>(!::write(STDOUT_FILENO, text.data(), text.size()));
    ::_exit(3);
}

Result<std::unique_ptr<Device>> open_soft_device() {
    SoftOptions options;
    options.memory_bytes = std::uint64_t{256} << 20;
    options.use_cache = false;
    return open_soft(options);
}

int usage() {
    std::fprintf(stderr, "usage: backend_selftest --backend soft|cuda [CASE...]\ncases:");
    for (const Case& one : all_cases())
        std::fprintf(stderr, " %s", one.name.c_str());
    std::fprintf(stderr, "\n");
    return 2;
}

// Reserves addresses as a client does with those of its session; fails if they are not free.
int reserve(const char* begin, const char* bytes) {
    const auto at = std::strtoull(begin, nullptr, 10);
    const auto size = std::strtoull(bytes, nullptr, 10);
    void* const place = ::mmap(reinterpret_cast<void*>(at), size, PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    return reinterpret_cast<unsigned long long>(place) == at ? 0 : 1;
}

// `faults` stands for all cases whose names begin so.
bool is_wanted(std::string_view name, const std::vector<std::string_view>& names) {
    if (names.empty()) return true;
    for (const std::string_view wanted : names)
        if (name == wanted || name.starts_with(std::string(wanted) + "_")) return true;
    return false;
}

int run_case(std::string_view backend, const Case& one) {
    if (one.variable != nullptr) ::setenv(one.variable, one.value, 1);
    const OpenDevice open = backend == "soft" ? OpenDevice(open_soft_device) : OpenDevice([] {
        return open_cuda(0, {.is_divisible = true});  // as workers do
    });
    std::signal(SIGALRM, end_hanging_case);
    ::alarm(backend == "soft" ? seconds_here : seconds_on_a_card);
    Report report;
    Rig rig(report, open);
    one.function(rig);
    return report.failures() == 0 ? 0 : 1;
}

// In a process of its own, as a worker is: what one case leaves of a context is nothing to the next one.
bool run_apart(const std::string& backend, const Case& one) {
    std::printf("---- %s\n", one.name.c_str());
    std::fflush(stdout);
    const char* words[] = {"backend_selftest", "--case", backend.c_str(), one.name.c_str(), nullptr};
    pid_t child = 0;
    int status = 0;
    if (::posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, const_cast<char**>(words), environ) != 0)
        return false;
    if (::waitpid(child, &status, 0) != child) return false;
    if (WIFSIGNALED(status)) std::printf("FAIL the case was ended by signal %d\n", WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int run(std::string_view backend, const std::vector<std::string_view>& names) {
    int failures = 0;
    for (const Case& one : all_cases()) {
        if (!is_wanted(one.name, names) || (backend == "soft" && one.variable != nullptr)) continue;
        if (!run_apart(std::string(backend), one)) ++failures;
    }
    std::printf("%d cases failed\n", failures);
    return failures == 0 ? 0 : 1;
}

int run_case_named(std::string_view backend, std::string_view name) {
    for (const Case& one : all_cases())
        if (one.name == name) return run_case(backend, one);
    return usage();
}

}  // namespace
}  // namespace ringfence::backend::selftest

int main(int count, char** words) {
    using namespace ringfence::backend::selftest;
    const std::vector<std::string_view> all(words + 1, words + count);
    if (all.size() == 3 && all[0] == "--reserve") return reserve(words[2], words[3]);
    if (all.size() == 3 && all[0] == "--case") return run_case_named(all[1], all[2]);
    if (all.size() < 2 || all[0] != "--backend" || (all[1] != "soft" && all[1] != "cuda")) return usage();
    return run(all[1], {all.begin() + 2, all.end()});
}
