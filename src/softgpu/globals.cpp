#include "softgpu/globals.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include <fmt/core.h>

namespace ringfence::softgpu {
namespace {

// Writes numbers one after the other into a variable's memory.
class Filler {
public:
    Filler(std::byte* memory, std::uint64_t bytes, ptx::Type type)
        : memory_(memory), left_(bytes), type_(type), width_(std::max(1U, ptx::isa::info(type).bits / 8U)) {}

    bool put(std::uint64_t bits) {
        const std::uint64_t size = std::min<std::uint64_t>(width_, 8);
        if (left_ < width_) return false;
        std::memcpy(memory_, &bits, size);
        memory_ += width_;
        left_ -= width_;
        return true;
    }

    // One value as the variable's type has it.
    std::uint64_t bits_of(const ptx::InitialValue& value) const {
        switch (value.kind) {
            case ptx::InitialValue::Kind::Float32:
                if (type_ == ptx::Type::F64) {
                    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
                    return std::bit_cast<std::uint64_t>(static_cast<double>(number));
                }
                return value.bits;
            case ptx::InitialValue::Kind::Float64:
                if (width_ == 4) {
                    const auto number = static_cast<float>(std::bit_cast<double>(value.bits));
                    return std::bit_cast<std::uint32_t>(number);
                }
                return value.bits;
            default: return from_integer(value.bits);
        }
    }

    std::uint64_t from_integer(std::uint64_t bits) const {
        const auto number = static_cast<std::int64_t>(bits);
        if (type_ == ptx::Type::F32) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
        if (type_ == ptx::Type::F64) return std::bit_cast<std::uint64_t>(static_cast<double>(number));
        return bits;
    }

    // A nested list fills one row; what it leaves out stays zero.
    Filler row(std::uint64_t bytes) {
        const std::uint64_t taken = std::min(bytes, left_);
        Filler inner(memory_, taken, type_);
        memory_ += taken;
        left_ -= taken;
        return inner;
    }

private:
    std::byte* memory_;
    std::uint64_t left_;
    ptx::Type type_;
    std::uint64_t width_;
};

// Bytes of one row of the outermost dimension.
std::uint64_t row_bytes(const ptx::Variable& variable, std::size_t depth) {
    std::uint64_t bytes = variable.element_bytes();
    for (std::size_t i = depth + 1; i < variable.dimensions.size(); ++i)
        bytes *= variable.dimensions[i];
    return bytes;
}

// `int a[] = {1, 2, 3}` is as long as its list.
std::uint64_t bytes_of(const ptx::Variable& variable) {
    if (variable.bytes() != 0 || variable.initializer == nullptr) return variable.bytes();
    const std::size_t count = variable.initializer->integers.size() + variable.initializer->values.size();
    return count * row_bytes(variable, 0);
}

}  // namespace

Result<std::unique_ptr<ModuleGlobals>> ModuleGlobals::create(const ptx::Module& module, DeviceMemory& memory,
                                                             std::span<const Placement> placements) {
    std::unique_ptr<ModuleGlobals> globals(new ModuleGlobals(memory));
    Places places;
    for (const Placement& placement : placements)
        places.emplace(placement.name, &placement);
    RF_RETURN_IF_ERROR(globals->add_all(module, places));
    return globals;
}

Result<std::unique_ptr<ModuleGlobals>> ModuleGlobals::adopt(const ptx::Module& module, DeviceMemory& memory,
                                                            const std::vector<MadeVariable>& made) {
    std::unique_ptr<ModuleGlobals> globals(new ModuleGlobals(memory));
    for (const MadeVariable& variable : made)
        globals->made_.emplace(variable.name, variable);
    RF_RETURN_IF_ERROR(globals->add_all(module, {}));
    return globals;
}

Result<void> ModuleGlobals::add_all(const ptx::Module& module, const Places& places) {
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Variables) continue;
        for (const ptx::Variable* variable : item.variables->variables)
            RF_RETURN_IF_ERROR(add(*variable, places));
    }
    // Ranges of them may also stand in a function's body.
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function) continue;
        for (const ptx::Statement& statement : item.function->body) {
            if (statement.kind != ptx::StatementKind::Variables) continue;
            for (const ptx::Variable* variable : statement.variables->variables)
                RF_RETURN_IF_ERROR(add(*variable, places));
        }
    }
    return {};
}

ModuleGlobals::~ModuleGlobals() {
    for (const Global& global : globals_) {
        if (global.is_placed) continue;
        // Released with its module; nothing can be done if that fails.
        static_cast<void>(memory_.release(global.address).ok());
    }
    for (const auto& [name, variable] : made_)
        static_cast<void>(memory_.release(variable.address).ok());
}

Result<std::uint64_t> ModuleGlobals::memory_for(const ptx::Variable& variable, std::uint64_t bytes) {
    const auto made = made_.find(std::string(variable.name));
    if (made != made_.end() && made->second.bytes == bytes) {
        const std::uint64_t address = made->second.address;
        made_.erase(made);
        return address;
    }
    const MemoryKind kind = variable.space == ptx::Space::Const ? MemoryKind::Constant : MemoryKind::ModuleVariable;
    return memory_.allocate(std::max<std::uint64_t>(bytes, 1), std::max(256U, variable.alignment()), kind,
                            std::string(variable.name));
}

