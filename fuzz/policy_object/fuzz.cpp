// Any bytes may come as a policy. What the verifier accepts of them runs without leaving its memory, for as long as it
// says and no longer.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "policy/interpreter.h"
#include "policy/object.h"
#include "policy/verifier.h"

namespace {

using namespace ringfence::policy;

// Above these an input would test the allocator, or the machine's patience.
constexpr std::uint64_t most_bytes_of_maps = 1 << 20;
constexpr VerifierLimits limits{.steps = 20'000, .states = 1'000, .longest_run = 20'000};

void run_hook(const Program& program, Hook hook, std::uint64_t longest_run, std::vector<Map>& maps) {
    std::vector<std::uint8_t> context(info_of(hook).context_size, 0x5a);
    Surroundings surroundings;
    Interpreter interpreter(program, maps);
    if (interpreter.run(hook, context, surroundings, longest_run)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto program = load_object({data, size});
    if (!program.ok()) return 0;
    const Verdict verdict = verify(program.value(), limits);
    if (verdict.refusal) {
        if (text_of(*verdict.refusal, program.value()).empty()) std::abort();
        return 0;
    }
    std::uint64_t bytes = 0;
    for (const MapSpec& map : program.value().maps)
        bytes += bytes_of(map);
    if (bytes > most_bytes_of_maps) return 0;
    std::vector<Map> maps = make_maps(program.value().maps);
    for (std::size_t i = 0; i < hook_count; ++i) {
        if (verdict.hooks[i]) run_hook(program.value(), static_cast<Hook>(i), verdict.hooks[i]->longest_run, maps);
    }
    return 0;
}
