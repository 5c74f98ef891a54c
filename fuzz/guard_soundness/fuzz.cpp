// Kernels that the guard accepts must stay in their memory: see tests/guard_soundness.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "trial.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringfence::soundness;
    Choices choices(std::span(data, size));
    Counts counts;
    if (const auto wrong = run_trial(choices, {}, counts)) {
        std::fprintf(stderr, "%s\n", wrong->c_str());
        std::abort();
    }
    return 0;
}
