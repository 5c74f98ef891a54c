// ringfence ptx cfg: the control-flow graph of one function, to look at.
#include <string>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/ptx_input.h"
#include "ptx/analysis/cfg.h"
#include "ptx/analysis/dot.h"
#include "ptx/analysis/svg.h"

namespace ringfence::cli {
namespace {

struct CfgOptions {
    std::string file;
    std::string function;
    std::string format;
    std::string output = "-";
};

bool wants_svg(const CfgOptions& options) {
    return options.format.empty() ? options.output.ends_with(".svg") : options.format == "svg";
}

ExitCode run(const CfgOptions& options) {
    return for_each_module({options.file}, [&](const ptx::Module& module) {
        const ptx::Function* function = choose_function(module, options.function);
        if (function == nullptr) return ExitCode::bad_usage;
        const ptx::ControlFlowGraph cfg(*function);
        return write_output(options.output, wants_svg(options) ? ptx::to_svg(cfg) : ptx::to_dot(cfg));
    });
}

}  // namespace

void add_ptx_cfg(CLI::App& ptx, Action& chosen) {
    auto options = std::make_shared<CfgOptions>();
    CLI::App* command = add_command(ptx, "cfg", "Draw the control-flow graph of a function",
                                    "  ringfence ptx cfg kernel.ptx -o kernel.svg\n"
                                    "  ringfence ptx cfg --function saxpy kernel.ptx | dot -Tpdf -o saxpy.pdf\n",
                                    chosen, options, run);
    command->add_option("FILE", options->file, "A PTX file; - is standard input")->required()->type_name("");
    command->add_option("--function", options->function, "Which function; may be left out if only one has a body")
        ->type_name("NAME");
    command->add_option("--format", options->format, "dot or svg; svg if OUT ends in .svg, otherwise dot")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"dot", "svg"}));
    command->add_option("-o,--output", options->output, "Where to write; - is standard output")
        ->type_name("OUT")
        ->capture_default_str();
}

}  // namespace ringfence::cli
