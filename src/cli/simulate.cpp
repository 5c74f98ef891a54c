// ringfence simulate: the scheduler against the model of a device.
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/escape.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/console.h"
#include "policy/hosted_policy.h"
#include "policy/nested.h"
#include "policy/object_file.h"
#include "sched/band.h"
#include "sched/simulator/plot.h"
#include "sched/simulator/report.h"

namespace ringfence::cli {
namespace {

constexpr std::size_t largest_workload = 1 << 20;

constexpr std::string_view built_in_word = "built-in";
constexpr std::size_t most_policies = 16;

struct SimulateOptions {
    std::string file;
    std::vector<std::string> policies;  // FILE.o, or built_in_word
    std::vector<std::string> nested;    // VGPU=FILE.o
    std::string plot;
    bool cost = false;
    std::uint64_t jobs = UINT64_MAX;
};

Result<std::unique_ptr<policy::HostedPolicy>> load_hosted(const std::string& file) {
    RF_TRY(const std::string object, read_file(file, policy::largest_object));
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(object.data());
    return policy::HostedPolicy::load({bytes, object.size()});
}

// The built-in one, or the one in a file.
Result<std::unique_ptr<sched::Policy>> policy_of(const std::string& name) {
    if (name == built_in_word) return std::make_unique<sched::Band>();
    RF_TRY(std::unique_ptr<policy::HostedPolicy> hosted, load_hosted(name));
    return std::unique_ptr<sched::Policy>(std::move(hosted));
}

// By virtual GPU. Each behind a watchdog, with the bounds that one of a tenant's has.
using NestedSeats = std::map<std::string, policy::Seat>;

Result<void> add_nested(const std::string& option, NestedSeats& seats) {
    const std::size_t sign = option.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == option.size()) {
        return Error::bad_input(fmt::format("--nested '{}' names no virtual GPU and file", escape(option)))
            .with_remedy("write --nested VGPU=FILE.o");
    }
    RF_TRY(std::unique_ptr<policy::HostedPolicy> hosted, load_hosted(option.substr(sign + 1)));
    RF_RETURN_IF_ERROR(policy::check_nested(hosted->program()));
    static_cast<void>(seats[option.substr(0, sign)].put(std::move(hosted), policy::nested({}), 0));
    return {};
}

// How the policies within virtual GPUs did: which of them were taken out, and why.
std::string nested_report(const NestedSeats& seats) {
    std::string text;
    for (const auto& [vgpu, seat] : seats) {
        if (!seat.exit_record()) {
            text += fmt::format("within {}: its policy decided to the end\n", escape(vgpu));
            continue;
        }
        const auto member_name = [](sched::MemberId member) { return fmt::format("load-{}", member); };
        text += fmt::format("within {}: its policy was taken out, {}", escape(vgpu),
                            policy::text_of(*seat.exit_record(), member_name));
    }
    return text;
}

// With the recordings that lie beside it.
Result<sched::Workload> workload_of(const std::string& file, const std::string& text) {
    const bool is_stdin = file == "-";
    RF_TRY(sched::Workload workload, sched::parse_workload(text, is_stdin ? "<stdin>" : file));
    RF_RETURN_IF_ERROR(
        sched::read_recordings(workload, is_stdin ? "" : std::filesystem::path(file).parent_path().string()));
    return workload;
}

ExitCode bad_input(const Error& error) {
    write_stderr("ringfence: " + error.text() + "\n");
    return ExitCode::bad_input;
}

struct Simulated {
    sched::Outcome outcome;
    std::string report;
};

// The workload under one policy. What policies within virtual GPUs keep is of this run alone.
Result<Simulated> simulate_under(const std::string& name, const sched::Workload& workload,
                                 const SimulateOptions& options) {
    RF_TRY(const std::unique_ptr<sched::Policy> policy, policy_of(name));
    NestedSeats seats;
    sched::NestedPolicies nested;
    for (const std::string& option : options.nested)
        RF_RETURN_IF_ERROR(add_nested(option, seats));
    for (auto& [vgpu, seat] : seats)
        nested[vgpu] = &seat;
    const auto start = std::chrono::steady_clock::now();
    RF_TRY(sched::Outcome outcome, sched::simulate(workload, *policy, {}, options.jobs, nested));
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    std::string report = sched::report(outcome) + nested_report(seats);
    if (options.cost && outcome.jobs != 0) {
        report += fmt::format("cost: {:.0f} ns a job, with the simulation of device and clients\n",
                              took.count() / static_cast<double>(outcome.jobs));
    }
    return Simulated{std::move(outcome), std::move(report)};
}

ExitCode write_plot(const std::string& file, const std::vector<std::string>& names,
                    const std::vector<Simulated>& simulated) {
    std::vector<sched::PlottedOutcome> outcomes;
    for (std::size_t i = 0; i < names.size(); ++i)
        outcomes.push_back({names[i], &simulated[i].outcome});
    return write_output(file, sched::plot(outcomes));
}

ExitCode run_simulate(const SimulateOptions& options) {
    const Result<std::string> text = read_file(options.file, largest_workload);
    if (!text) return complain(text.error());
    Result<sched::Workload> workload = workload_of(options.file, text.value());
    if (!workload) return bad_input(workload.error());
    if (options.policies.size() > most_policies)
        return bad_input(Error::bad_input(fmt::format("more than {} policies", most_policies)));
    std::vector<std::string> names = options.policies;
    if (names.empty()) names.emplace_back(built_in_word);
    std::vector<Simulated> simulated;
    std::string report;
    for (const std::string& name : names) {
        Result<Simulated> one = simulate_under(name, workload.value(), options);
        if (!one) {
            const ExitCode code = bad_input(one.error());
            return one.error().kind == Error::Kind::internal ? ExitCode::our_bug : code;
        }
        if (names.size() > 1) report += fmt::format("{}under {}\n\n", report.empty() ? "" : "\n", escape(name));
        report += one.value().report;
        simulated.push_back(one.take());
    }
    if (!options.plot.empty()) {
        const ExitCode code = write_plot(options.plot, names, simulated);
        if (code != ExitCode::fine || options.plot == "-") return code;
    }
    return write_output("-", report);
}

}  // namespace

