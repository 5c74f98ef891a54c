// Any module that the parser takes can be checked, and its launch conditions can be asked.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/diagnostics.h"
#include "guard/checker/checker.h"
#include "ptx/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringfence;
    ptx::ParseOptions options;
    options.limits.source_bytes = 1U << 20;
    options.limits.nesting = 16;
    options.limits.registers_per_function = 4096;
    options.limits.range_variables = 64;
    options.limits.array_dimensions = 8;
    DiagnosticSink sink;
    const std::unique_ptr<ptx::Module> module =
        ptx::parse(std::string(reinterpret_cast<const char*>(data), size), sink, options);
    if (!module) return 0;
    const guard::CheckReport report = guard::check(*module);
    std::array<std::byte, 64> parameters{};
    guard::LaunchFacts facts;
    facts.parameters = parameters;
    for (const guard::CheckedKernel& kernel : report.kernels) {
        static_cast<void>(kernel.conditions.hold(facts));
        static_cast<void>(kernel.conditions.text());
    }
    return 0;
}
