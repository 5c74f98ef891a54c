// ringfence policy load, swap, unload, list, show, stats: policies in the daemon that runs.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/console.h"
#include "policy/decision_text.h"
#include "policy/object.h"
#include "policy/object_file.h"
#include "policy/verifier.h"
#include "supervisor/daemon_client.h"
#include "supervisor/policy_office.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

struct PolicyLoadOptions {
    std::string file;
    bool is_swap = false;
    std::uint64_t budget = 0;
    std::uint32_t patience_ms = 0;
    std::uint32_t idle_ms = 0;
    std::uint32_t wrong = 0;
    bool is_native = false;
    std::string vgpu;
};

struct PolicyViewOptions {
    std::string vgpu;
};

constexpr std::int64_t nanoseconds_per_millisecond = 1'000'000;

ExitCode refuse_policy(const Error& error) {
    complain(error);
    return ExitCode::bad_input;
}

std::string within(const std::string& vgpu) {
    return vgpu.empty() ? "" : " within " + escape(vgpu);
}

// Its name, if it is one that workers are going to accept; they look again, and do not take our word for it.
Result<std::string> name_of_accepted(const std::string& object) {
    RF_TRY(const policy::Program program,
           policy::load_object({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()}));
    const policy::Verdict verdict = policy::verify(program);
    if (verdict.refusal) {
        std::string text = policy::text_of(*verdict.refusal, program);
        text.pop_back();
        return Error::bad_input(std::move(text));
    }
    return program.name;
}

ExitCode load_policy_now(const PolicyLoadOptions& options) {
    const Result<std::string> object = read_file(options.file, policy::largest_object);
    if (!object.ok()) return complain(object.error());
    const Result<std::string> name = name_of_accepted(object.value());
    if (!name.ok()) return refuse_policy(name.error());
    supervisor::PolicyWatch watch;
    watch.budget = options.budget;
    watch.patience_ns = options.patience_ms * nanoseconds_per_millisecond;
    watch.longest_idle_ns = options.idle_ms * nanoseconds_per_millisecond;
    watch.most_wrong = options.wrong;
    watch.is_native = options.is_native;
    const Result<supervisor::PolicyScope> scope = supervisor::policy_scope(options.vgpu);
    if (!scope.ok()) return refuse_policy(scope.error());
    const Result<std::uint32_t> workers =
        supervisor::load_policy(object.value(), name.value(), options.is_swap, watch, scope.value());
    if (!workers.ok()) return refuse_policy(workers.error());
    return write_output("-", fmt::format("policy '{}' decides now{}: {} workers have it, and later ones will\n",
                                         escape(name.value()), within(options.vgpu), workers.value()));
}

ExitCode unload_policy_now(const PolicyViewOptions& options) {
    const Result<supervisor::PolicyScope> scope = supervisor::policy_scope(options.vgpu);
    if (!scope.ok()) return refuse_policy(scope.error());
    const Result<std::uint32_t> workers = supervisor::unload_policy(scope.value());
    if (!workers.ok()) return refuse_policy(workers.error());
    return write_output(
        "-", fmt::format("the built-in policy decides now{}, in {} workers\n", within(options.vgpu), workers.value()));
}

std::string text_in(const ordered_json& json, const char* key) {
    return json.contains(key) && json[key].is_string() ? escape(json[key].get<std::string>()) : std::string();
}

std::uint64_t number_in(const ordered_json& json, const char* key) {
    return json.contains(key) && json[key].is_number_unsigned() ? json[key].get<std::uint64_t>() : 0;
}

std::uint64_t number_at(const ordered_json& json, const char* key, std::size_t index) {
    const bool is_there = json.contains(key) && json[key].is_array() && index < json[key].size();
    return is_there && json[key][index].is_number_unsigned() ? json[key][index].get<std::uint64_t>() : 0;
}

