// ringfence policy map list, dump, get, set, watch: what a policy that runs remembers; log and trace: what it decided
// last.
#include "supervisor/policy_map.h"

#include "cli/command.h"
#include "cli/console.h"
#include "policy/decision_text.h"
#include "supervisor/policy_office.h"

namespace ringfence::cli {
namespace {

struct PolicyMapOptions {
    schema::MapAction action = schema::MapAction::LIST;
    std::uint32_t worker = 0;
    std::string vgpu;
    std::string map;
    std::string key;
    std::string value;
};

Result<std::string> ask_about_map(const std::string& vgpu, std::uint32_t worker, schema::MapAction action,
                                  const std::string& map, const std::string& key = {}, const std::string& value = {}) {
    RF_TRY(const supervisor::PolicyScope scope, supervisor::policy_scope(vgpu));
    return supervisor::look_at_policy_map(worker, action, map, key, value, scope);
}

template <typename Options>
void add_place(CLI::App& command, Options& options) {
    command.add_option("--worker", options.worker, "The worker, if there are several")->type_name("PID");
    command.add_option("--vgpu", options.vgpu, "Of the policy within this virtual GPU; default: the card's")
        ->type_name("NAME");
}

ExitCode look_at_map_now(const PolicyMapOptions& options) {
    const Result<std::string> text =
        ask_about_map(options.vgpu, options.worker, options.action, options.map, options.key, options.value);
    if (text.ok()) return write_output("-", text.value());
    complain(text.error());
    return ExitCode::bad_input;
}

struct PolicyWatchOptions {
    std::uint32_t worker = 0;
    std::string vgpu;
    std::string map;
    std::uint32_t every_ms = 1000;
    std::uint32_t changes = 0;
};

ExitCode watch_map_now(const PolicyWatchOptions& options) {
    const Result<supervisor::PolicyScope> scope = supervisor::policy_scope(options.vgpu);
    if (!scope.ok()) return complain(scope.error());
    ExitCode written = ExitCode::fine;
    std::uint32_t left = options.changes;
    const supervisor::PolicyMap map(options.map, scope.value(), options.worker);
    const Result<void> watched = map.watch(std::chrono::milliseconds(options.every_ms), [&](const std::string& lines) {
        written = write_output("-", lines);
        return written == ExitCode::fine && (options.changes == 0 || --left != 0);
    });
    if (watched.ok()) return written;
    complain(watched.error());
    return ExitCode::bad_input;
}

struct PolicyLogOptions {
    std::string_view map = policy::decisions_map;
    std::uint32_t worker = 0;
    std::string vgpu;
    std::string file = "-";
};

ExitCode look_at_decisions_now(const PolicyLogOptions& options) {
    const Result<std::string> text =
        ask_about_map(options.vgpu, options.worker, schema::MapAction::DUMP, std::string(options.map));
    if (text.ok()) return write_output(options.file, text.value());
    complain(text.error());
    return ExitCode::bad_input;
}

void add_policy_log(CLI::App& policy, Action& chosen) {
    const auto reading = std::make_shared<PolicyLogOptions>();
    add_place(*add_command(policy, "log", "Show its last decisions, and why each was made",
                           "  ringfence policy log | tail\n", chosen, reading, look_at_decisions_now),
              *reading);
    const auto drawing = std::make_shared<PolicyLogOptions>();
    drawing->map = policy::timeline_map;
    CLI::App* const trace = add_command(policy, "trace", "Write its last decisions as a timeline, for Perfetto",
                                        "  ringfence policy trace decisions.json     (open it in Perfetto)\n", chosen,
                                        drawing, look_at_decisions_now);
    trace->add_option("FILE", drawing->file, "The file to write; -: standard output")->type_name("");
    add_place(*trace, *drawing);
}

CLI::App* add_map_command(CLI::App& map, const std::string& name, const std::string& summary,
                          const std::string& examples, Action& chosen, schema::MapAction action,
                          const std::shared_ptr<PolicyMapOptions>& options) {
    options->action = action;
    CLI::App* const command = add_command(map, name, summary, examples, chosen, options, look_at_map_now);
    add_place(*command, *options);
    if (action != schema::MapAction::LIST)
        command->add_option("MAP", options->map, "The map")->required()->type_name("");
    return command;
}

}  // namespace

void add_policy_map(CLI::App& policy, Action& chosen) {
    CLI::App* map = policy.add_subcommand("map", "Look at the maps of the policy that decides, and change them");
    map->footer(
        std::string("Examples:\n"
                    "  ringfence policy map list\n"
                    "  ringfence policy map dump lanes\n"
                    "  ringfence policy map watch lanes\n"
                    "  ringfence policy map set limits 3 1000\n\n"
                    "Keys and values of 1, 2, 4 or 8 bytes are numbers; others that are a multiple of 8 are numbers\n"
                    "with commas between them; all else is 0x and its bytes in hexadecimal.\n\n") +
        exit_code_help);
    map->require_subcommand(0, 1);
    add_map_command(*map, "list", "Name the maps, their kinds and sizes", "  ringfence policy map list\n", chosen,
                    schema::MapAction::LIST, std::make_shared<PolicyMapOptions>());
    add_map_command(*map, "dump", "Show all entries of a map", "  ringfence policy map dump lanes\n", chosen,
                    schema::MapAction::DUMP, std::make_shared<PolicyMapOptions>());
    const auto getting = std::make_shared<PolicyMapOptions>();
    add_map_command(*map, "get", "Show the value of a key", "  ringfence policy map get lanes 3\n", chosen,
                    schema::MapAction::GET, getting)
        ->add_option("KEY", getting->key, "The key")
        ->required()
        ->type_name("");
    const auto setting = std::make_shared<PolicyMapOptions>();
    CLI::App* const set =
        add_map_command(*map, "set", "Change the value of a key, or add it",
                        "  ringfence policy map set limits 3 1000\n", chosen, schema::MapAction::SET, setting);
    set->add_option("KEY", setting->key, "The key")->required()->type_name("");
    set->add_option("VALUE", setting->value, "The value")->required()->type_name("");
    const auto watching = std::make_shared<PolicyWatchOptions>();
    CLI::App* const watch = add_command(*map, "watch", "Show what changes in a map, until you end it",
                                        "  ringfence policy map watch lanes\n"
                                        "  ringfence policy map watch --every-ms 200 --changes 10 lanes\n",
                                        chosen, watching, watch_map_now);
    watch->add_option("MAP", watching->map, "The map")->required()->type_name("");
    watch->add_option("--every-ms", watching->every_ms, "How long to wait between two looks; default: 1000")
        ->check(CLI::Range(100, 3'600'000))
        ->type_name("N");
    watch->add_option("--changes", watching->changes, "End after so many looks that showed a change")->type_name("N");
    add_place(*watch, *watching);
    add_policy_log(policy, chosen);
}

}  // namespace ringfence::cli
