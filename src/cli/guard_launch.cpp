#include "cli/guard_launch.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string_view>

#include <fmt/core.h>

#include "base/diagnostics.h"
#include "base/escape.h"
#include "cli/guard_summary.h"
#include "cli/ptx_run_kernel.h"
#include "cli/ptx_run_spec.h"
#include "guard/unmet_text.h"
#include "ptx/parameter_layout.h"
#include "ptx/parser.h"
#include "ptx/printer.h"

namespace ringfence::cli {
namespace {

using guard::LaunchConditions;
using Kind = LaunchConditions::Unmet::Kind;

// A window as a worker has it. Where it lies makes no difference to the conditions.
constexpr guard::Window window = {std::uint64_t{1} << 40U, 37};
constexpr std::uint64_t pointer_value = (std::uint64_t{1} << 40U) + (std::uint64_t{1} << 30U);

std::vector<std::byte> bytes_of(std::uint64_t value) {
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

// `pointer`, `pointer+N`: an address in the window, aligned to 2^30, and so many bytes further.
Result<std::vector<std::byte>> value_of(std::string_view text) {
    constexpr std::string_view pointer = "pointer";
    if (text.substr(0, pointer.size()) == pointer) {
        const std::string_view rest = text.substr(pointer.size());
        if (rest.empty()) return bytes_of(pointer_value);
        if (rest[0] == '+') {
            RF_TRY(const std::uint64_t distance, parse_bytes(rest.substr(1)));
            return bytes_of(pointer_value + distance);
        }
    }
    RF_TRY(const ArgumentSpec spec, parse_argument(text));
    if (spec.kind != ArgumentSpec::Kind::Value)
        return Error::bad_input(fmt::format("{}: there are no buffers here", "'" + escape(text) + "'"))
            .with_remedy("write `pointer` for an address in the program's memory");
    return spec.value;
}

// A number without a type takes the parameter's. `struct:` and values, each at a multiple of its own size.
Result<std::vector<std::byte>> argument_of(const ptx::Variable& parameter, const std::string& text) {
    constexpr std::string_view structure = "struct:";
    std::vector<std::byte> bytes;
    if (text.substr(0, structure.size()) == structure) {
        std::string_view rest = std::string_view(text).substr(structure.size());
        while (!rest.empty()) {
            const std::string_view word = rest.substr(0, rest.find(','));
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
            RF_TRY(const std::vector<std::byte> member, value_of(word));
            const std::size_t unit = std::clamp<std::size_t>(member.size(), 1, 8);
            bytes.resize((bytes.size() + unit - 1) / unit * unit);
            bytes.insert(bytes.end(), member.begin(), member.end());
        }
        if (bytes.size() < parameter.bytes()) bytes.resize(parameter.bytes());  // what fills it up
    } else {
        const bool has_type = text.find(':') != std::string::npos || text.substr(0, 1) == "p";
        const ptx::TypeInfo& type = ptx::isa::info(parameter.type);
        const char* const letter = type.kind == ptx::TypeKind::Float ? "f" : text.substr(0, 1) == "-" ? "s" : "u";
        RF_TRY(bytes, value_of(has_type ? text : fmt::format("{}{}:{}", letter, type.bits, text)));
    }
    if (bytes.size() == parameter.bytes()) return bytes;
    return Error::bad_input(fmt::format("{} has {} bytes, and the parameter `{}` takes {}", "'" + escape(text) + "'",
                                        bytes.size(), escape(parameter.name), parameter.bytes()));
}

Result<std::vector<std::byte>> parameters_of(const ptx::Function& kernel, const std::vector<std::string>& arguments) {
    const std::span<const ptx::Variable* const> parameters = kernel.signature.parameters;
    if (arguments.size() != parameters.size())
        return Error::bad_input(fmt::format("`{}` takes {} arguments, not {}", escape(kernel.name), parameters.size(),
                                            arguments.size()))
            .with_remedy("give one --arg for each");
    const ptx::ParameterPlaces places = ptx::place_parameters(parameters);
    constexpr std::uint64_t most = 1U << 16U;
    if (places.bytes > most) return Error::bad_input("its parameters are larger than a launch can pass");
    std::vector<std::byte> bytes(places.bytes);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        RF_TRY(const std::vector<std::byte> value, argument_of(*parameters[i], arguments[i]));
        std::copy(value.begin(), value.end(), bytes.begin() + static_cast<std::ptrdiff_t>(places.offsets[i]));
    }
    return bytes;
}

// The rewritten kernel's own shared memory, one variable behind the other. A device may leave out what is not used.
std::uint64_t static_shared(const guard::GuardedPtx& guarded, const std::string& kernel) {
    DiagnosticSink sink;
    const std::unique_ptr<ptx::Module> module = ptx::parse(std::make_shared<const std::string>(guarded.ptx), sink, {});
    if (module == nullptr) return 0;
    std::uint64_t bytes = 0;
    std::uint64_t dynamic_alignment = 1;
    const auto add = [&](const ptx::Variable& variable) {
        if (variable.space != ptx::Space::Shared) return;
        const std::uint64_t alignment = std::max(1U, variable.alignment());
        if (variable.linkage == ptx::Linkage::Extern) {
            dynamic_alignment = std::max(dynamic_alignment, alignment);
            return;
        }
        bytes = (bytes + alignment - 1) / alignment * alignment + variable.bytes();
    };
    for (const ptx::Item& item : module->items) {
        if (item.kind == ptx::ItemKind::Variables) {
            for (const ptx::Variable* variable : item.variables->variables)
                add(*variable);
        }
        if (item.kind != ptx::ItemKind::Function || item.function->name != kernel) continue;
        for (const ptx::Statement& statement : item.function->body) {
            if (statement.kind != ptx::StatementKind::Variables) continue;
            for (const ptx::Variable* variable : statement.variables->variables)
                add(*variable);
        }
    }
    return (bytes + dynamic_alignment - 1) / dynamic_alignment * dynamic_alignment;
}

std::string parameter_at(const ptx::Function& kernel, std::uint32_t place) {
    const std::span<const ptx::Variable* const> parameters = kernel.signature.parameters;
    const ptx::ParameterPlaces places = ptx::place_parameters(parameters);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (place < places.offsets[i] || place - places.offsets[i] >= parameters[i]->bytes()) continue;
        const std::uint64_t offset = place - places.offsets[i];
        return escape(parameters[i]->name) + (offset == 0 ? std::string() : fmt::format("+{}", offset));
    }
    return fmt::format("parameter byte {}", place);
}

// The accesses that a condition is there for: the first with its text.
std::string asker_text(const ptx::Module& module, const guard::GuardedPtx& guarded, const guard::GuardedKernel& kernel,
                       std::uint32_t bound) {
    constexpr std::size_t most = 6;
    if (bound >= kernel.askers.size() || kernel.askers[bound].empty()) return {};
    const std::vector<const ptx::Function*> functions = functions_of(module, guarded);
    const std::vector<guard::Site>& sites = kernel.askers[bound];
    std::string text;
    std::string lines;
    for (std::size_t i = 0; i < sites.size() && i <= most; ++i) {
        const auto access = std::find_if(guarded.accesses.begin(), guarded.accesses.end(),
                                         [&](const guard::Explanation& one) { return one.site == sites[i]; });
        if (access == guarded.accesses.end()) continue;
        if (i == most) {
            lines += fmt::format(" and {} more", sites.size() - most);
            break;
        }
        lines += fmt::format("{}{}", lines.empty() ? "" : ", ", access->line);
        const ptx::Function& function = *functions[sites[i].function];
        if (text.empty()) text = escape(ptx::print(function, function.body[sites[i].statement].instruction));
    }
    return fmt::format("line {}: {}: ", lines, text);
}

std::string triple(const std::array<std::uint32_t, 3>& size) {
    return fmt::format("{},{},{}", size[0], size[1], size[2]);
}

Result<std::array<std::uint32_t, 3>> size_of(const std::string& text) {
    if (text.empty()) return std::array<std::uint32_t, 3>{1, 1, 1};
    RF_TRY(const backend::Dim3 size, parse_size(text));
    return std::array<std::uint32_t, 3>{size.x, size.y, size.z};
}

// The kernel's last parameter, where its threads have slots: any address in the window.
void append_slots(std::vector<std::byte>& parameters) {
    const std::uint64_t slots = window.base + window.bytes() / 4;
    parameters.resize((parameters.size() + 7) / 8 * 8 + sizeof slots);
    std::memcpy(&parameters[parameters.size() - sizeof slots], &slots, sizeof slots);
}

using Kernels = std::vector<guard::GuardedKernel>;

Kernels::const_iterator find_kernel(const Kernels& kernels, std::string_view name) {
    return std::find_if(kernels.begin(), kernels.end(),
                        [&](const guard::GuardedKernel& one) { return one.name == name; });
}

// As a worker makes it (worker/launch_checks.cpp), if the launch meets its conditions.
std::optional<guard::GuardedPtx> fitted_module(const ptx::Module& module, guard::GuardOptions options,
                                               const std::string& name,
                                               const std::vector<LaunchConditions::Unmet>& unmet,
                                               guard::LaunchFacts facts) {
    options.unmet = guard::UnmetBounds{name, {}};
    options.is_split = true;
    for (const LaunchConditions::Unmet& one : unmet) {
        if (one.kind == Kind::Parameter || one.kind == Kind::Pointer) return std::nullopt;
        options.unmet->bounds.push_back(one.bound);
    }
    Result<guard::GuardedPtx> fitted = guard::guard(*module.source, options);
    if (!fitted.ok()) return std::nullopt;
    const auto kernel = find_kernel(fitted.value().kernels, name);
    facts.static_shared = static_shared(fitted.value(), name);
    if (kernel == fitted.value().kernels.end() || !kernel->is_late || !kernel->conditions.hold(facts))
        return std::nullopt;
    return fitted.take();
}

}  // namespace

