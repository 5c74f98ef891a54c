// Any module that the parser takes can be checked, and its launch conditions can be asked.
//
// A module's meaning does not depend on its layout: printed and parsed again it gets the same verdict, with as many
// findings and the same conditions. The same question gets the same answer twice.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/diagnostics.h"
#include "guard/checker/checker.h"
#include "ptx/parser.h"
#include "ptx/printer.h"

namespace {

void must(bool is_true) {
    if (!is_true) __builtin_trap();
}

// The printer writes no line numbers of its own, so findings are compared by what they are about.
void expect_same(const ringfence::guard::CheckReport& one, const ringfence::guard::CheckReport& other) {
    must(one.findings.size() == other.findings.size());
    for (std::size_t i = 0; i < one.findings.size(); ++i) {
        must(one.findings[i].rule == other.findings[i].rule);
        must(one.findings[i].function == other.findings[i].function);
    }
    must(one.kernels.size() == other.kernels.size());
    for (std::size_t i = 0; i < one.kernels.size(); ++i) {
        must(one.kernels[i].name == other.kernels[i].name);
        must(one.kernels[i].conditions.text() == other.kernels[i].conditions.text());
    }
}

}  // namespace

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
        must(kernel.conditions.hold(facts) == kernel.conditions.hold(facts));
    }
    DiagnosticSink again;
    const std::unique_ptr<ptx::Module> printed = ptx::parse(ptx::print(*module), again, {});
    must(printed != nullptr);
    expect_same(report, guard::check(*printed));
    return 0;
}
