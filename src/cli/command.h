// The commands, each in a file of its own. A command adds itself to the command line; if the user asks for it, it
// leaves what is to be done in `chosen`.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/exit_code.h"

namespace ringfence::cli {

using Action = std::function<ExitCode()>;

void add_ptx_print(CLI::App& ptx, Action& chosen);
void add_ptx_stats(CLI::App& ptx, Action& chosen);
void add_ptx_cfg(CLI::App& ptx, Action& chosen);
void add_ptx_lint(CLI::App& ptx, Action& chosen);
void add_ptx_guard(CLI::App& ptx, Action& chosen);
void add_ptx_check(CLI::App& ptx, Action& chosen);
void add_ptx_run(CLI::App& ptx, Action& chosen);
void add_run(CLI::App& app, Action& chosen);
void add_up(CLI::App& app, Action& chosen);
void add_down(CLI::App& app, Action& chosen);
void add_status(CLI::App& app, Action& chosen);
void add_session(CLI::App& app, Action& chosen);
void add_top(CLI::App& app, Action& chosen);
void add_simulate(CLI::App& app, Action& chosen);
void add_policy(CLI::App& app, Action& chosen);
void add_policy_life(CLI::App& policy, Action& chosen);
void add_policy_map(CLI::App& policy, Action& chosen);
void add_audit(CLI::App& app, Action& chosen);
void add_tenant(CLI::App& app, Action& chosen);
void add_vgpu(CLI::App& app, Action& chosen);
void add_token(CLI::App& app, Action& chosen);
void add_doctor(CLI::App& app, Action& chosen);
void add_install(CLI::App& app, Action& chosen);
void add_uninstall(CLI::App& app, Action& chosen);

// A subcommand whose help ends with `examples` and the table of exit codes. `run` gets the options that were filled in
// by the command line.
template <typename Options>
CLI::App* add_command(CLI::App& parent, const std::string& name, const std::string& summary,
                      const std::string& examples, Action& chosen, std::shared_ptr<Options> options,
                      ExitCode (*run)(const Options&)) {
    CLI::App* command = parent.add_subcommand(name, summary);
    command->footer("Examples:\n" + examples + "\n" + exit_code_help);
    command->callback([&chosen, options = std::move(options), run] { chosen = [=] { return run(*options); }; });
    return command;
}

}  // namespace ringfence::cli
