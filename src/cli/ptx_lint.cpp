// ringfence ptx lint: what is wrong with PTX, and what probably is.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/ptx_input.h"
#include "ptx/analysis/lint.h"

namespace ringfence::cli {
namespace {

struct LintOptions {
    std::vector<std::string> files;
    bool json = false;
    bool werror = false;
    bool no_warnings = false;
};

// A note belongs to what stands before it, so it is left out together with a warning.
std::vector<Diagnostic> without_warnings(const std::vector<Diagnostic>& diagnostics) {
    std::vector<Diagnostic> kept;
    bool skip = false;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity != Severity::note) skip = diagnostic.severity == Severity::warning;
        if (!skip) kept.push_back(diagnostic);
    }
    return kept;
}

nlohmann::ordered_json to_json(const Diagnostic& diagnostic, const PtxInput& input, const LineMap& lines) {
    const LineColumn position = lines.position(diagnostic.begin);
    nlohmann::ordered_json json;
    json["file"] = escape(input.name);
    json["line"] = position.line;
    json["column"] = position.column;
    json["severity"] = to_string(diagnostic.severity);
    json["message"] = escape(diagnostic.message);
    json["remedy"] = escape(diagnostic.remedy);
    return json;
}

ExitCode run(const LintOptions& options) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    std::string text;
    ExitCode outcome = ExitCode::fine;
    for (const std::string& file : options.files) {
        std::optional<PtxInput> input = read_ptx(file);
        if (!input) {
            outcome = worse(outcome, ExitCode::file_error);
            continue;
        }
        if (input->module) ptx::lint(*input->module, input->sink);
        const LineMap lines = input->lines();
        const std::vector<Diagnostic>& all = input->sink.diagnostics();
        for (const Diagnostic& diagnostic : options.no_warnings ? without_warnings(all) : all) {
            const bool fatal = diagnostic.severity == Severity::error || options.werror;
            outcome = worse(outcome, fatal ? ExitCode::bad_input : ExitCode::fine);
            if (options.json) {
                list.push_back(to_json(diagnostic, *input, lines));
            } else {
                text += render(diagnostic, input->name, lines, {.color = color_on_stdout()});
            }
        }
    }
    if (options.json) text = list.dump(2) + "\n";
    return worse(outcome, write_output("-", text));
}

}  // namespace

void add_ptx_lint(CLI::App& ptx, Action& chosen) {
    auto options = std::make_shared<LintOptions>();
    CLI::App* command = add_command(ptx, "lint", "Report errors, and what is correct but probably not meant",
                                    "  ringfence ptx lint kernel.ptx\n"
                                    "  ringfence ptx lint --werror *.ptx\n"
                                    "  ringfence ptx lint --json kernel.ptx | jq '.[].message'\n",
                                    chosen, options, run);
    command->add_option("FILE", options->files, "PTX files; - is standard input")->required()->type_name("");
    command->add_flag("--json", options->json, "A JSON list of {file, line, column, severity, message, remedy}");
    command->add_flag("--werror", options->werror, "Warnings too make the exit status 1");
    command->add_flag("--no-warnings", options->no_warnings, "Only errors");
}

}  // namespace ringfence::cli
