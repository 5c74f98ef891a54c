// ringfence ptx guard: PTX in, PTX that stays in its tenant's window out; or what is done to each access, and why.
#include <string>
#include <vector>

#include <fmt/core.h>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/console.h"
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
};

std::string function_title(const ptx::Function& function, const guard::GuardedModule& guarded) {
    std::string title = escape(function.name);
    for (const guard::GuardedKernel& kernel : guarded.kernels) {
        if (kernel.name != function.name) continue;
        title += kernel.fenced.empty() ? ", for any launch" : ", if the launch meets its conditions";
    }
    return title + "\n";
}

std::string explanation(const ptx::Module& module, const guard::GuardedModule& guarded) {
    const std::vector<const ptx::Function*> functions = functions_with_bodies(module);
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

ExitCode run(const GuardCommandOptions& options) {
    return for_each_module({options.file}, [&](const ptx::Module& module) {
        if (options.mode == "off") return write_output(options.output, *module.source);
        guard::GuardOptions guard_options;
        guard_options.mode = options.mode == "check" ? guard::Mode::Check : guard::Mode::Fence;
        guard_options.file_name = module.file_name;
        const Result<guard::GuardedModule> guarded = guard::guard(*module.source, guard_options);
        if (!guarded.ok()) {
            complain(guarded.error());
            return ExitCode::bad_input;
        }
        if (!options.explain) return write_output(options.output, guarded.value().ptx);
        ExitCode outcome = write_output("-", explanation(module, guarded.value()));
        if (options.output != "-") outcome = worse(outcome, write_output(options.output, guarded.value().ptx));
        return outcome;
    });
}

}  // namespace

void add_ptx_guard(CLI::App& ptx, Action& chosen) {
    auto options = std::make_shared<GuardCommandOptions>();
    CLI::App* command = add_command(ptx, "guard", "Rewrite PTX so that its kernels stay in their tenant's memory",
                                    "  ringfence ptx guard kernel.ptx -o guarded.ptx\n"
                                    "  ringfence ptx guard --explain kernel.ptx\n"
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
    command->add_flag("--explain", options->explain, "Tell what is done to each access, and why; PTX only with -o");
}

}  // namespace ringfence::cli
