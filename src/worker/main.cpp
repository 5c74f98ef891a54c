// ringfence-worker: the process that owns the device. Started by the supervisor, which it talks to over descriptor 3.
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "backend/cuda/cuda.h"
#include "backend/soft/soft.h"
#include "base/closing.h"
#include "base/log_line.h"
#include "base/start_thread.h"
#include "cache/disk_cache.h"
#include "compiler/pool.h"
#include "policy/compiler/compiler.h"
#include "sandbox/filters.h"
#include "service/descriptors.h"
#include "service/privileges.h"
#include "worker/card_facts.h"
#include "worker/control.h"
#include "worker/module_cache.h"
#include "worker/supervised.h"
#include "worker/warm_up.h"
#include "worker/worker.h"

namespace {

using namespace ringfence;

struct Options {
    std::string backend = "auto";
    std::string isolation = "private";
    std::string guard = "off";
    std::uint64_t memory = 0;
    std::optional<std::size_t> host_place;
    unsigned workers = 0;
    std::uint64_t launch_limit_ms = 60'000;
    std::optional<std::uint32_t> kernel_limit_ms;
    std::uint32_t kernel_grace_ms = 5000;
    std::uint32_t local_memory = 20480;
    bool multiprocessor_parts = false;
    std::uint64_t host_backing = 0;
    std::optional<std::uint64_t> host_ready;
    cache::DiskCacheOptions cache;
    unsigned compilers = 0;
    std::uint64_t compile_limit_ms = 60'000;
    std::uint64_t compile_memory = std::uint64_t{4} << 30;
    std::string ptxas = "auto";
    worker::ActivityOptions activity;
    std::vector<std::string> libraries;
};

void parse(CLI::App& app, Options& options) {
    app.add_option("--backend", options.backend)->check(CLI::IsMember({"auto", "soft", "cuda"}));
    app.add_option("--isolation", options.isolation)->check(CLI::IsMember({"private", "shared"}));
    app.add_option("--guard", options.guard)->check(CLI::IsMember({"off", "fence", "check"}));
    app.add_option("--memory", options.memory, "bytes of the software GPU; 0: its default");
    app.add_option("--host-place", options.host_place, "its place in the tables that workers share; default: none");
    app.add_option("--workers", options.workers, "threads of the software GPU; 0: one per core");
    app.add_option("--cache-folder", options.cache.folder, "folder of the cache of compiled code; default: the user's");
    app.add_option("--cache-secret", options.cache.secret_file, "file of the cache's secret; default: the user's");
    app.add_option("--cache-limit", options.cache.limit, "bytes of the cache; 0: no cache");
    app.add_option("--compilers", options.compilers, "compilers at a time, for a card; 0: a quarter of the processors");
    app.add_option("--compile-limit-ms", options.compile_limit_ms, "time to compile one module");
    app.add_option("--compile-memory", options.compile_memory, "bytes of host memory to compile one module");
    app.add_option("--ptxas", options.ptxas, "auto: the CUDA toolkit's, if it is trusted; off: none; or a path");
    app.add_option("--libraries", options.libraries, "a folder with NVIDIA's libraries, for a card; again for another")
        ->allow_extra_args(false);
    app.add_option("--audit-launches", options.activity.launches, "record one launch of this many; 0: none");
    app.add_option("--audit-copies", options.activity.copies, "record copies of at least this many bytes");
    app.add_option("--launch-limit-ms", options.launch_limit_ms, "a launch that runs longer is ended; 0: never");
    app.add_option("--kernel-limit-ms", options.kernel_limit_ms,
                   "a session whose kernel runs longer beside other sessions is ended; 0: never; default: 10000 where "
                   "sessions share a card, else 0");
    app.add_option("--local-memory", options.local_memory,
                   "bytes of local memory that a thread may have where guarded programs share a context");
    app.add_option("--host-backing", options.host_backing,
                   "bytes of host memory for device memory that the card has no room for; 0: none");
    app.add_option("--host-ready", options.host_ready,
                   "bytes of host backing to prepare before they are needed; default: a quarter");
    app.add_flag("--multiprocessor-parts", options.multiprocessor_parts,
                 "a virtual GPU can be limited to some of the card's multiprocessors");
    app.add_option("--kernel-grace-ms", options.kernel_grace_ms,
                   "how long other sessions wait for a kernel that cannot be stopped before the worker ends");
}

// In a shared context the pool of local memory gets its full size at the start: growing it would block all programs.
std::uint32_t local_limit(const Options& options) {
    return options.isolation == "shared" && options.guard != "off" ? options.local_memory : 0;
}

std::optional<guard::Mode> guard_of(const Options& options) {
    if (options.guard == "off") return std::nullopt;
    return options.guard == "check" ? guard::Mode::Check : guard::Mode::Fence;
}

struct Opened {
    std::unique_ptr<backend::Device> device;
    std::string backend;
};

Result<Opened> open_device(const Options& options) {
    if (options.backend != "soft") {
        // Sessions that share a context get all 32 queues of the card, so that none waits for another's work. Setting
        // them up takes the driver 0.4 s; a program that is alone gets 8, as it would natively.
        if (options.isolation != "shared") ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "8", 0);
        auto card =
            backend::open_cuda(0, {.local_bytes = local_limit(options), .is_divisible = options.multiprocessor_parts});
        if (card) return Opened{card.take(), "cuda"};
        if (options.backend == "cuda") return card.take_error();
    }
    backend::SoftOptions soft;
    if (options.memory != 0) soft.memory_bytes = options.memory;
    soft.workers = options.workers;
    soft.launch_limit_ms = options.launch_limit_ms;
    soft.cache = options.cache;
    soft.use_cache = options.cache.limit != 0;
    RF_TRY(auto device, backend::open_soft(soft));
    return Opened{std::move(device), "soft"};
}

