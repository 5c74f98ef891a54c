// ringfence ptx print: PTX in, the same PTX out, in one layout.
#include <string>
#include <vector>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/ptx_input.h"
#include "ptx/printer.h"

namespace ringfence::cli {
namespace {

struct PrintOptions {
    std::vector<std::string> files;
    std::string output = "-";
    std::string layout = "canonical";
};

ExitCode run(const PrintOptions& options) {
    const ptx::Layout layout = options.layout == "source" ? ptx::Layout::Source : ptx::Layout::Canonical;
    const bool several = options.files.size() > 1;
    if (several && options.output != "-") {
        complain("-o takes one input file: a PTX file holds one module");
        return ExitCode::bad_usage;
    }
    return for_each_module(options.files, [&](const ptx::Module& module) {
        const std::string title = several ? "// " + escape(module.file_name) + "\n" : "";
        return write_output(options.output, title + ptx::print(module, layout));
    });
}

}  // namespace

void add_ptx_print(CLI::App& ptx, Action& chosen) {
    auto options = std::make_shared<PrintOptions>();
    CLI::App* command = add_command(ptx, "print", "Check PTX and print it again in a uniform layout",
                                    "  ringfence ptx print kernel.ptx\n"
                                    "  ringfence ptx print --layout source kernel.ptx -o same-lines.ptx\n"
                                    "  nvcc -ptx -o /dev/stdout kernel.cu | ringfence ptx print -\n",
                                    chosen, options, run);
    command->add_option("FILE", options->files, "PTX files; - is standard input")->required()->type_name("");
    command->add_option("-o,--output", options->output, "Where to write; - is standard output")
        ->type_name("OUT")
        ->capture_default_str();
    command
        ->add_option("--layout", options->layout,
                     "canonical: one statement per line, no comments;\nsource: white space and comments as in the file")
        ->type_name("LAYOUT")
        ->check(CLI::IsMember({"canonical", "source"}))
        ->capture_default_str();
}

}  // namespace ringfence::cli
