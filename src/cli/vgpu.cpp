// ringfence vgpu add, list, set, remove: shares of the GPU that tenants are bound to.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "cli/command.h"
#include "cli/registry_command.h"
#include "supervisor/daemon_client.h"

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
    std::string sms;
    std::string managed_by;
};

constexpr std::string_view no_value = "none";

// As if it had never been said.
void clear_setting(sched::VirtualGpu& vgpu, std::string_view key) {
    if (key == "compute") vgpu.shares[0] = 0;
    if (key == "copy" || key == "copy_to") vgpu.shares[1] = 0;
    if (key == "copy" || key == "copy_from") vgpu.shares[2] = 0;
    if (key == "memory") vgpu.memory = 0;
    if (key == "priority") vgpu.priority = 0;
    if (key == "sms") vgpu.sms = 0;
}

// Options that were not given leave their settings unchanged.
Result<void> apply_vgpu_options(const VgpuOptions& options, sched::VirtualGpu& vgpu) {
    const std::pair<std::string_view, const std::string&> settings[] = {
        {"compute", options.compute}, {"copy", options.copy},
        {"copy_to", options.copy_to}, {"copy_from", options.copy_from},
        {"memory", options.memory},   {"priority", options.priority},
        {"sms", options.sms}};
    for (const auto& [key, value] : settings) {
        if (value == no_value) {
            clear_setting(vgpu, key);
        } else if (!value.empty()) {
            RF_RETURN_IF_ERROR(sched::set(vgpu, key, value));
        }
    }
    if (options.managed_by == no_value) {
        vgpu.managed_by.clear();
    } else if (!options.managed_by.empty()) {
        vgpu.managed_by = options.managed_by;
    }
    return {};
}

std::string share_or_rest(sched::Share share) {
    return share == 0 ? "rest" : sched::share_text(share);
}

// The multiprocessors that its sessions got, which may be more than it asked for: a card is divided into units.
using GrantedSms = std::map<std::string, std::uint64_t>;

GrantedSms granted_sms() {
    GrantedSms granted;
    const Result<nlohmann::ordered_json> status = supervisor::daemon_status();
    if (!status.ok()) return granted;
    for (const auto& worker : status.value().value("workers", nlohmann::ordered_json::array())) {
        for (const auto& vgpu : worker.value("vgpus", nlohmann::ordered_json::array())) {
            if (const auto count = vgpu.value("multiprocessors", std::uint64_t{0}); count != 0)
                granted[vgpu.value("name", std::string())] = count;
        }
    }
    return granted;
}

std::string sms_text(const sched::VirtualGpu& vgpu, const GrantedSms& granted) {
    if (vgpu.sms == 0) return "all";
    const auto found = granted.find(vgpu.name);
    const bool has_other = found != granted.end() && found->second != vgpu.sms;
    return std::to_string(vgpu.sms) + (has_other ? fmt::format(" ({})", found->second) : "");
}