// On a card a kernel keeps others from running. The software GPU runs kernels of several sessions beside each other, on
// threads of the system, so a long one delays no other: it runs to its end, as natively.
std::chrono::milliseconds kernel_limit(const Options& options, const std::string& backend) {
    constexpr std::uint32_t beside_others_ms = 10'000;
    const bool holds_others_up = options.isolation == "shared" && backend == "cuda";
    return std::chrono::milliseconds(options.kernel_limit_ms.value_or(holds_others_up ? beside_others_ms : 0));
}

void log_line(std::string_view line) {
    // The daemon reads it, and puts the process's name before it.
    write_log_line(fmt::format("{}\n", line));
}

// Null: there is no cache.
std::shared_ptr<const worker::ModuleCache> open_cache(const Options& options) {
    if (options.cache.limit == 0) return nullptr;
    auto opened = cache::DiskCache::open(options.cache);
    if (opened) return std::make_shared<const worker::ModuleCache>(opened.take());
    log_line(opened.error().text());
    return nullptr;
}

// Null: none is needed. The software GPU's worker compiles by itself, and without a guard sessions trust each other or
// are alone.
Result<std::shared_ptr<compiler::Pool>> open_compilers(const Options& options, const Opened& opened) {
    if (opened.backend != "cuda" || !guard_of(options)) return std::shared_ptr<compiler::Pool>();
    std::error_code error;
    compiler::PoolOptions pool;
    pool.process.program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "ringfence-compiler";
    pool.process.time_limit = std::chrono::milliseconds(options.compile_limit_ms);
    pool.process.most_memory = options.compile_memory;
    pool.most_at_once = options.compilers;
    RF_TRY(pool.assembler.newest_cuda, backend::cuda_driver_version());
    const backend::Properties& card = opened.device->properties();
    pool.assembler.capability = card.compute_major * 10 + card.compute_minor;
    pool.assembler.places = compiler::assembler_places(options.ptxas);
    pool.log = [](const std::string& text) { log_line(text); };
    RF_TRY(std::shared_ptr<compiler::Pool> compilers, compiler::Pool::create(std::move(pool)));
    return compilers;
}

// A card's facts are checked before tenants share it. The software GPU needs no check: our tests cover it.
Result<void> check_shared_card(const Options& options, Opened& opened) {
    if (options.isolation != "shared" || options.guard == "off" || opened.backend == "soft") return {};
    std::unique_ptr<cache::DiskCache> kept;
    if (options.cache.limit != 0) {
        if (auto cache = cache::DiskCache::open(options.cache)) kept = cache.take();
    }
    return worker::check_card(*opened.device, kept.get());
}

