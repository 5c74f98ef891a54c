// ringfence ptx run: a kernel, run with files as its buffers.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "backend/cuda/cuda.h"
#include "backend/soft/soft.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/ptx_input.h"
#include "cli/ptx_run_kernel.h"
#include "cli/ptx_run_session.h"
#include "cli/ptx_run_spec.h"

namespace ringfence::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct RunOptions {
    std::string file;
    std::string entry;
    std::string grid = "1";
    std::string block = "1";
    std::string dynamic_shared = "0";
    std::vector<std::string> arguments;
    std::vector<std::string> symbols;
    std::vector<std::size_t> freed;
    std::string backend = "soft";
    std::string guard = "off";
    std::string memory;
    std::uint64_t time_limit_ms = 0;
    bool has_time_limit = false;
    unsigned repeat = 1;
    bool cooperative = false;
    bool time = false;
};

// The parsed command line.
struct RunPlan {
    backend::Launch launch;
    std::vector<ArgumentSpec> arguments;
    std::vector<SymbolSpec> symbols;
    backend::SoftOptions soft;
};

ExitCode fail(const Error& error, ExitCode code) {
    complain(error);
    return error.kind == Error::Kind::internal ? ExitCode::our_bug : code;
}

// The software GPU's report is a text of its own; what a card's driver says is a line like any other.
ExitCode report_failure(const Error& error) {
    if (!error.message.starts_with("error: ")) return fail(error, ExitCode::kernel_failed);
    write_stderr(error.message + (error.message.ends_with('\n') ? "" : "\n"));
    return ExitCode::kernel_failed;
}

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Error named(const char* option, const Error& error) {
    return Error::bad_input(std::string(option) + ": " + error.message);
}

Result<backend::Launch> make_launch(const RunOptions& options) {
    Result<backend::Dim3> grid = parse_size(options.grid);
    if (!grid.ok()) return named("--grid", grid.error());
    Result<backend::Dim3> block = parse_size(options.block);
    if (!block.ok()) return named("--block", block.error());
    Result<std::uint64_t> shared = parse_bytes(options.dynamic_shared);
    if (!shared.ok()) return named("--dynamic-shared", shared.error());
    if (shared.value() > UINT32_MAX) return Error::bad_input("--dynamic-shared: no device has that much");
    return backend::Launch{.grid = grid.value(),
                           .block = block.value(),
                           .dynamic_shared = static_cast<std::uint32_t>(shared.value()),
                           .cooperative = options.cooperative};
}

Result<backend::SoftOptions> make_soft_options(const RunOptions& options) {
    backend::SoftOptions soft;
    soft.print = [](std::string_view text) { static_cast<void>(write_output("-", text)); };
    if (options.has_time_limit) soft.launch_limit_ms = options.time_limit_ms;
    if (options.memory.empty()) return soft;
    if (options.backend != "soft") return Error::bad_input("--memory: only the software GPU's memory can be chosen");
    Result<std::uint64_t> memory = parse_bytes(options.memory);
    if (!memory.ok()) return named("--memory", memory.error());
    soft.memory_bytes = memory.value();
    return soft;
}

std::optional<guard::Mode> guard_mode(const RunOptions& options) {
    if (options.guard == "off") return std::nullopt;
    return options.guard == "check" ? guard::Mode::Check : guard::Mode::Fence;
}

Result<RunPlan> make_plan(const RunOptions& options) {
    RunPlan plan;
    if (guard_mode(options) && options.backend != "soft")
        return Error::bad_input("--guard: only on the software GPU; 'ringfence run' guards programs on a card");
    RF_TRY(plan.launch, make_launch(options));
    RF_TRY(plan.soft, make_soft_options(options));
    for (const std::string& text : options.arguments) {
        RF_TRY(ArgumentSpec argument, parse_argument(text));
        plan.arguments.push_back(std::move(argument));
    }
    for (const std::string& text : options.symbols) {
        RF_TRY(SymbolSpec symbol, parse_symbol(text));
        plan.symbols.push_back(std::move(symbol));
    }
    for (const std::size_t index : options.freed) {
        if (index >= plan.arguments.size() || plan.arguments[index].kind != ArgumentSpec::Kind::Buffer)
            return Error::bad_input("--free: argument " + std::to_string(index) +
                                    " is not a buffer; arguments count from 0");
    }
    return plan;
}

