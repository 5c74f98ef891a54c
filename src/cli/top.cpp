// ringfence top: who uses the GPU, and how much of it.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/status_file.h"
#include "cli/top_table.h"
#include "supervisor/daemon_client.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

struct TopOptions {
    bool once = false;
    double seconds = 2;
    std::string file;
};

ExitCode top(const TopOptions& options) {
    if (options.file.empty() && !supervisor::is_daemon_running())
        return write_output("-", "no daemon is running; 'ringfence run' starts one\n");
    const auto ask = [&] { return options.file.empty() ? supervisor::daemon_status() : status_in_file(options.file); };
    Result<ordered_json> before = ask();
    if (!before.ok()) return complain(before.error());
    auto asked = std::chrono::steady_clock::now();
    // A status from a file is all there is.
    if (!options.file.empty()) return write_output("-", top_table(before.value(), nullptr, {}));
    std::signal(SIGPIPE, SIG_DFL);
    const bool is_screen = ::isatty(STDOUT_FILENO) != 0;
    for (;;) {
        std::this_thread::sleep_for(std::chrono::duration<double>(options.seconds));
        Result<ordered_json> now = ask();
        if (!now.ok()) return complain(now.error());
        const auto answered = std::chrono::steady_clock::now();
        const std::string table = top_table(now.value(), &before.value(), answered - asked);
        // From the top left corner, with nothing behind it.
        const ExitCode code = write_output("-", (is_screen && !options.once ? "\x1b[H\x1b[J" : "") + table);
        if (options.once || code != ExitCode::fine) return code;
        before = std::move(now);
        asked = answered;
    }
}

}  // namespace

void add_top(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<TopOptions>();
    CLI::App* command = add_command(app, "top", "Show who uses the GPU, again and again",
                                    "  ringfence top\n"
                                    "  ringfence top --once --interval 5\n"
                                    "  ringfence status --json > status.json; ringfence top --status status.json\n",
                                    chosen, options, top);
    command->add_flag("--once", options->once, "One table, after one interval");
    command->add_option("--interval", options->seconds, "Seconds between two looks; default: 2")
        ->check(CLI::Range(0.1, 3600.0))
        ->type_name("S");
    command->add_option("--status", options->file, "A status from a file, without rates")->type_name("FILE");
}

}  // namespace ringfence::cli
