#include "guard/rewriter/layout.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "guard/rewriter/initial_contents.h"
#include "guard/rewriter/refusal.h"

namespace ringfence::guard::rewriting {
namespace {

// Zero-filled variables cost nothing here, so only the loader limits them; the others are held in memory.
constexpr std::uint64_t most_initialized_bytes = std::uint64_t{256} << 20U;
constexpr std::uint64_t most_variable_bytes = std::uint64_t{1} << 40U;
constexpr std::uint64_t most_constant_bytes = 65536 - 64;  // the guard's words need some
constexpr std::uint64_t most_alignment = 4096;

Error too_much_contents(std::uint64_t bytes) {
    return Error::bad_input(fmt::format("the initial contents of this module's variables take {} bytes", bytes));
}

bool is_opaque(ptx::Type type) {
    return ptx::isa::info(type).kind == ptx::TypeKind::Opaque;
}

}  // namespace

Result<VariableLayout> VariableLayout::create(const ptx::Module& module, const FunctionNumbers& numbers) {
    VariableLayout layout;
    RF_RETURN_IF_ERROR(layout.collect(module));
    RF_RETURN_IF_ERROR(layout.place());
    RF_RETURN_IF_ERROR(layout.fill(module, numbers));
    return layout;
}

const VariableLayout::Place* VariableLayout::find(const ptx::Variable& variable) const {
    const auto local = by_variable_.find(&variable);
    if (local != by_variable_.end()) return &places_[local->second];
    const auto global = by_name_.find(variable.name);
    return global == by_name_.end() ? nullptr : &places_[global->second];
}

Result<void> VariableLayout::collect(const ptx::Module& module) {
    for (const ptx::Item& item : module.items) {
        if (item.kind == ptx::ItemKind::Variables) {
            for (const ptx::Variable* variable : item.variables->variables)
                RF_RETURN_IF_ERROR(add(module, *variable, false));
        } else if (item.kind == ptx::ItemKind::Function) {
            for (const ptx::Statement& statement : item.function->body) {
                if (statement.kind != ptx::StatementKind::Variables) continue;
                for (const ptx::Variable* variable : statement.variables->variables)
                    RF_RETURN_IF_ERROR(add(module, *variable, true));
            }
        }
    }
    for (const Place& place : places_) {
        if (place.variable->linkage != ptx::Linkage::Extern) continue;
        return refusal(module, place.variable->where,
                       fmt::format("the variable '{}' is declared but not defined", place.variable->name),
                       "link the modules before they are loaded")
            .with_status(cuda_status::invalid_ptx);
    }
    return {};
}

Result<void> VariableLayout::add(const ptx::Module& module, const ptx::Variable& variable, bool in_body) {
    if (variable.space != ptx::Space::Global && variable.space != ptx::Space::Const) return {};
    if (is_opaque(variable.type)) {
        return refusal(module, variable.where, fmt::format("textures: '{}' is a handle", variable.name),
                       "run this program in a worker of its own (--isolation private)");
    }
    if (variable.is_range) {
        return refusal(module, variable.where, fmt::format("a range of variables ('{}')", variable.name),
                       "declare them one by one");
    }
    const Place place{0, initialized_bytes(variable), &variable, std::nullopt};
    if (in_body) {
        by_variable_[&variable] = places_.size();
        places_.push_back(place);
        return {};
    }
    const auto [known, is_new] = by_name_.try_emplace(variable.name, places_.size());
    if (is_new) {
        places_.push_back(place);
    } else if (places_[known->second].variable->linkage == ptx::Linkage::Extern || variable.initializer != nullptr) {
        places_[known->second] = place;
    }
    return {};
}

Result<void> VariableLayout::place_one(Place& place, std::uint64_t& end, std::uint64_t least_alignment) {
    const std::uint64_t alignment =
        std::clamp<std::uint64_t>(place.variable->alignment(), least_alignment, most_alignment);
    block_.alignment = std::max(block_.alignment, alignment);
    place.offset = (end + alignment - 1) / alignment * alignment;
    end = place.offset + place.bytes;
    if (place.bytes > most_variable_bytes || end > most_variable_bytes) {
        return Error::bad_input(fmt::format("the variables of this module take more than {} bytes with '{}'",
                                            most_variable_bytes, place.variable->name));
    }
    const ptx::Variable& variable = *place.variable;
    block_.variables.push_back(
        {std::string(variable.name), place.offset, place.bytes, variable.space == ptx::Space::Const});
    return {};
}

Result<void> VariableLayout::place_managed(Place& place, std::uint64_t& initialized) {
    const ptx::Variable& variable = *place.variable;
    place.managed = static_cast<std::uint32_t>(block_.managed.size());
    ManagedVariable managed;
    managed.name = variable.name;
    managed.bytes = place.bytes;
    managed.alignment = std::clamp<std::uint64_t>(variable.alignment(), 1, most_alignment);
    block_.alignment = std::max(block_.alignment, managed.alignment);
    if (place.bytes > most_variable_bytes) return Error::bad_input(fmt::format("'{}' is too large", variable.name));
    if (variable.initializer != nullptr) {
        initialized += place.bytes;
        if (initialized > most_initialized_bytes) return too_much_contents(initialized);
        if (!managed_memory_.raise_to(2 * initialized)) return stopped_error();
        managed.contents.resize(place.bytes);
    }
    block_.managed.push_back(std::move(managed));
    return {};
}

// Variables with initial contents come first, so that the others take no space in the contents.
Result<void> VariableLayout::place() {
    constexpr std::uint64_t vector_alignment = 16;
    std::uint64_t constants = 0;
    std::uint64_t end = 0;
    for (Place& place : places_) {
        if (place.variable->space == ptx::Space::Const) RF_RETURN_IF_ERROR(place_one(place, constants, 1));
    }
    std::uint64_t managed_contents = 0;
    for (Place& place : places_) {
        const bool is_global = place.variable->space == ptx::Space::Global;
        if (is_global && place.variable->managed) RF_RETURN_IF_ERROR(place_managed(place, managed_contents));
    }
    for (Place& place : places_) {
        const bool is_global = place.variable->space == ptx::Space::Global && !place.managed;
        if (is_global && place.variable->initializer != nullptr) {
            RF_RETURN_IF_ERROR(place_one(place, end, vector_alignment));
        }
    }
    if (end + managed_contents > most_initialized_bytes) return too_much_contents(end + managed_contents);
    block_.initialized = end;
    for (Place& place : places_) {
        const bool is_global = place.variable->space == ptx::Space::Global && !place.managed;
        if (is_global && place.variable->initializer == nullptr) {
            RF_RETURN_IF_ERROR(place_one(place, end, vector_alignment));
        }
    }
    block_.bytes = end;
    const std::uint64_t all_constants = constants + 8 * block_.managed.size();
    if (all_constants > most_constant_bytes) {
        return Error::bad_input(
            fmt::format("this module's constants take {} bytes, {} are possible", all_constants, most_constant_bytes));
    }
    constants_.resize(constants);
    return {};
}

Result<void> VariableLayout::fill(const ptx::Module& module, const FunctionNumbers& numbers) {
    for (const Place& place : places_) {
        if (place.variable->initializer == nullptr) continue;
        const bool is_constant = place.variable->space == ptx::Space::Const;
        std::vector<std::byte>& contents = is_constant     ? constants_
                                           : place.managed ? block_.managed[*place.managed].contents
                                                           : block_.contents;
        HeldMemory& memory = place.managed ? managed_memory_ : contents_memory_;
        InitialContents target{contents, memory, place.bytes, place.offset, is_constant, place.managed};
        RF_RETURN_IF_ERROR(fill_variable(module, *place.variable, *this, numbers, target, block_.patches));
    }
    return {};
}

}  // namespace ringfence::guard::rewriting