// Logs how long each stage of the start took, since starting on a card is slow.
class StartTimes {
public:
    void passed(const char* stage) {
        const auto now = std::chrono::steady_clock::now();
        text_ += fmt::format("{}{} {:.0f} ms", text_.empty() ? "" : ", ", stage,
                             std::chrono::duration<double, std::milli>(now - std::exchange(last_, now)).count());
    }
    const std::string& text() const { return text_; }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::string text_;
};

// Null: this worker is alone.
Result<std::shared_ptr<SharedBudget>> join_host_budget(const Options& options) {
    if (!options.host_place) return std::shared_ptr<SharedBudget>();
    const UniqueFd file(worker::host_budget_descriptor);
    return SharedBudget::join(file.get(), *options.host_place);
}

// The same.
Result<std::shared_ptr<RoomBoard>> join_rooms(const Options& options) {
    if (!options.host_place) return std::shared_ptr<RoomBoard>();
    const UniqueFd file(worker::room_board_descriptor);
    return RoomBoard::join(file.get(), *options.host_place);
}

// Null: this worker is alone. Called when the device is open, since only then is the card known.
Result<std::shared_ptr<sched::CardBoard>> join_card(const Options& options, const std::string& backend) {
    if (!options.host_place) return std::shared_ptr<sched::CardBoard>();
    const UniqueFd file(worker::card_board_descriptor);
    const auto card = backend == "soft" ? sched::CardBoard::Card::Software : sched::CardBoard::Card::Hardware;
    return sched::CardBoard::join(file.get(), *options.host_place, card);
}

// Called before the first client, when the device has started its threads, so that they are confined, too.
Result<void> confine(const Options& options, const std::string& backend) {
    const bool has_card = backend != "soft";
    return sandbox::confine_worker({.has_card = has_card, .starts_others = has_card && guard_of(options).has_value()});
}

// Each library is loaded when a session first needs it. By then this process is confined, but its filter still allows
// reading files and making memory executable, which is all that loading needs.
std::shared_ptr<adapters::Libraries> libraries_for(const Options& options, const std::string& backend) {
    const auto log = [](const std::string& text) { log_line(text); };
    if (backend != "soft") return std::make_shared<adapters::Libraries>(options.libraries, log);
    auto libraries = std::make_shared<adapters::Libraries>(adapters::soft_library_folder());
    libraries->set_log(log);
    return libraries;
}

// Threads that wait for the card poll it after pauses of 10 µs. By default Linux makes each pause up to 50 µs longer. A
// value other than the default was set by whoever started this process, and is kept.
void take_short_pauses() {
    constexpr int usual = 50'000;
    constexpr unsigned long wanted = 1'000;
    if (::prctl(PR_GET_TIMERSLACK) == usual) (void)::prctl(PR_SET_TIMERSLACK, wanted);
}

// A card's driver prints kernels' output to standard output, and that must not get into the worker's log.
void close_standard_output() {
    const UniqueFd nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (nothing) ::dup2(nothing.get(), STDOUT_FILENO);
}

// Ends the worker when the daemon is gone. The daemon may have been replaced, so not the parent process but the control
// socket is watched; and by a thread of its own, so that a worker that is stuck in the driver ends, too.
void end_with_the_daemon(int control) {
    static constexpr std::chrono::seconds time_to_end_well{15};
    auto started = start_thread([control] {
        pollfd watched{control, 0, 0};
        while (::poll(&watched, 1, -1) <= 0 || (watched.revents & (POLLHUP | POLLERR)) == 0) {
            if ((watched.revents & POLLNVAL) != 0) return;  // closed by us: this process is ending
        }
        std::this_thread::sleep_for(time_to_end_well);
        std::_Exit(EXIT_FAILURE);
    });
    if (started) started.take().detach();
}

