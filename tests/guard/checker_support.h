// Shared by the tests of the checker: modules from a few lines.
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/source_map.h"
#include "guard/checker/checker.h"
#include "ptx/parser.h"

namespace ringfence::guard::test {

// `.version` and so on, and the guard's words.
inline std::string module_head(const std::string& target = "sm_90") {
    return ".version 8.6\n.target " + target + "\n.address_size 64\n.const .align 16 .b32 __rf_words[16];\n";
}

constexpr std::string_view registers =
    ".reg .pred %p<20>; .reg .b16 %h<10>; .reg .b32 %r<100>; .reg .f32 %f<10>; .reg .b64 %rd<60>;\n"
    ".reg .v2 .b32 %v<4>;\n";

// A kernel `k` with pointers p, q, numbers n, m (32 bits) and w (64 bits), registers declared.
inline std::string kernel(const std::string& body) {
    return ".visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n, .param .s32 m, .param .u64 w)\n{\n" +
           std::string(registers) + body + "\nret;\n}\n";
}

struct Checked {
    explicit Checked(const std::string& text, std::string_view runtime = {}, SafeKernels* safe = nullptr) {
        auto source = std::make_shared<const std::string>(text);
        DiagnosticSink sink;
        module = ptx::parse(source, sink);
        EXPECT_NE(module, nullptr) << render_all(sink.diagnostics(), "test.ptx", LineMap(*source)) << text;
        if (module) report = check(*module, runtime, Reach(), safe);
    }
    std::string findings() const {
        std::string all;
        for (const Finding& finding : report.findings)
            all += "[" + finding.rule + "] " + finding.message + "\n";
        return all;
    }

    std::unique_ptr<ptx::Module> module;
    CheckReport report;
};

}  // namespace ringfence::guard::test
