// Small helpers for tests of the PTX library.
#pragma once

#include <memory>
#include <string>

#include "base/diagnostics.h"
#include "ptx/parser.h"

namespace ringfence::ptx::test {

struct Parsed {
    std::shared_ptr<const std::string> text;
    DiagnosticSink sink;
    std::unique_ptr<Module> module;

    explicit Parsed(std::string source, const ParseOptions& options = {})
        : text(std::make_shared<const std::string>(std::move(source))), module(parse(text, sink, options)) {}

    std::string messages() const { return render_all(sink.diagnostics(), "test.ptx", LineMap(*text)); }
};

inline std::string in_module(const std::string& items, const std::string& target = "sm_90") {
    return ".version 9.0\n.target " + target + "\n.address_size 64\n" + items;
}

// A kernel with the usual registers around some statements.
inline std::string in_kernel(const std::string& statements) {
    return in_module(
        ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
        ".reg .pred %p<10>;\n.reg .b32 %r<100>;\n.reg .b64 %rd<100>;\n.reg .f32 %f<100>;\n.reg .f64 %fd<100>;\n" +
        statements + "\nret;\n}\n");
}

}  // namespace ringfence::ptx::test
