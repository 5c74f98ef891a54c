// ringfence ptx guard: PTX in, PTX that stays in its tenant's window out; or what is done to each access, and why.
#include <string>
#include <vector>

#include <fmt/core.h>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/guard_launch.h"
#include "cli/guard_summary.h"
#include "cli/ptx_input.h"
#include "guard/guard.h"
#include "ptx/printer.h"

namespace ringfence::cli {
namespace {

struct GuardCommandOptions {
    std::string file;
    std::string output = "-";
    std::string mode = "fence";
    bool explain = false;
    bool leaves_out = false;
    LaunchQuestion launch;
};

std::string function_title(const ptx::Function& function, const guard::GuardedPtx& guarded) {
    std::string title = escape(function.name);
    for (const guard::GuardedKernel& kernel : guarded.kernels) {
        if (kernel.name != function.name) continue;
        title += kernel.fenced.empty() ? ", for any launch" : ", if the launch meets its conditions";
    }
    return title + "\n";
}

std::string explanation(const ptx::Module& module, const guard::GuardedPtx& guarded) {
    const std::vector<const ptx::Function*> functions = functions_of(module, guarded);
    std::string text;
    TreatmentCounts all{};
    std::size_t next = 0;
    for (std::uint32_t index = 0; index < functions.size(); ++index) {
        text += function_title(*functions[index], guarded);
        TreatmentCounts counts{};
        for (; next < guarded.accesses.size() && guarded.accesses[next].site.function == index; ++next) {
            const guard::Explanation& access = guarded.accesses[next];
            const auto treatment = static_cast<std::size_t>(access.treatment);
            const ptx::Instruction& instruction = functions[index]->body[access.site.statement].instruction;
            ++counts[treatment];
            ++all[treatment];
            text += fmt::format("{:6}  {:<11}  {}", access.line, treatment_names[treatment],
                                escape(ptx::print(*functions[index], instruction)));
            text += access.why.empty() ? "\n" : fmt::format("  // {}\n", access.why);
        }
        text += "        " + summary_line(counts);
    }
    return functions.size() == 1 ? text : text + "in all: " + summary_line(all);
}

Error left_out_for(const guard::RefusedKernel& kernel, const std::string& file) {
    Error why = kernel.why(file);
    why.message = fmt::format("the kernel '{}' is left out: {}", escape(kernel.name), why.message);
    return why;
}

ExitCode run(const GuardCommandOptions& options) {
    return for_each_module({options.file}, [&](const ptx::Module& module) {
        if (options.mode == "off") return write_output(options.output, *module.source);
        guard::GuardOptions guard_options;
        guard_options.mode = options.mode == "check" ? guard::Mode::Check : guard::Mode::Fence;
        guard_options.file_name = module.file_name;
        guard_options.leaves_out = options.leaves_out;
        const Result<guard::GuardedPtx> guarded = guard::guard(*module.source, guard_options);
        if (!guarded.ok()) {
            complain(guarded.error());
            return ExitCode::bad_input;
        }
        for (const guard::RefusedKernel& kernel : guarded.value().refused)
            (void)complain(left_out_for(kernel, module.file_name));
        if (!options.explain) return write_output(options.output, guarded.value().ptx);
        LaunchAnswer answer;
        if (options.launch.is_asked()) {
            Result<LaunchAnswer> launch = explain_launch(module, guarded.value(), guard_options, options.launch);
            if (!launch.ok()) {
                complain(launch.error());
                return ExitCode::bad_input;
            }
            answer = launch.take();
        }
        const guard::GuardedPtx& shown = answer.fitted ? *answer.fitted : guarded.value();
        ExitCode outcome = write_output("-", explanation(module, shown) + answer.text);
        if (options.output != "-") outcome = worse(outcome, write_output(options.output, shown.ptx));
        return outcome;
    });
}

}  // namespace

void add_ptx_guard(CLI::App& ptx, Action& chosen) {
    auto options = std::make_shared<GuardCommandOptions>();
    CLI::App* command =
        add_command(ptx, "guard", "Rewrite PTX so that its kernels stay in their tenant's memory",
                    "  ringfence ptx guard kernel.ptx -o guarded.ptx\n"
                    "  ringfence ptx guard --explain kernel.ptx\n"
                    "  ringfence ptx guard --explain kernel.ptx --grid 64 --block 256 --arg pointer --arg 1000\n"
                    "  ringfence ptx guard --mode check kernel.ptx | ringfence ptx check -\n",
                    chosen, options, run);
    command->add_option("FILE", options->file, "A PTX file; - is standard input")->required()->type_name("");
    command->add_option("-o,--output", options->output, "Where to write; - is standard output")
        ->type_name("OUT")
        ->capture_default_str();
    command
        ->add_option("--mode", options->mode,
                     "fence: stray accesses go to the tenant's own memory;\n"
                     "check: and are recorded;\noff: as it is")
        ->type_name("MODE")
        ->check(CLI::IsMember({"fence", "check", "off"}))
        ->capture_default_str();
    command->add_flag("--leave-out", options->leaves_out,
                      "Leave kernels that must be refused out, as workers do, and name\nthem; otherwise one of them "
                      "refuses the module (exit status 1)");
    CLI::Option* explain =
        command->add_flag("--explain", options->explain, "Tell what is done to each access, and why; PTX only with -o");
    const auto add_launch_option = [&](const char* name, auto& value, const char* what) {
        return command->add_option(name, value, what)->needs(explain);
    };
    LaunchQuestion& launch = options->launch;
    add_launch_option("--entry", launch.entry, "Of a launch: which kernel; may be left out if there is only one")
        ->type_name("NAME");
    add_launch_option("--grid", launch.grid,
                      "How many blocks: X, X,Y or X,Y,Z. With this, which variant\nthe launch gets is told, and which "
                      "conditions do not hold")
        ->type_name("SIZE");
    add_launch_option("--block", launch.block, "How many threads a block has")->type_name("SIZE");
    add_launch_option("--shared", launch.shared, "Dynamic shared memory of a block")->type_name("BYTES");
    add_launch_option("--arg", launch.arguments,
                      "The kernel's next argument:\n"
                      "pointer, pointer+N    an address in the program's memory\n"
                      "12, -3, 1.5           a number of the parameter's type\n"
                      "u32:12 … hex:BYTES    as for `ringfence ptx run`\n"
                      "struct:A,B,…          such values, each at a multiple of its size")
        ->type_name("SPEC")
        ->allow_extra_args(false);
}

}  // namespace ringfence::cli