// The contents of all files that are read, one for each argument and symbol.
Result<std::vector<std::string>> read_inputs(const RunPlan& plan) {
    constexpr std::size_t limit = std::size_t{1} << 40;
    std::vector<std::string> files;
    for (const ArgumentSpec& argument : plan.arguments)
        files.push_back(argument.input);
    for (const SymbolSpec& symbol : plan.symbols)
        files.push_back(symbol.is_input ? symbol.file : "");
    std::vector<std::string> contents;
    for (const std::string& file : files) {
        contents.emplace_back();
        if (file.empty()) continue;
        RF_TRY(contents.back(), read_file(file, limit));
    }
    return contents;
}

// The software GPU ends an endless kernel itself. A card cannot be made to: only the end of the process helps.
Result<void> wait_for_kernel(RunSession& session, const RunOptions& options) {
    if (options.backend == "cuda" && options.time_limit_ms != 0) {
        const Clock::time_point start = Clock::now();
        while (true) {
            RF_TRY(const bool done, session.is_done());
            if (done) break;
            if (milliseconds_since(start) > static_cast<double>(options.time_limit_ms)) {
                complain("the kernel ran longer than " + std::to_string(options.time_limit_ms) + " ms");
                ::_exit(static_cast<int>(ExitCode::kernel_failed));
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    Result<void> done = session.wait();
    // The card's driver prints through the C library.
    std::fflush(stdout);
    return done;
}

void report_times(double open_ms, double load_ms, const RunTimes& times, unsigned repeat) {
    char text[200];
    std::snprintf(text, sizeof text, "time: open %.3f ms, load %.3f ms, kernel %.3f ms", open_ms, load_ms,
                  times.best_ms);
    std::string line = text;
    if (repeat > 1) {
        std::snprintf(text, sizeof text, " (best of %u; mean %.3f ms)", repeat, times.mean_ms);
        line += text;
    }
    write_stderr(line + "\n");
}

Result<std::unique_ptr<backend::Device>> open_device(const RunOptions& options, const RunPlan& plan) {
    return options.backend == "cuda" ? backend::open_cuda() : backend::open_soft(plan.soft);
}

ExitCode finish(RunSession& session) {
    Result<std::vector<RunOutput>> outputs = session.outputs();
    if (!outputs.ok()) return fail(outputs.error(), ExitCode::kernel_failed);
    ExitCode outcome = ExitCode::fine;
    for (const RunOutput& output : outputs.value())
        outcome = worse(outcome, write_output(output.file, output.contents));
    return outcome;
}

ExitCode execute(const RunOptions& options, const RunPlan& plan, const PtxInput& input, const ptx::Function& kernel) {
    Result<std::vector<std::string>> contents = read_inputs(plan);
    if (!contents.ok()) return fail(contents.error(), ExitCode::file_error);

    const Clock::time_point start = Clock::now();
    Result<std::unique_ptr<backend::Device>> device = open_device(options, plan);
    if (!device.ok()) return fail(device.error(), ExitCode::file_error);
    const double open_ms = milliseconds_since(start);
    RunSession session(device.take(), plan.arguments, plan.symbols);
    const Clock::time_point opened = Clock::now();
    Result<void> step = session.load(*input.text, input.name, std::string(kernel.name), guard_mode(options));
    const double load_ms = milliseconds_since(opened);
    if (step.ok()) step = session.fill(contents.value());
    for (const std::size_t index : options.freed)
        if (step.ok()) step = session.free_buffer(index);
    if (step.ok()) step = session.launch(plan.launch, options.repeat);
    if (!step.ok()) return fail(step.error(), ExitCode::bad_input);

    step = wait_for_kernel(session, options);
    if (!step.ok()) return report_failure(step.error());
    if (options.time) {
        Result<RunTimes> times = session.times();
        if (!times.ok()) return fail(times.error(), ExitCode::kernel_failed);
        report_times(open_ms, load_ms, times.value(), options.repeat);
    }
    return finish(session);
}

ExitCode run(const RunOptions& options) {
    Result<RunPlan> plan = make_plan(options);
    if (!plan.ok()) return fail(plan.error(), ExitCode::bad_usage);
    const std::optional<PtxInput> input = read_ptx(options.file);
    if (!input) return ExitCode::file_error;
    if (!input->module) {
        write_stderr(render_all(input->sink.diagnostics(), input->name, input->lines(), {.color = color_on_stderr()}));
        return ExitCode::bad_input;
    }
    Result<const ptx::Function*> kernel = choose_kernel(*input->module, options.entry);
    if (!kernel.ok()) return fail(kernel.error(), ExitCode::bad_usage);
    const Result<void> fits = check_arguments(*kernel.value(), plan.value().arguments);
    if (!fits.ok()) return fail(fits.error(), ExitCode::bad_usage);
    return execute(options, plan.value(), *input, *kernel.value());
}

void add_launch_options(CLI::App& command, RunOptions& options) {
    command.add_option("--entry", options.entry, "Which kernel; may be left out if there is only one")
        ->type_name("NAME");
    command.add_option("--grid", options.grid, "How many blocks: X, X,Y or X,Y,Z")
        ->type_name("SIZE")
        ->capture_default_str();
    command.add_option("--block", options.block, "How many threads a block has: X, X,Y or X,Y,Z")
        ->type_name("SIZE")
        ->capture_default_str();
    command.add_option("--dynamic-shared", options.dynamic_shared, "Dynamic shared memory of a block")
        ->type_name("BYTES")
        ->capture_default_str();
    command.add_flag("--cooperative", options.cooperative, "All blocks run at once and may wait for each other");
    command.add_option("--repeat", options.repeat, "Launch that many times, one after the other")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000U).description(""))
        ->capture_default_str();
}

void add_data_options(CLI::App& command, RunOptions& options) {
    command
        .add_option("--arg", options.arguments,
                    "The kernel's next argument:\n"
                    "in:FILE               the address of a buffer filled from FILE\n"
                    "inout:FILE[:OUTFILE]  the same, written back to OUTFILE (else FILE)\n"
                    "out:FILE:BYTES        a buffer of zeros, written to FILE\n"
                    "u8: s8: u16: s16: u32: s32: u64: s64: f32: f64:\n"
                    "                      and a number: 12, -3, 0xff; floats too: 1.5,\n"
                    "                      0x1.8p3, inf, nan, or their bits: 0x7f800001\n"
                    "hex:BYTES             bytes in hexadecimal, lowest first\n"
                    "same:N                the address of argument N's buffer again\n"
                    "Arguments count from 0. BYTES may end in K, M or G. Files are\n"
                    "written only if the kernel does not fail.")
        ->type_name("SPEC")
        ->allow_extra_args(false);
    command
        .add_option("--symbol", options.symbols,
                    "Fill a variable of the module from a file before the\nlaunch: NAME:in:FILE; or write it to one "
                    "afterwards:\nNAME:out:FILE")
        ->type_name("SPEC")
        ->allow_extra_args(false);
    command
        .add_option("--free", options.freed,
                    "Free argument N's buffer before the launch, to see what\na use after free looks like; its file is "
                    "not written")
        ->type_name("N")
        ->allow_extra_args(false);
}

void add_device_options(CLI::App& command, const std::shared_ptr<RunOptions>& options) {
    command.add_option("--backend", options->backend, "soft: on the CPU; cuda: on the first card")
        ->type_name("NAME")
        ->check(CLI::IsMember({"soft", "cuda"}))
        ->capture_default_str();
    command
        .add_option("--guard", options->guard,
                    "Rewrite the kernel, as for a tenant of a shared worker\n(software GPU): fence keeps it in its "
                    "memory, check also\ntells where it went astray")
        ->type_name("MODE")
        ->check(CLI::IsMember({"off", "fence", "check"}))
        ->capture_default_str();
    command.add_option("--memory", options->memory, "Memory of the software GPU")->type_name("BYTES");
    command
        .add_option_function<std::uint64_t>(
            "--time-limit",
            [options](const std::uint64_t& limit) {
                options->time_limit_ms = limit;
                options->has_time_limit = true;
            },
            "A kernel that runs longer has failed; 0: no limit. On\nthe software GPU it is 60000 if not given")
        ->type_name("MS");
    command.add_flag("--time", options->time, "Say on standard error how long the parts took");
}

}  // namespace

void add_ptx_run(CLI::App& ptx, Action& chosen) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command =
        add_command(ptx, "run", "Run a kernel with files as its buffers, on the software GPU or on a card",
                    "  ringfence ptx run saxpy.ptx --grid 4 --block 256 --arg u32:1000 --arg f32:2.5 \\\n"
                    "      --arg in:x.bin --arg inout:y.bin:result.bin\n"
                    "  ringfence ptx run scan.ptx --entry scan --block 128 --arg in:a --arg out:b:512 --time\n",
                    chosen, options, run);
    command->add_option("FILE", options->file, "A PTX file; - is standard input")->required()->type_name("");
    add_launch_options(*command, *options);
    add_data_options(*command, *options);
    add_device_options(*command, options);
}

}  // namespace ringfence::cli
