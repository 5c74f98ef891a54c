// Small helpers for tests of the rewriter.
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "guard/guard.h"
#include "ptx/parser.h"

namespace ringfence::guard::test {

inline std::string in_module(const std::string& items) {
    return ".version 8.3\n.target sm_90\n.address_size 64\n" + items;
}

// A kernel with a pointer in %rd2, as .global, and a number in %r1.
inline std::string in_kernel(const std::string& statements, const std::string& declarations = {}) {
    return ".visible .entry k(.param .u64 a, .param .u32 n)\n{\n"
           ".reg .pred %p<10>;\n.reg .b32 %r<40>;\n.reg .b64 %rd<40>;\n.reg .f32 %f<40>;\n" +
           declarations + "ld.param.u64 %rd1, [a];\ncvta.to.global.u64 %rd2, %rd1;\nld.param.u32 %r1, [n];\n" +
           statements + "\nret;\n}\n";
}

inline std::unique_ptr<ptx::Module> parsed(const std::string& text) {
    DiagnosticSink sink;
    auto shared = std::make_shared<const std::string>(text);
    std::unique_ptr<ptx::Module> module = ptx::parse(shared, sink);
    EXPECT_NE(module, nullptr) << render_all(sink.diagnostics(), "test.ptx", LineMap(*shared));
    return module;
}

inline Rewritten rewritten(const std::string& text, const RewriteOptions& options = {}) {
    const std::unique_ptr<ptx::Module> module = parsed(text);
    if (module == nullptr) return {};
    Result<Rewritten> result = rewrite(*module, options);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().text());
    return result.ok() ? result.take() : Rewritten();
}

}  // namespace ringfence::guard::test
