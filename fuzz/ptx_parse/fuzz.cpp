// Any bytes may be parsed; what is accepted prints as text that is accepted again and stays the same from then on; and
// the analyses take every module that the parser gives them.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/diagnostics.h"
#include "base/source_map.h"
#include "ptx/analysis/cfg.h"
#include "ptx/analysis/dot.h"
#include "ptx/analysis/lint.h"
#include "ptx/analysis/stats.h"
#include "ptx/parser.h"
#include "ptx/printer.h"

namespace ringfence::ptx {
namespace {

ParseOptions options() {
    ParseOptions options;
    options.limits.source_bytes = 1U << 20;
    options.limits.nesting = 16;
    options.limits.registers_per_function = 4096;
    options.limits.range_variables = 64;
    options.limits.array_dimensions = 8;
    return options;
}

[[noreturn]] void fail(const char* what, const std::string& before, const std::string& after) {
    std::fprintf(stderr, "%s\n--- before:\n%s\n--- after:\n%s\n", what, before.c_str(), after.c_str());
    std::abort();
}

// Parses what was printed from a module, which must succeed.
std::unique_ptr<Module> parse_printed(const std::string& printed, const std::string& original, const char* layout) {
    DiagnosticSink sink;
    std::unique_ptr<Module> module = parse(printed, sink, options());
    if (!module) fail(layout, original, printed + "\n" + render_all(sink.diagnostics(), "printed", LineMap(printed)));
    return module;
}

void check_printing(const Module& module) {
    const std::string canonical = print(module);
    const std::string again =
        print(*parse_printed(canonical, *module.source, "the canonical layout is not accepted again"));
    if (again != canonical) fail("the canonical layout is not stable", canonical, again);

    const std::string source_layout = print(module, Layout::Source);
    const std::string canonical_again =
        print(*parse_printed(source_layout, *module.source, "the source layout is not accepted again"));
    if (canonical_again != canonical) fail("the source layout says something else", canonical, canonical_again);
}

void check_analyses(const Module& module) {
    constexpr std::size_t largest_body = 1000;
    for (const Item& item : module.items) {
        if (item.kind != ItemKind::Function || !item.function->has_body) continue;
        if (item.function->body.size() > largest_body) return;
        static_cast<void>(to_dot(ControlFlowGraph(*item.function)));
    }
    static_cast<void>(render(collect_stats(module)));
    DiagnosticSink sink;
    lint(module, sink);
    if (sink.has_errors()) fail("lint calls something an error", *module.source, sink.diagnostics().front().message);
    static_cast<void>(render_all(sink.diagnostics(), "input", LineMap(*module.source)));
}

}  // namespace
}  // namespace ringfence::ptx

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringfence;
    auto text = std::make_shared<const std::string>(reinterpret_cast<const char*>(data), size);
    DiagnosticSink sink;
    const std::unique_ptr<ptx::Module> module = ptx::parse(text, sink, ptx::options());
    if ((module == nullptr) != sink.has_errors()) ptx::fail("errors without a refusal, or the reverse", *text, "");
    static_cast<void>(render_all(sink.diagnostics(), "input", LineMap(*text)));
    if (!module) return 0;
    ptx::check_printing(*module);
    ptx::check_analyses(*module);
    return 0;
}