// The policies of all workers that have one, or could.
template <typename Function>
void each_policy(const ordered_json& status, const Function& function) {
    if (!status.contains("workers")) return;
    for (const ordered_json& worker : status["workers"]) {
        if (worker.contains("policy")) function(number_in(worker, "pid"), worker["policy"]);
    }
}

std::string stage_of(const ordered_json& policy) {
    const std::string stage = text_in(policy, "stage");
    return stage == "fallen" ? "fallen back to the built-in one" : stage;
}

std::uint64_t decisions_of(const ordered_json& policy) {
    return number_at(policy, "runs", static_cast<std::size_t>(policy::Hook::Dispatch));
}

std::string loaded_text(const ordered_json& status) {
    if (!status.contains("policy")) return "no policy is loaded: the built-in one decides\n";
    const ordered_json& policy = status["policy"];
    return fmt::format("policy '{}' is loaded, by {}\n", text_in(policy, "name"), text_in(policy, "by"));
}

std::string list_text(const ordered_json& status) {
    std::string text = loaded_text(status);
    std::string lines;
    each_policy(status, [&](std::uint64_t pid, const ordered_json& policy) {
        const std::string name = text_in(policy, "name");
        lines += fmt::format("{:<10} {:<20} {:>10} {:>7}  {}\n", pid, name.empty() ? "-" : name, decisions_of(policy),
                             number_in(policy, "wrong"), stage_of(policy));
    });
    if (lines.empty()) return text + "no worker that programs could share runs just now\n";
    return text + fmt::format("{:<10} {:<20} {:>10} {:>7}  {}\n", "WORKER", "POLICY", "DECISIONS", "WRONG", "STATE") +
           lines;
}

// Lines that the worker has made fit to print.
std::string indented(const std::string& lines) {
    std::string text;
    for (std::size_t begin = 0; begin < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size());
        text += "  " + escape(lines.substr(begin, end - begin)) + "\n";
        begin = end + 1;
    }
    return text;
}

// The whole exit record comes from the worker; the daemon has only its beginning.
std::string exit_of(std::uint64_t pid, const std::string& beginning, const supervisor::PolicyScope& scope) {
    const Result<std::string> whole = supervisor::look_at_policy_map(
        static_cast<std::uint32_t>(pid), schema::MapAction::DUMP, std::string(policy::exit_map), {}, {}, scope);
    return indented(whole.ok() ? whole.value() : beginning);
}

std::string show_text(const ordered_json& status, const supervisor::PolicyScope& scope) {
    std::string text = loaded_text(status);
    if (status.contains("policy")) {
        const ordered_json& policy = status["policy"];
        text += fmt::format("  digest    {}\n", text_in(policy, "digest"));
        text += fmt::format("  budget    {} instructions of a hook\n", number_in(policy, "budget"));
        text += fmt::format("  patience  {} ms\n", number_in(policy, "patience_ns") / nanoseconds_per_millisecond);
        text += fmt::format("  idle      {} ms at most\n",
                            number_in(policy, "longest_idle_ns") / nanoseconds_per_millisecond);
        text += fmt::format("  wrong     {} answers within a second\n", number_in(policy, "most_wrong"));
    }
    each_policy(status, [&](std::uint64_t pid, const ordered_json& policy) {
        text += fmt::format("worker {}: {}\n", pid, stage_of(policy));
        if (policy.contains("exit") && policy["exit"].is_string())
            text += exit_of(pid, policy["exit"].get<std::string>(), scope);
    });
    return text;
}