std::string vgpu_line(std::string_view name, const std::array<std::string, 6>& columns, std::string_view tenants) {
    std::string line = fmt::format("{:<16}  {:>8}  {:>8}  {:>9}  {:>8}  {:>8}  {:>9}  {}", name, columns[0], columns[1],
                                   columns[2], columns[3], columns[4], columns[5], tenants);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string vgpu_line(const sched::VirtualGpu& vgpu, const tenants::Registry& registry, const GrantedSms& granted) {
    std::string tenants;
    const std::string_view bound_by = vgpu.name == tenants::default_vgpu_name ? "" : std::string_view(vgpu.name);
    for (const auto& [name, tenant] : registry.tenants()) {
        if (tenant.vgpu != bound_by) continue;
        tenants += (tenants.empty() ? "" : " ") + name + (name == vgpu.managed_by ? " (manages it)" : "");
    }
    return vgpu_line(vgpu.name,
                     {share_or_rest(vgpu.shares[0]), share_or_rest(vgpu.shares[1]), share_or_rest(vgpu.shares[2]),
                      vgpu.memory == 0 ? "all" : text_of(Limit::DeviceMemory, vgpu.memory),
                      std::to_string(vgpu.priority), sms_text(vgpu, granted)},
                     tenants);
}

std::string vgpu_table(const tenants::Registry& registry) {
    if (registry.vgpus().empty()) return "no virtual GPUs are named: all sessions share the GPU as it comes\n";
    std::string text =
        vgpu_line("VIRTUAL GPU", {"COMPUTE", "COPY TO", "COPY FROM", "MEMORY", "PRIORITY", "SMS"}, "TENANTS");
    const GrantedSms granted = granted_sms();
    for (const auto& [name, vgpu] : registry.vgpus())
        text += vgpu_line(vgpu, registry, granted);
    return text + vgpu_line(registry.default_vgpu(), registry, granted);
}

std::string vgpus_as_toml(const tenants::Registry& registry) {
    std::string text;
    for (const auto& [name, vgpu] : registry.vgpus())
        text += (text.empty() ? "" : "\n") + tenants::text_of(vgpu);
    return text;
}

void add_vgpu_options(CLI::App& command, VgpuOptions& options) {
    command.add_option("--compute", options.compute, "Its share of the GPU's time; none: what others leave")
        ->type_name("N%");
    command.add_option("--copy", options.copy, "Its share of copies, in both directions")->type_name("N%");
    command.add_option("--copy-to", options.copy_to, "Of copies to the GPU alone")->type_name("N%");
    command.add_option("--copy-from", options.copy_from, "Of copies from the GPU alone")->type_name("N%");
    command.add_option("--memory", options.memory, "What its tenant has, and sees as the GPU's; none: all there is")
        ->type_name("SIZE");
    command.add_option("--priority", options.priority, "0 to 7: more goes first, within its share; default: 0")
        ->type_name("N");
    command
        .add_option("--sms", options.sms,
                    "Multiprocessors that its kernels run on, and its tenant sees as the GPU's; none: all")
        ->type_name("N");
    command
        .add_option("--managed-by", options.managed_by,
                    "The tenant that may load policies for its own jobs in it; none: nobody")
        ->type_name("TENANT");
}

struct VgpuKind {
    using Thing = sched::VirtualGpu;
    using Options = VgpuOptions;
    static constexpr std::string_view noun = "virtual GPU";
    static constexpr std::string_view command = "vgpu";
    static constexpr RegistryHelp help = {.about = "Divide the GPU into virtual GPUs, for tenants to be bound to",
                                          .examples =
                                              "  ringfence vgpu add batch --compute 30% --copy 40% --memory 40GiB\n"
                                              "  ringfence tenant set alice --vgpu batch\n"
                                              "  ringfence vgpu list\n",
                                          .add = "Make a virtual GPU",
                                          .add_examples =
                                              "  ringfence vgpu add web --compute 70% --priority 2\n"
                                              "  ringfence vgpu add batch --compute 30% --copy 40% --memory 40GiB\n",
                                          .set = "Change one, while programs run; what is not named stays",
                                          .set_examples =
                                              "  ringfence vgpu set batch --compute 20%\n"
                                              "  ringfence vgpu set batch --compute none --priority 0\n",
                                          .remove = "Remove one that no tenant is bound to",
                                          .remove_examples = "  ringfence vgpu remove batch\n",
                                          .list = "Show them, and who is bound to which",
                                          .list_examples = "  ringfence vgpu list\n",
                                          .name = "The virtual GPU"};

    static const Thing* find(const tenants::Registry& all, const std::string& name) { return all.find_vgpu(name); }
    static Result<void> apply(const Options& options, Thing& vgpu) { return apply_vgpu_options(options, vgpu); }
    static Result<void> store(const Thing& vgpu) { return supervisor::set_vgpu(vgpu); }
    static Result<std::string> remove(const std::string& name) {
        RF_RETURN_IF_ERROR(supervisor::remove_vgpu(name));
        return fmt::format("virtual GPU {} is removed\n", escape(name));
    }
    static std::string added(const tenants::Registry& /*before*/, const Thing& vgpu) {
        return fmt::format("virtual GPU {0} is there; bind tenants to it: ringfence tenant set NAME --vgpu {0}\n",
                           vgpu.name);
    }
    static std::string changed(const Thing& vgpu) {
        return fmt::format(
            "virtual GPU {} is changed; its memory and multiprocessors hold for the next sessions, all else for those "
            "that are there too\n",
            vgpu.name);
    }
    static std::string list(const tenants::Registry& all, bool as_toml) {
        return as_toml ? vgpus_as_toml(all) : vgpu_table(all);
    }
    static void add_options(CLI::App& to, Options& options) { add_vgpu_options(to, options); }
};

}  // namespace

void add_vgpu(CLI::App& app, Action& chosen) {
    add_registry_command<VgpuKind>(app, chosen);
}

}  // namespace ringfence::cli
