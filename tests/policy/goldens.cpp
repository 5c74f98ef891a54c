// policy_goldens [--rebase] FILE...: what the verifier says of programs. A file holds many of them:
//
//     text that nobody reads, before the first
//     === what is tried
//     r0 = 0
//     exit
//     ---
//     accepted: 2 instructions at most
//
// After --- stands the verdict, with the whole message. --rebase writes it anew from what the verifier says now: read
// the difference before you keep it.
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "assembler.h"
#include "base/file.h"
#include "policy/verifier.h"

namespace {

using namespace ringfence;
using namespace ringfence::policy;

constexpr std::size_t largest_file = 1 << 20;

struct Case {
    std::string name;
    std::string program;
    std::string expected;
};

struct GoldenFile {
    std::string head;
    std::vector<Case> cases;
};

GoldenFile parse_goldens(const std::string& text) {
    GoldenFile file;
    std::string* into = &file.head;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = text.find('\n', begin);
        if (end == std::string::npos) end = text.size();
        const std::string line = text.substr(begin, end - begin);
        if (line.starts_with("=== ")) {
            file.cases.push_back({line.substr(4), {}, {}});
            into = &file.cases.back().program;
        } else if (line == "---" && !file.cases.empty()) {
            into = &file.cases.back().expected;
        } else if (!line.empty() || into == &file.head) {
            *into += line + "\n";
        }
        begin = end + 1;
    }
    return file;
}

std::string verdict_of(const std::string& text) {
    const Result<Program> program = assemble(text);
    if (!program.ok()) return "no program: " + program.error().text() + "\n";
    const Result<void> maps = check_specs(program.value().maps);
    if (!maps.ok()) return "no program: " + maps.error().text() + "\n";
    VerifierLimits limits;
    limits.steps = 100'000;
    limits.states = 5'000;
    limits.longest_run = 4'096;
    const Verdict verdict = verify(program.value(), limits);
    if (verdict.refusal) return text_of(*verdict.refusal, program.value());
    std::uint64_t longest = 0;
    for (const auto& hook : verdict.hooks) {
        if (hook) longest = hook->longest_run;
    }
    return fmt::format("accepted: {} instructions at most\n", longest);
}

int run_file(const std::string& path, bool is_rebased, std::size_t& count) {
    const Result<std::string> text = read_file(path, largest_file);
    if (!text.ok()) {
        fmt::print(stderr, "{}\n", text.error().text());
        return 1;
    }
    GoldenFile file = parse_goldens(text.value());
    int failed = 0;
    std::string out = file.head;
    for (const Case& golden : file.cases) {
        ++count;
        const std::string verdict = verdict_of(golden.program);
        out += "=== " + golden.name + "\n" + golden.program + "---\n" + verdict + "\n";
        if (is_rebased || verdict == golden.expected) continue;
        fmt::print(stderr, "{}: {}\nexpected:\n{}got:\n{}\n", path, golden.name, golden.expected, verdict);
        failed = 1;
    }
    if (is_rebased && !write_file_atomically(path, out).ok()) return 1;
    return failed;
}

}  // namespace

int main(int argc, char** argv) {
    bool is_rebased = false;
    int failed = 0;
    std::size_t count = 0;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--rebase")
            is_rebased = true;
        else
            failed |= run_file(argv[i], is_rebased, count);
    }
    fmt::print("{} programs\n", count);
    return failed;
}
