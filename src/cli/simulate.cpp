// ringfence simulate: the scheduler against the model of a device.
#include <chrono>

#include <fmt/format.h>

#include "base/file.h"
#include "cli/command.h"
#include "cli/console.h"
#include "policy/hosted_policy.h"
#include "policy/object_file.h"
#include "sched/band.h"
#include "sched/simulator/report.h"

namespace ringfence::cli {
namespace {

constexpr std::size_t largest_workload = 1 << 20;

struct SimulateOptions {
    std::string file;
    std::string policy;
    bool cost = false;
    std::uint64_t jobs = UINT64_MAX;
};

// The built-in one, or the one in a file.
Result<std::unique_ptr<sched::Policy>> policy_of(const SimulateOptions& options) {
    if (options.policy.empty()) return std::make_unique<sched::Band>();
    RF_TRY(const std::string object, read_file(options.policy, policy::largest_object));
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(object.data());
    RF_TRY(std::unique_ptr<policy::HostedPolicy> hosted, policy::HostedPolicy::load({bytes, object.size()}));
    return std::unique_ptr<sched::Policy>(std::move(hosted));
}

ExitCode run_simulate(const SimulateOptions& options) {
    const Result<std::string> text = read_file(options.file, largest_workload);
    if (!text) return complain(text.error());
    const Result<sched::Workload> workload =
        sched::parse_workload(text.value(), options.file == "-" ? "<stdin>" : options.file);
    if (!workload) {
        write_stderr("ringfence: " + workload.error().text() + "\n");
        return ExitCode::bad_input;
    }
    Result<std::unique_ptr<sched::Policy>> policy = policy_of(options);
    if (!policy) {
        write_stderr("ringfence: " + policy.error().text() + "\n");
        return ExitCode::bad_input;
    }
    const auto start = std::chrono::steady_clock::now();
    const Result<sched::Outcome> outcome = sched::simulate(workload.value(), *policy.value(), {}, options.jobs);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    if (!outcome) return complain(outcome.error());
    std::string report = sched::report(outcome.value());
    if (options.cost && outcome.value().jobs != 0) {
        report += fmt::format("cost: {:.0f} ns a job, with the simulation of device and clients\n",
                              took.count() / static_cast<double>(outcome.value().jobs));
    }
    return write_output("-", report);
}

}  // namespace

void add_simulate(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<SimulateOptions>();
    CLI::App* command = add_command(app, "simulate", "Try out shares of virtual GPUs on a simulated device",
                                    "  ringfence simulate workload.txt\n"
                                    "  ringfence simulate --cost - < workload.txt\n"
                                    "  ringfence simulate --policy my-policy.o workload.txt\n\n"
                                    "A workload:\n"
                                    "  seconds 5\n"
                                    "  vgpu trainer compute=70%\n"
                                    "  vgpu server compute=30% priority=2\n"
                                    "  load trainer endless compute 5ms\n"
                                    "  load server periodic compute 200us every=10ms\n",
                                    chosen, options, run_simulate);
    command->add_option("FILE", options->file, "The workload; - for standard input")->required();
    command->add_option("--policy", options->policy, "A policy that 'ringfence policy verify' accepts")
        ->type_name("FILE.o");
    command->add_flag("--cost", options->cost, "Say what a job cost to schedule and simulate");
    command->add_option("--jobs", options->jobs, "End when so many jobs have finished")->type_name("N");
}

}  // namespace ringfence::cli