void add_simulate(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<SimulateOptions>();
    CLI::App* command = add_command(app, "simulate", "Try out shares of virtual GPUs on a simulated device",
                                    "  ringfence simulate workload.txt\n"
                                    "  ringfence simulate --cost - < workload.txt\n"
                                    "  ringfence simulate --policy my-policy.o workload.txt\n"
                                    "  ringfence simulate --policy built-in --policy my-policy.o --plot plot.svg "
                                    "workload.txt\n"
                                    "  ringfence simulate --nested trainer=my-policy.o workload.txt\n\n"
                                    "A workload:\n"
                                    "  seconds 5\n"
                                    "  vgpu trainer compute=70%\n"
                                    "  vgpu server compute=30% priority=2\n"
                                    "  load trainer endless compute 5ms\n"
                                    "  load server periodic compute 200us every=10ms\n"
                                    "  load server recorded server.json\n\n"
                                    "server.json: as 'ringfence run --trace-file server.json -- ./server' wrote it\n",
                                    chosen, options, run_simulate);
    command->add_option("FILE", options->file, "The workload; - for standard input")->required();
    command
        ->add_option("--policy", options->policies,
                     "A policy that 'ringfence policy verify' accepts, or built-in; several are compared")
        ->type_name("FILE.o")
        ->allow_extra_args(false);
    command->add_option("--plot", options->plot, "Write a picture (SVG) of shares and waits, a column for each policy")
        ->type_name("FILE.svg");
    command
        ->add_option("--nested", options->nested,
                     "A policy within a virtual GPU: to it each load of the workload there is one of its sessions")
        ->type_name("VGPU=FILE.o");
    command->add_flag("--cost", options->cost, "Say what a job cost to schedule and simulate");
    command->add_option("--jobs", options->jobs, "End when so many jobs have finished")->type_name("N");
}

}  // namespace ringfence::cli
