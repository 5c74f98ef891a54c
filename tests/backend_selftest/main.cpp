// backend_selftest: everything that backend/device.h promises, on a device of either kind.
//
//     backend_selftest --backend soft|cuda [CASE...]
//
// A line for each check; it goes on after failures. It needs nothing but itself, so it runs on a machine that has a
// card and no compiler.
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backend/cuda/cuda.h"
#include "backend/soft/soft.h"
#include "rig.h"

namespace ringfence::backend::selftest {
namespace {

constexpr std::pair<const char*, void (*)(Rig&)> cases[] = {
    {"memory", test_memory},
    {"address_spaces", test_address_spaces},
    {"host_memory", test_host_memory},
    {"sinks", test_sinks},
    {"out_of_memory", test_out_of_memory},
    {"streams", test_streams},
    {"words", test_words},
    {"modules", test_modules},
    {"graphs", test_graphs},
    {"nobody_waits", test_nobody_waits},
    {"times", test_times},
    {"faults", test_faults},
};

constexpr unsigned seconds_for_a_case = 60;

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
    for (const auto& [name, function] : cases)
        std::fprintf(stderr, " %s", name);
    std::fprintf(stderr, "\n");
    return 2;
}

// What a client does with the addresses of its session: whether it has them free.
int reserve(const char* begin, const char* bytes) {
    const auto at = std::strtoull(begin, nullptr, 10);
    const auto size = std::strtoull(bytes, nullptr, 10);
    void* const place = ::mmap(reinterpret_cast<void*>(at), size, PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    return reinterpret_cast<unsigned long long>(place) == at ? 0 : 1;
}

bool is_wanted(std::string_view name, const std::vector<std::string_view>& names) {
    if (names.empty()) return true;
    for (const std::string_view wanted : names)
        if (wanted == name) return true;
    return false;
}

int run(std::string_view backend, const std::vector<std::string_view>& names) {
    const OpenDevice open = backend == "soft" ? OpenDevice(open_soft_device) : OpenDevice([] { return open_cuda(); });
    std::signal(SIGALRM, end_hanging_case);
    Report report;
    for (const auto& [name, function] : cases) {
        if (!is_wanted(name, names)) continue;
        std::printf("---- %s\n", name);
        std::fflush(stdout);
        ::alarm(seconds_for_a_case);
        Rig rig(report, open);
        function(rig);
    }
    std::printf("%d failures\n", report.failures());
    return report.failures() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace ringfence::backend::selftest

int main(int count, char** words) {
    using namespace ringfence::backend::selftest;
    const std::vector<std::string_view> all(words + 1, words + count);
    if (all.size() == 3 && all[0] == "--reserve") return reserve(words[2], words[3]);
    if (all.size() < 2 || all[0] != "--backend" || (all[1] != "soft" && all[1] != "cuda")) return usage();
    return run(all[1], {all.begin() + 2, all.end()});
}
