// ringfence ptx check: whether rewritten PTX is safe, and under which conditions its kernels may be launched.
#include <string>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/ptx_input.h"
#include "guard/guard.h"

namespace ringfence::cli {
namespace {

struct CheckOptions {
    std::string file;
};

std::string kernels_text(const guard::CheckReport& report) {
    std::string text;
    for (const guard::CheckedKernel& kernel : report.kernels) {
        const std::string conditions = kernel.conditions.text();
        text += escape(kernel.name) + (kernel.conditions.empty() ? ": any launch\n" : ": if\n");
        std::size_t begin = 0;
        while (begin < conditions.size()) {
            std::size_t end = conditions.find('\n', begin);
            if (end == std::string::npos) end = conditions.size();
            text += "    " + conditions.substr(begin, end - begin) + "\n";
            begin = end + 1;
        }
    }
    return text;
}

ExitCode run(const CheckOptions& options) {
    std::optional<PtxInput> input = read_ptx(options.file);
    if (!input) return ExitCode::file_error;
    const LineMap lines = input->lines();
    std::string text;
    DiagnosticSink findings;
    guard::CheckReport report;
    if (input->module) {
        report = guard::check_rewritten(*input->module);
        for (const guard::Finding& finding : report.findings)
            findings.error(finding.where.begin, finding.where.end, finding.message + " [" + finding.rule + "]");
    }
    const DiagnosticSink& shown = input->module ? findings : input->sink;
    for (const Diagnostic& diagnostic : shown.diagnostics())
        text += render(diagnostic, input->name, lines, {.color = color_on_stdout()});
    if (!shown.has_errors()) text = kernels_text(report) + "safe\n";
    const ExitCode verdict = shown.has_errors() ? ExitCode::bad_input : ExitCode::fine;
    return worse(verdict, write_output("-", text));
}

}  // namespace

void add_ptx_check(CLI::App& ptx, Action& chosen) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command =
        add_command(ptx, "check", "Prove that rewritten PTX is safe, and tell what its launches must meet",
                    "  ringfence ptx guard kernel.ptx -o guarded.ptx && ringfence ptx check guarded.ptx\n"
                    "  ringfence ptx check - < guarded.ptx\n",
                    chosen, options, run);
    command->add_option("FILE", options->file, "A PTX file; - is standard input")->required()->type_name("");
}

}  // namespace ringfence::cli