Result<LaunchAnswer> explain_launch(const ptx::Module& module, const guard::GuardedPtx& guarded,
                                    const guard::GuardOptions& options, const LaunchQuestion& question) {
    RF_TRY(const ptx::Function* const function, choose_kernel(module, question.entry));
    const auto kernel = find_kernel(guarded.kernels, function->name);
    if (kernel == guarded.kernels.end())
        return Error::bad_input(fmt::format("the guarded module has no kernel `{}`", escape(function->name)));
    guard::LaunchFacts facts;
    RF_TRY(facts.grid, size_of(question.grid));
    RF_TRY(facts.block, size_of(question.block));
    RF_TRY(facts.dynamic_shared, parse_bytes(question.shared));
    RF_TRY(std::vector<std::byte> parameters, parameters_of(*function, question.arguments));
    if (kernel->slot_bytes != 0) append_slots(parameters);
    facts.parameters = parameters;
    facts.static_shared = static_shared(guarded, kernel->name);
    facts.window = window;
    LaunchAnswer answer;
    std::string& text = answer.text;
    text = fmt::format("launch of {}: grid {}, block {}, {} bytes of dynamic shared memory\n", escape(kernel->name),
                       triple(facts.grid), triple(facts.block), facts.dynamic_shared);
    const auto said = [&](const char* variant) { return LaunchAnswer{text + variant, {}}; };
    if (kernel->needs_warpgroups &&
        !guard::has_whole_warpgroups(std::uint64_t{facts.block[0]} * facts.block[1] * facts.block[2]))
        return said("    refused: it uses wgmma, which needs blocks of whole groups of 128 threads\n");
    if (kernel->fenced.empty()) return said("    the only variant, for any launch\n");
    const std::vector<LaunchConditions::Unmet> unmet = kernel->conditions.unmet(facts);
    if (unmet.empty()) return said("    the free variant: all conditions hold\n");
    answer.fitted = fitted_module(module, options, kernel->name, unmet, facts);
    text += fmt::format("    the {} variant: {} condition{} not hold\n", answer.fitted ? "partly fenced" : "fenced",
                        unmet.size(), unmet.size() == 1 ? " does" : "s do");
    for (const LaunchConditions::Unmet& one : unmet) {
        const bool is_bound = one.kind != Kind::Parameter && one.kind != Kind::Pointer;
        text += fmt::format("        {}{}\n", is_bound ? asker_text(module, guarded, *kernel, one.bound) : "",
                            guard::describe(one, parameter_at(*function, one.place)));
    }
    return answer;
}

}  // namespace ringfence::cli
