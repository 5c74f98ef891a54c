#include "cli/app.h"

#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"

namespace ringfence::cli {
namespace {

void add_ptx(CLI::App& app, Action& chosen) {
    CLI::App* ptx = app.add_subcommand("ptx", "Read, check, print, measure and run PTX, the assembly of CUDA");
    ptx->footer(std::string("Examples:\n"
                            "  ringfence ptx lint kernel.ptx\n"
                            "  ringfence ptx stats --json kernel.ptx\n"
                            "  ringfence ptx print --help\n\n") +
                exit_code_help);
    ptx->require_subcommand(0, 1);
    add_ptx_print(*ptx, chosen);
    add_ptx_stats(*ptx, chosen);
    add_ptx_cfg(*ptx, chosen);
    add_ptx_lint(*ptx, chosen);
    add_ptx_guard(*ptx, chosen);
    add_ptx_check(*ptx, chosen);
    add_ptx_run(*ptx, chosen);
}

// The command that the user named last, and the words that led to it.
const CLI::App& named_command(const CLI::App& app, std::string& words) {
    const CLI::App* command = &app;
    words = app.get_name();
    while (!command->get_subcommands().empty()) {
        command = command->get_subcommands().front();
        words += " " + command->get_name();
    }
    return *command;
}

std::string command_names(const CLI::App& app) {
    std::string names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names += (names.empty() ? "" : ", ") + command->get_name();
    return names;
}

// Something on the command line is wrong: says what, and where help is.
ExitCode complain_about_usage(const CLI::App& app, const std::string& problem) {
    std::string words;
    const CLI::App& command = named_command(app, words);
    const std::string commands = command_names(command);
    const std::vector<std::string> extra = command.remaining();
    if (commands.empty()) {
        complain(problem);
    } else if (!extra.empty() && extra.front().front() != '-') {
        complain("'" + words + "' has no command '" + extra.front() + "'; it has: " + commands);
    } else {
        complain(extra.empty() ? "'" + words + "' needs a command: " + commands : problem);
    }
    complain("see '" + words + " --help'");
    return ExitCode::bad_usage;
}

ExitCode parse_and_run(int argc, const char* const* argv) {
    CLI::App app("Ringfence: a GPU operating-system layer for CUDA, in user space.", "ringfence");
    app.set_version_flag("--version", "ringfence " RINGFENCE_VERSION);
    app.footer(std::string("Examples:\n"
                           "  ringfence run -- ./app\n"
                           "  ringfence status\n"
                           "  ringfence ptx --help\n\n") +
               exit_code_help);
    app.require_subcommand(0, 1);
    Action chosen;
    add_run(app, chosen);
    add_up(app, chosen);
    add_down(app, chosen);
    add_status(app, chosen);
    add_session(app, chosen);
    add_top(app, chosen);
    add_simulate(app, chosen);
    add_audit(app, chosen);
    add_tenant(app, chosen);
    add_vgpu(app, chosen);
    add_token(app, chosen);
    add_doctor(app, chosen);
    add_install(app, chosen);
    add_uninstall(app, chosen);
    add_ptx(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success))
            return complain_about_usage(app, error.what());
        std::ostringstream text;
        app.exit(error, text, text);
        return write_output("-", text.str());
    }
    return chosen ? chosen() : complain_about_usage(app, {});
}

}  // namespace

ExitCode run(int argc, const char* const* argv) {
    prepare_standard_streams();
    // Our own code does not throw. The libraries may, and memory may run out.
    try {
        return parse_and_run(argc, argv);
    } catch (const std::bad_alloc&) {
        complain("not enough memory to read this input");
        return ExitCode::file_error;
    } catch (const std::exception& error) {
        complain(std::string("internal error: ") + error.what());
        return ExitCode::our_bug;
    }
}

}  // namespace ringfence::cli
