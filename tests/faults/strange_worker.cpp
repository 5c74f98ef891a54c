// In the place of ringfence-worker, for what the software GPU does not have: with FAULTS_WORKER=compilers its modules
// are compiled by processes apart, as a card's are; with FAULTS_WORKER=card a kernel's fault makes the device unusable
// for everybody, as a card's does. All else is the real worker.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "backend/soft/soft.h"
#include "compiler/pool.h"
#include "worker/control.h"
#include "worker/supervised.h"
#include "worker/worker.h"

namespace {

using namespace ringfence;

struct Options {
    std::string isolation;
    std::string guard;
    std::size_t host_place = 0;
    std::uint64_t compile_limit_ms = 0;
};

void parse(CLI::App& app, Options& options) {
    app.allow_extras();
    app.add_option("--isolation", options.isolation);
    app.add_option("--guard", options.guard);
    app.add_option("--host-place", options.host_place);
    app.add_option("--compile-limit-ms", options.compile_limit_ms);
}

Result<std::shared_ptr<compiler::Pool>> open_compilers(const Options& options) {
    compiler::PoolOptions pool;
    pool.process.program = FAKE_COMPILER;
    pool.process.time_limit = std::chrono::milliseconds(options.compile_limit_ms);
    pool.process.most_memory = std::uint64_t{64} << 20U;
    pool.most_at_once = 2;
    RF_TRY(std::shared_ptr<compiler::Pool> opened, compiler::Pool::create(std::move(pool)));
    return opened;
}

Result<void> serve(const Options& options, const std::string& strangeness) {
    UniqueFd control(worker::control_descriptor);
    const UniqueFd host_file(worker::host_budget_descriptor);
    worker::WorkerOptions worker_options;
    RF_TRY(worker_options.machine, SharedBudget::join(host_file.get(), options.host_place));
    worker_options.place = options.host_place;
    backend::SoftOptions soft;
    soft.memory_bytes = std::uint64_t{1} << 30;
    soft.workers = 2;
    RF_TRY(auto device, backend::open_soft(soft));
    const bool is_guarded = options.guard != "off";
    worker_options.session = worker::session_options_for("soft", options.isolation == "shared",
                                                         is_guarded ? std::optional(guard::Mode::Fence) : std::nullopt);
    worker_options.log = [](std::string_view line) {
        fmt::print(stderr, "strange worker[{}]: {}\n", ::getpid(), line);
    };
    if (strangeness == "card") worker_options.session.backend = "cuda";
    if (strangeness == "compilers" && is_guarded) {
        RF_TRY(worker_options.session.compilers, open_compilers(options));
        worker_options.session.window.bytes = std::uint64_t{1} << 32;
        worker_options.session.window.has_sinks = true;
        worker_options.session.window.heap.first_chunk = std::uint64_t{4} << 20;
    }
    return worker::serve_supervisor(std::move(control), std::move(device), std::move(worker_options));
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("A worker whose device is not like the software GPU.");
    Options options;
    parse(app, options);
    CLI11_PARSE(app, argc, argv);
    std::signal(SIGPIPE, SIG_IGN);
    const char* const strangeness = std::getenv("FAULTS_WORKER");
    const auto served = serve(options, strangeness != nullptr ? strangeness : "");
    if (!served.ok()) fmt::print(stderr, "strange worker: {}\n", served.error().text());
    std::fflush(nullptr);
    std::_Exit(served.ok() ? EXIT_SUCCESS : EXIT_FAILURE);
}
