// ringfence policy new, verify: scheduling policies as eBPF programs. policy_life.cpp has what needs a daemon.
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "base/escape.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/console.h"
#include "policy/object.h"
#include "policy/object_file.h"
#include "policy/skeleton.h"
#include "policy/verifier.h"

namespace ringfence::cli {
namespace {

struct PolicyFileOptions {
    std::string file;
};

struct PolicyNewOptions {
    std::string name;
};

std::string hooks_text(const policy::Verdict& verdict) {
    std::string text;
    for (std::size_t i = 0; i < policy::hook_count; ++i) {
        if (!verdict.hooks[i]) continue;
        const policy::HookFacts& facts = *verdict.hooks[i];
        text += fmt::format("  {:<16} {} instructions at most; {} followed, {} states\n",
                            policy::info_of(static_cast<policy::Hook>(i)).name, facts.longest_run, facts.steps,
                            facts.states);
    }
    return text;
}

std::string maps_text(const policy::Program& program) {
    std::string text;
    for (const policy::MapSpec& map : program.maps) {
        const std::string sizes = map.kind == policy::MapKind::Ring
                                      ? fmt::format("{} bytes", map.max_entries)
                                      : fmt::format("{} of {} bytes", map.max_entries, map.value_size);
        text += fmt::format("  map {:<12} {}, {}{}\n", escape(map.name), policy::name_of(map.kind), sizes,
                            map.is_read_only ? ", read-only" : "");
    }
    return text;
}

ExitCode run_verify(const PolicyFileOptions& options) {
    const Result<std::string> bytes = read_file(options.file, policy::largest_object);
    if (!bytes.ok()) return complain(bytes.error());
    const std::string name = options.file == "-" ? "<stdin>" : escape(options.file);
    const auto* const data = reinterpret_cast<const std::uint8_t*>(bytes.value().data());
    const Result<policy::Program> program = policy::load_object({data, bytes.value().size()});
    if (!program.ok()) {
        write_stderr(fmt::format("{}: {}\n", name, program.error().text()));
        return ExitCode::bad_input;
    }
    const policy::Verdict verdict = policy::verify(program.value());
    if (verdict.refusal) {
        std::string text = text_of(*verdict.refusal, program.value());
        if (verdict.refused_in) text += fmt::format("  hook: {}\n", policy::info_of(*verdict.refused_in).name);
        return worse(ExitCode::bad_input, write_output("-", text));
    }
    return write_output("-", fmt::format("{}: policy '{}' is accepted\n{}{}", name, escape(program.value().name),
                                         hooks_text(verdict), maps_text(program.value())));
}

Result<void> make_folder(const std::string& path) {
    if (::mkdir(path.c_str(), 0777) == 0) return {};
    return Error::bad_input(fmt::format("cannot make the folder '{}': {}", escape(path), std::strerror(errno)))
        .with_remedy("choose another name, or a folder in which you may write");
}

ExitCode run_new(const PolicyNewOptions& options) {
    const std::string& name = options.name;
    if (const Result<void> check = policy::check_policy_name(name); !check.ok()) {
        complain(check.error());
        return ExitCode::bad_input;
    }
    for (const std::string& folder : {name, name + "/ringfence"}) {
        if (const Result<void> made = make_folder(folder); !made.ok()) {
            complain(made.error());
            return ExitCode::file_error;
        }
    }
    const Result<void> source = write_file_atomically(name + "/" + name + ".c", policy::skeleton_source(name));
    if (!source.ok()) return complain(source.error());
    const Result<void> header = write_file_atomically(name + "/ringfence/policy.h", policy::policy_header());
    if (!header.ok()) return complain(header.error());
    return write_output("-", fmt::format("{0}/{0}.c is a policy that works. Change it, and then:\n"
                                         "  cd {0}\n"
                                         "  clang -O2 -g -target bpf -mcpu=v3 -I . -c {0}.c\n"
                                         "  ringfence policy verify {0}.o\n",
                                         name));
}

}  // namespace

void add_policy(CLI::App& app, Action& chosen) {
    CLI::App* command = app.add_subcommand("policy", "Write, verify and load scheduling policies");
    command->footer(std::string("Examples:\n"
                                "  ringfence policy new my-policy\n"
                                "  ringfence policy verify my-policy.o\n"
                                "  ringfence policy load my-policy.o\n\n") +
                    exit_code_help);
    command->require_subcommand(0, 1);
    auto making = std::make_shared<PolicyNewOptions>();
    add_command(*command, "new", "Make a folder with a policy to begin with", "  ringfence policy new my-policy\n",
                chosen, making, run_new)
        ->add_option("NAME", making->name, "Its name, and that of the folder")
        ->required()
        ->type_name("");
    auto verifying = std::make_shared<PolicyFileOptions>();
    add_command(*command, "verify", "Prove that a policy is safe to run, or say why not",
                "  clang -O2 -g -target bpf -mcpu=v3 -I . -c my-policy.c && ringfence policy verify my-policy.o\n",
                chosen, verifying, run_verify)
        ->add_option("FILE", verifying->file, "An object that clang made; - for standard input")
        ->required()
        ->type_name("");
    add_policy_life(*command, chosen);
}

}  // namespace ringfence::cli