// The parts that are opened before the first client, in this order.
struct Parts {
    std::shared_ptr<SharedBudget> host_budget;
    std::shared_ptr<RoomBoard> rooms;
    Opened opened;
    std::shared_ptr<sched::CardBoard> card;
    std::shared_ptr<compiler::Pool> compilers;
};

Result<Parts> open_parts(const Options& options, StartTimes& times) {
    Parts parts;
    RF_TRY(parts.host_budget, join_host_budget(options));
    RF_TRY(parts.rooms, join_rooms(options));
    RF_TRY(parts.opened, open_device(options));
    times.passed("device");
    RF_TRY(parts.card, join_card(options, parts.opened.backend));
    RF_TRY(parts.compilers, open_compilers(options, parts.opened));
    return parts;
}

// The first kernel on a card takes long, so it is launched before the first client comes.
void warm_up(const Opened& opened, StartTimes& times) {
    if (opened.backend != "cuda") return;
    times.passed("checks");
    if (const auto warmed = worker::warm_up(*opened.device); !warmed) log_line(warmed.error().text());
    times.passed("first kernel");
    log_line("ready: " + times.text());
}

worker::WorkerOptions worker_options_for(const Options& options, Parts& parts) {
    const std::string& backend = parts.opened.backend;
    const bool is_shared = options.isolation == "shared";
    worker::WorkerOptions result;
    result.native_policies = policy::native_or_interpreted;
    if (backend == "cuda") {
        const auto place = backend::place_of_cuda_card();
        if (place)
            result.card_sensor = worker::nvml_sensor(
                fmt::format("{:08x}:{:02x}:{:02x}.0", place.value().domain, place.value().bus, place.value().slot));
    }
    result.session = worker::session_options_for(backend, is_shared, guard_of(options));
    result.session.has_standard_output = !is_shared;
    if (local_limit(options) != 0) result.session.most_local_bytes = local_limit(options);
    result.session.cache = open_cache(options);
    result.session.activity = options.activity;
    result.session.libraries = libraries_for(options, backend);
    result.session.compilers = std::move(parts.compilers);
    result.machine = std::move(parts.host_budget);
    result.rooms = std::move(parts.rooms);
    result.card = std::move(parts.card);
    result.place = options.host_place.value_or(0);
    result.log = log_line;
    result.host_backing = options.host_backing;
    result.host_ready = options.host_ready;
    result.kernel_limit = kernel_limit(options, backend);
    result.kernel_grace = std::chrono::milliseconds(options.kernel_grace_ms);
    return result;
}

// Reports the error to the daemon and to the log.
int fail(int control, const Error& error) {
    log_line(error.text());
    worker::tell_problem(control, error.text());
    return EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Owns the device for Ringfence's clients. Started by ringfenced.");
    Options options;
    parse(app, options);
    CLI11_PARSE(app, argc, argv);
    // A client's output may be a pipe without a reader.
    std::signal(SIGPIPE, SIG_IGN);
    service::allow_many_descriptors();
    take_short_pauses();  // before other threads start, since they inherit it
    close_standard_output();
    close_foreign_in_background();
    log_in_background();
    service::become_undumpable();
    options.cache.on_disbelief = [](const std::string& text) { log_line(text); };

    UniqueFd control(worker::control_descriptor);
    end_with_the_daemon(control.get());
    StartTimes times;
    auto parts = open_parts(options, times);
    if (!parts) return fail(control.get(), parts.error());
    Opened& opened = parts.value().opened;
    if (const auto checked = check_shared_card(options, opened); !checked) {
        log_line(checked.error().text());
        worker::tell_unshareable(control.get(), checked.error().message);
        std::_Exit(EXIT_FAILURE);
    }
    warm_up(opened, times);
    if (const auto confined = confine(options, opened.backend); !confined) return fail(control.get(), confined.error());
    worker::WorkerOptions worker_options = worker_options_for(options, parts.value());
    auto served = worker::serve_supervisor(std::move(control), std::move(opened.device), std::move(worker_options));
    if (!served) log_line(served.error().text());
    std::fflush(nullptr);
    // Exits without destructors: a lost card or endless work would block them. The driver cleans up after the process.
    std::_Exit(served ? EXIT_SUCCESS : EXIT_FAILURE);
}
