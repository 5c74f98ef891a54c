// `ringfence KIND add|set|remove|list NAME`, for what the daemon keeps by name in its registry: tenants, virtual GPUs.
//
// A kind is a struct with static members that say how it differs:
//
//   using Thing, Options;                       what is kept; what the command line says (with a `name`)
//   noun, command, help                         words
//   find(registry, name)                        null: there is none
//   apply(options, thing)                       what was not named stays
//   store(thing), remove(name)                  by the daemon; remove() gives what to tell
//   added(registry before, thing), changed(thing)   what to tell
//   list(registry, as_toml)
//   add_options(command, options)               beside NAME
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/console.h"
#include "supervisor/tenant_office.h"

namespace ringfence::cli {

// One line each, and examples: whole lines, indented.
struct RegistryHelp {
    const char* about;
    const char* examples;
    const char* add;
    const char* add_examples;
    const char* set;
    const char* set_examples;
    const char* remove;
    const char* remove_examples;
    const char* list;
    const char* list_examples;
    const char* name;  // of the argument NAME
};

struct EntryNameOptions {
    std::string name;
};

struct EntryListOptions {
    bool toml = false;
};

inline ExitCode refuse_entry(const Error& error) {
    complain(error);
    return ExitCode::bad_input;
}

template <typename Kind>
ExitCode store_entry(const typename Kind::Options& options, typename Kind::Thing& thing) {
    if (const Result<void> applied = Kind::apply(options, thing); !applied.ok()) return refuse_entry(applied.error());
    if (const Result<void> done = Kind::store(thing); !done.ok()) return refuse_entry(done.error());
    return ExitCode::fine;
}

template <typename Kind>
ExitCode add_entry(const typename Kind::Options& options) {
    const Result<tenants::Registry> all = supervisor::list_tenants();
    if (!all.ok()) return complain(all.error());
    const std::string name = escape(options.name);
    if (Kind::find(all.value(), options.name) != nullptr) {
        return refuse_entry(Error::bad_input("there is a " + std::string(Kind::noun) + " '" + name + "' already")
                                .with_remedy("change it: ringfence " + std::string(Kind::command) + " set " + name));
    }
    typename Kind::Thing thing;
    thing.name = options.name;
    if (const ExitCode code = store_entry<Kind>(options, thing); code != ExitCode::fine) return code;
    return write_output("-", Kind::added(all.value(), thing));
}

template <typename Kind>
ExitCode set_entry(const typename Kind::Options& options) {
    const Result<tenants::Registry> all = supervisor::list_tenants();
    if (!all.ok()) return complain(all.error());
    const typename Kind::Thing* before = Kind::find(all.value(), options.name);
    if (before == nullptr) {
        return refuse_entry(
            Error::bad_input("there is no " + std::string(Kind::noun) + " '" + escape(options.name) + "'")
                .with_remedy("'ringfence " + std::string(Kind::command) + " list' names those that there are"));
    }
    typename Kind::Thing thing = *before;
    if (const ExitCode code = store_entry<Kind>(options, thing); code != ExitCode::fine) return code;
    return write_output("-", Kind::changed(thing));
}

template <typename Kind>
ExitCode remove_entry(const EntryNameOptions& options) {
    const Result<std::string> told = Kind::remove(options.name);
    return told.ok() ? write_output("-", told.value()) : refuse_entry(told.error());
}

template <typename Kind>
ExitCode list_entries(const EntryListOptions& options) {
    const Result<tenants::Registry> all = supervisor::list_tenants();
    if (!all.ok()) return complain(all.error());
    return write_output("-", Kind::list(all.value(), options.toml));
}

template <typename Kind>
void add_registry_command(CLI::App& app, Action& chosen) {
    constexpr const RegistryHelp& help = Kind::help;
    CLI::App* group = app.add_subcommand(std::string(Kind::command), help.about);
    group->footer(std::string("Examples:\n") + help.examples + "\n" + exit_code_help);
    group->require_subcommand(0, 1);
    const auto add_changing = [&](const char* verb, const char* about, const char* examples, auto run) {
        auto options = std::make_shared<typename Kind::Options>();
        CLI::App* command = add_command(*group, verb, about, examples, chosen, options, run);
        command->add_option("NAME", options->name, help.name)->required();
        Kind::add_options(*command, *options);
    };
    add_changing("add", help.add, help.add_examples, add_entry<Kind>);
    add_changing("set", help.set, help.set_examples, set_entry<Kind>);
    auto removing = std::make_shared<EntryNameOptions>();
    add_command(*group, "remove", help.remove, help.remove_examples, chosen, removing, remove_entry<Kind>)
        ->add_option("NAME", removing->name, help.name)
        ->required();
    auto listing = std::make_shared<EntryListOptions>();
    add_command(*group, "list", help.list, help.list_examples, chosen, listing, list_entries<Kind>)
        ->add_flag("--toml", listing->toml, "As in the file");
}

}  // namespace ringfence::cli