Result<void> ModuleGlobals::add(const ptx::Variable& variable, const Places& places) {
    if (variable.space != ptx::Space::Global && variable.space != ptx::Space::Const) return {};
    const auto known = by_name_.find(variable.name);
    if (known != by_name_.end()) {
        // Accesses to managed ones are checked, to others not: a name must be one or the other.
        if (variable.managed != globals_[known->second].variable->managed) {
            return Error::bad_input(
                fmt::format("the variable '{}' is declared managed and not managed", variable.name));
        }
        // Declared before, perhaps `.extern`.
        if (variable.initializer != nullptr) globals_[known->second].variable = &variable;
        return {};
    }
    if (variable.linkage == ptx::Linkage::Extern) {
        return Error::bad_input(fmt::format("the variable '{}' is declared .extern, but not defined", variable.name))
            .with_remedy("link the modules first");
    }
    if (variable.managed && variable.space == ptx::Space::Global) {
        const auto place = places.find(variable.name);
        if (place != places.end()) return add_placed(variable, *place->second);
    }
    const std::uint64_t bytes = bytes_of(variable);
    RF_TRY(const std::uint64_t address, memory_for(variable, bytes));
    by_name_[variable.name] = globals_.size();
    globals_.push_back({&variable, address, bytes});
    return {};
}

Result<void> ModuleGlobals::add_placed(const ptx::Variable& variable, const Placement& place) {
    const std::uint64_t bytes = bytes_of(variable);
    if (bytes > place.bytes) {
        return Error::bad_input(
            fmt::format("the variable '{}' has {} bytes; its place has {}", variable.name, bytes, place.bytes));
    }
    if (place.address % variable.alignment() != 0) {
        return Error::bad_input(fmt::format("the variable '{}' is aligned to {} bytes; its place {:#x} is not",
                                            variable.name, variable.alignment(), place.address));
    }
    by_name_[variable.name] = globals_.size();
    globals_.push_back({&variable, place.address, bytes, true, std::vector<std::byte>(bytes)});
    return {};
}

const ModuleGlobals::Global* ModuleGlobals::find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &globals_[found->second];
}

std::vector<PlacedContents> ModuleGlobals::take_placed_contents() {
    std::vector<PlacedContents> placed;
    for (Global& global : globals_) {
        if (global.is_placed) placed.push_back({global.address, std::exchange(global.contents, {})});
    }
    return placed;
}

Result<void> ModuleGlobals::initialize(const FunctionAddress& function_address) {
    for (Global& global : globals_)
        RF_RETURN_IF_ERROR(fill(global, function_address));
    return {};
}

Result<std::uint64_t> ModuleGlobals::address_value(const ptx::InitialValue& value,
                                                   const FunctionAddress& function_address) const {
    std::uint64_t address = 0;
    if (value.function != nullptr) {
        address = function_address(*value.function);
    } else if (value.variable != nullptr) {
        const Global* global = find(value.variable->name);
        if (global == nullptr) {
            return Error::bad_input(
                fmt::format("an initialiser takes the address of '{}', which is not in global "
                            "or constant memory",
                            value.variable->name));
        }
        address = global->address;
    }
    address += static_cast<std::uint64_t>(value.offset);
    if (value.bits == 0) return address;
    // 0xff00(symbol) takes one byte of the address.
    return (address & value.bits) >> std::countr_zero(value.bits);
}

Result<void> ModuleGlobals::fill(Global& global, const FunctionAddress& function_address) {
    auto* memory = global.is_placed ? global.contents.data() : reinterpret_cast<std::byte*>(global.address);
    if (global.bytes == 0) return {};
    std::memset(memory, 0, global.bytes);
    const ptx::Initializer* initializer = global.variable->initializer;
    if (initializer == nullptr) return {};
    std::optional<Error> error;
    const std::function<void(Filler&, std::span<const ptx::InitialValue>, std::size_t)> put_all =
        [&](Filler& filler, std::span<const ptx::InitialValue> values, std::size_t depth) {
            for (const ptx::InitialValue& value : values) {
                if (error) return;
                if (value.kind == ptx::InitialValue::Kind::List) {
                    Filler row = filler.row(row_bytes(*global.variable, depth));
                    put_all(row, value.list, depth + 1);
                } else if (value.kind == ptx::InitialValue::Kind::Address) {
                    hold_addresses_ = true;
                    Result<std::uint64_t> address = address_value(value, function_address);
                    if (address.ok()) {
                        filler.put(address.value());
                    } else {
                        error = address.error();
                    }
                } else {
                    filler.put(filler.bits_of(value));
                }
            }
        };
    Filler filler(memory, global.bytes, global.variable->type);
    for (const std::int64_t number : initializer->integers)
        filler.put(filler.from_integer(static_cast<std::uint64_t>(number)));
    put_all(filler, initializer->values, 0);
    if (error) return std::move(*error);
    return {};
}

}  // namespace ringfence::softgpu
