// ringfence vgpu add, list, set, remove: shares of the GPU that tenants are bound to.
#include <algorithm>

#include <fmt/core.h>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/console.h"
#include "supervisor/tenant_office.h"

namespace ringfence::cli {
namespace {

struct VgpuOptions {
    std::string name;
    std::string compute;
    std::string copy;
    std::string copy_to;
    std::string copy_from;
    std::string memory;
    std::string priority;
};

struct VgpuNameOptions {
    std::string name;
};

struct VgpuListOptions {
    bool toml = false;
};

constexpr std::string_view no_value = "none";

// As if it had never been said.
void clear_setting(sched::VirtualGpu& vgpu, std::string_view key) {
    if (key == "compute") vgpu.shares[0] = 0;
    if (key == "copy" || key == "copy_to") vgpu.shares[1] = 0;
    if (key == "copy" || key == "copy_from") vgpu.shares[2] = 0;
    if (key == "memory") vgpu.memory = 0;
    if (key == "priority") vgpu.priority = 0;
}

// What was not named stays.
Result<void> apply_vgpu_options(const VgpuOptions& options, sched::VirtualGpu& vgpu) {
    const std::pair<std::string_view, const std::string&> settings[] = {
        {"compute", options.compute},     {"copy", options.copy},     {"copy_to", options.copy_to},
        {"copy_from", options.copy_from}, {"memory", options.memory}, {"priority", options.priority}};
    for (const auto& [key, value] : settings) {
        if (value == no_value) {
            clear_setting(vgpu, key);
        } else if (!value.empty()) {
            RF_RETURN_IF_ERROR(sched::set(vgpu, key, value));
        }
    }
    return {};
}

ExitCode refuse_vgpu(const Error& error) {
    complain(error);
    return ExitCode::bad_input;
}

ExitCode add_vgpu_now(const VgpuOptions& options) {
    const Result<tenants::Registry> all = supervisor::list_tenants();
    if (!all.ok()) return complain(all.error());
    if (all.value().find_vgpu(options.name) != nullptr) {
        return refuse_vgpu(Error::bad_input("there is a virtual GPU '" + escape(options.name) + "' already")
                               .with_remedy("change it: ringfence vgpu set " + escape(options.name)));
    }
    sched::VirtualGpu vgpu;
    vgpu.name = options.name;
    if (const Result<void> applied = apply_vgpu_options(options, vgpu); !applied.ok())
        return refuse_vgpu(applied.error());
    if (const Result<void> done = supervisor::set_vgpu(vgpu); !done.ok()) return refuse_vgpu(done.error());
    return write_output("-", fmt::format("virtual GPU {0} is there; bind tenants to it: ringfence tenant set NAME "
                                         "--vgpu {0}\n",
                                         vgpu.name));
}

ExitCode set_vgpu_now(const VgpuOptions& options) {
    const Result<tenants::Registry> all = supervisor::list_tenants();
    if (!all.ok()) return complain(all.error());
    const sched::VirtualGpu* before = all.value().find_vgpu(options.name);
    if (before == nullptr) {
        return refuse_vgpu(Error::bad_input("there is no virtual GPU '" + escape(options.name) + "'")
                               .with_remedy("'ringfence vgpu list' names those that there are"));
    }
    sched::VirtualGpu vgpu = *before;
    if (const Result<void> applied = apply_vgpu_options(options, vgpu); !applied.ok())
        return refuse_vgpu(applied.error());
    if (const Result<void> done = supervisor::set_vgpu(vgpu); !done.ok()) return refuse_vgpu(done.error());
    return write_output("-", fmt::format("virtual GPU {} is changed; its memory holds for the next sessions, all else "
                                         "for those that are there too\n",
                                         vgpu.name));
}

ExitCode remove_vgpu_now(const VgpuNameOptions& options) {
    const Result<void> done = supervisor::remove_vgpu(options.name);
    if (!done.ok()) return refuse_vgpu(done.error());
    return write_output("-", fmt::format("virtual GPU {} is removed\n", escape(options.name)));
}

std::string share_or_rest(sched::Share share) {
    return share == 0 ? "rest" : sched::share_text(share);
}

std::string vgpu_line(std::string_view name, const std::array<std::string, 5>& columns, std::string_view tenants) {
    std::string line = fmt::format("{:<16}  {:>8}  {:>8}  {:>9}  {:>8}  {:>8}  {}", name, columns[0], columns[1],
                                   columns[2], columns[3], columns[4], tenants);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string vgpu_line(const sched::VirtualGpu& vgpu, const tenants::Registry& registry) {
    std::string tenants;
    const std::string_view bound_by = vgpu.name == tenants::default_vgpu_name ? "" : std::string_view(vgpu.name);
    for (const auto& [name, tenant] : registry.tenants()) {
        if (tenant.vgpu == bound_by) tenants += (tenants.empty() ? "" : " ") + name;
    }
    return vgpu_line(
        vgpu.name,
        {share_or_rest(vgpu.shares[0]), share_or_rest(vgpu.shares[1]), share_or_rest(vgpu.shares[2]),
         vgpu.memory == 0 ? "all" : text_of(Limit::DeviceMemory, vgpu.memory), std::to_string(vgpu.priority)},
        tenants);
}

ExitCode list_vgpus_now(const VgpuListOptions& options) {
    const Result<tenants::Registry> all = supervisor::list_tenants();
    if (!all.ok()) return complain(all.error());
    const tenants::Registry& registry = all.value();
    std::string text;
    for (const auto& [name, vgpu] : registry.vgpus())
        text += options.toml ? (text.empty() ? "" : "\n") + tenants::text_of(vgpu) : vgpu_line(vgpu, registry);
    if (options.toml) return write_output("-", text);
    if (registry.vgpus().empty())
        return write_output("-", "no virtual GPUs are named: all sessions share the GPU as it comes\n");
    return write_output(
        "-", vgpu_line("VIRTUAL GPU", {"COMPUTE", "COPY TO", "COPY FROM", "MEMORY", "PRIORITY"}, "TENANTS") + text +
                 vgpu_line(registry.default_vgpu(), registry));
}

void add_vgpu_options(CLI::App& command, VgpuOptions& options) {
    command.add_option("NAME", options.name, "The virtual GPU")->required();
    command.add_option("--compute", options.compute, "Its share of the GPU's time; none: what others leave")
        ->type_name("N%");
    command.add_option("--copy", options.copy, "Its share of copies, in both directions")->type_name("N%");
    command.add_option("--copy-to", options.copy_to, "Of copies to the GPU alone")->type_name("N%");
    command.add_option("--copy-from", options.copy_from, "Of copies from the GPU alone")->type_name("N%");
    command.add_option("--memory", options.memory, "What its tenant has, and sees as the GPU's; none: all there is")
        ->type_name("SIZE");
    command.add_option("--priority", options.priority, "0 to 7: more goes first, within its share; default: 0")
        ->type_name("N");
}

}  // namespace

void add_vgpu(CLI::App& app, Action& chosen) {
    CLI::App* vgpu = app.add_subcommand("vgpu", "Divide the GPU into virtual GPUs, for tenants to be bound to");
    vgpu->footer(std::string("Examples:\n"
                             "  ringfence vgpu add batch --compute 30% --copy 40% --memory 40GiB\n"
                             "  ringfence tenant set alice --vgpu batch\n"
                             "  ringfence vgpu list\n\n") +
                 exit_code_help);
    vgpu->require_subcommand(0, 1);
    auto adding = std::make_shared<VgpuOptions>();
    add_vgpu_options(*add_command(*vgpu, "add", "Make a virtual GPU",
                                  "  ringfence vgpu add web --compute 70% --priority 2\n"
                                  "  ringfence vgpu add batch --compute 30% --copy 40% --memory 40GiB\n",
                                  chosen, adding, add_vgpu_now),
                     *adding);
    auto setting = std::make_shared<VgpuOptions>();
    add_vgpu_options(*add_command(*vgpu, "set", "Change one, while programs run; what is not named stays",
                                  "  ringfence vgpu set batch --compute 20%\n"
                                  "  ringfence vgpu set batch --compute none --priority 0\n",
                                  chosen, setting, set_vgpu_now),
                     *setting);
    auto removing = std::make_shared<VgpuNameOptions>();
    add_command(*vgpu, "remove", "Remove one that no tenant is bound to", "  ringfence vgpu remove batch\n", chosen,
                removing, remove_vgpu_now)
        ->add_option("NAME", removing->name, "The virtual GPU")
        ->required();
    auto listing = std::make_shared<VgpuListOptions>();
    add_command(*vgpu, "list", "Show them, and who is bound to which", "  ringfence vgpu list\n", chosen, listing,
                list_vgpus_now)
        ->add_flag("--toml", listing->toml, "As in the file");
}

}  // namespace ringfence::cli
