// ringfence ptx stats: what PTX consists of, in numbers.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/guard_summary.h"
#include "cli/ptx_input.h"
#include "ptx/analysis/stats.h"
#include "ptx/analysis/stats_json.h"

namespace ringfence::cli {
namespace {

struct StatsOptions {
    std::vector<std::string> files;
    bool json = false;
    std::string function;
};

ExitCode run(const StatsOptions& options) {
    std::vector<nlohmann::json> list;
    std::string text;
    ExitCode outcome = for_each_module(options.files, [&](const ptx::Module& module) {
        ptx::ModuleStats stats = ptx::collect_stats(module);
        if (!options.function.empty()) {
            if (choose_function(module, options.function) == nullptr) return ExitCode::bad_usage;
            std::erase_if(stats.rows, [&](const ptx::FunctionStats& row) { return row.name != options.function; });
        }
        if (options.json) {
            list.emplace_back(stats).update({{"guard", guard_json(module, options.function)}});
        } else {
            text += (text.empty() ? "" : "\n") + ptx::render(stats) + guard_section(module, options.function);
        }
        return ExitCode::fine;
    });
    if (options.json) text = nlohmann::json(list).dump(2) + "\n";
    return worse(outcome, write_output("-", text));
}

}  // namespace

void add_ptx_stats(CLI::App& ptx, Action& chosen) {
    auto options = std::make_shared<StatsOptions>();
    CLI::App* command =
        add_command(ptx, "stats", "Count instructions, accesses, registers, loops, and what the guard does",
                    "  ringfence ptx stats kernel.ptx\n"
                    "  ringfence ptx stats --function saxpy kernel.ptx\n"
                    "  ringfence ptx stats --json *.ptx | jq '.[].functions[].name'\n",
                    chosen, options, run);
    command->add_option("FILE", options->files, "PTX files; - is standard input")->required()->type_name("");
    command->add_flag("--json", options->json, "A JSON list with one object per file that is correct");
    command->add_option("--function", options->function, "Only the function of this name")->type_name("NAME");
}

}  // namespace ringfence::cli