std::string stats_text(const ordered_json& status) {
    std::string text = loaded_text(status);
    each_policy(status, [&](std::uint64_t pid, const ordered_json& policy) {
        text +=
            fmt::format("worker {}: {}; {} changes of policy, the longest kept others waiting for {} us\n", pid,
                        stage_of(policy), number_in(policy, "changes"), number_in(policy, "longest_change_ns") / 1000);
        for (std::size_t hook = 0; hook < policy::hook_count; ++hook) {
            const std::uint64_t runs = number_at(policy, "runs", hook);
            if (runs == 0) continue;
            text += fmt::format("  {:<16} {:>10} times {:>8.1f} instructions on average\n",
                                policy::info_of(static_cast<policy::Hook>(hook)).name, runs,
                                static_cast<double>(number_at(policy, "steps", hook)) / static_cast<double>(runs));
        }
        if (policy.contains("wrong"))
            text += fmt::format("  {:<16} {:>10} answers made no sense\n", "wrong", number_in(policy, "wrong"));
    });
    return text;
}

template <auto text_of_status>
ExitCode view_now(const PolicyViewOptions& options) {
    const Result<supervisor::PolicyScope> scope = supervisor::policy_scope(options.vgpu);
    if (!scope.ok()) return refuse_policy(scope.error());
    const Result<ordered_json> status = supervisor::policy_status(scope.value());
    if (!status.ok()) return refuse_policy(status.error());
    if constexpr (std::is_invocable_v<decltype(text_of_status), const ordered_json&>)
        return write_output("-", text_of_status(status.value()));
    else
        return write_output("-", text_of_status(status.value(), scope.value()));
}

void add_vgpu_option(CLI::App& command, std::string& vgpu) {
    command
        .add_option("--vgpu", vgpu,
                    "The policy within this virtual GPU, which a tenant may manage; default: the card's")
        ->type_name("NAME");
}

void add_load_options(CLI::App& command, PolicyLoadOptions& options) {
    command.add_option("FILE", options.file, "An object that clang made; - for standard input")
        ->required()
        ->type_name("");
    command.add_option("--budget", options.budget, "Instructions that a hook may take; default: 16384")->type_name("N");
    command
        .add_option("--patience-ms", options.patience_ms,
                    "How long it may let a virtual GPU wait while others have turns; default: 5000")
        ->type_name("N");
    command.add_option("--idle-ms", options.idle_ms, "How long it may keep the device idle; default: 500")
        ->type_name("N");
    command.add_option("--wrong", options.wrong, "How many answers may make no sense within a second; default: 32")
        ->type_name("N");
    command.add_flag("--native", options.is_native, "As code of this processor, not by the interpreter");
    add_vgpu_option(command, options.vgpu);
}

}  // namespace

void add_policy_life(CLI::App& policy, Action& chosen) {
    auto loading = std::make_shared<PolicyLoadOptions>();
    add_load_options(*add_command(policy, "load", "Let it decide whose turn it is, in all workers of the daemon",
                                  "  ringfence policy load my-policy.o\n"
                                  "  ringfence policy load --patience-ms 1000 my-policy.o\n",
                                  chosen, loading, load_policy_now),
                     *loading);
    auto swapping = std::make_shared<PolicyLoadOptions>();
    swapping->is_swap = true;
    add_load_options(*add_command(policy, "swap", "Put it in the place of the one that is loaded, while programs run",
                                  "  ringfence policy swap my-policy.o\n", chosen, swapping, load_policy_now),
                     *swapping);
    const auto add_view = [&](const char* name, const char* summary, const char* examples,
                              ExitCode (*run)(const PolicyViewOptions&)) {
        auto options = std::make_shared<PolicyViewOptions>();
        add_vgpu_option(*add_command(policy, name, summary, examples, chosen, options, run), options->vgpu);
    };
    add_view("unload", "Let the built-in policy decide again", "  ringfence policy unload\n", unload_policy_now);
    add_view("list", "Show which policy decides in each worker", "  ringfence policy list\n", view_now<list_text>);
    add_view("show", "Show it in full, and why one was taken out", "  ringfence policy show\n", view_now<show_text>);
    add_policy_map(policy, chosen);
    add_view("stats", "Show how often its hooks were run", "  ringfence policy stats\n", view_now<stats_text>);
}

}  // namespace ringfence::cli
