#include "guard/rewriter/initial_contents.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include <fmt/core.h>

#include "base/effort.h"
#include "guard/rewriter/refusal.h"

namespace ringfence::guard::rewriting {
namespace {

// Bytes of one row of the dimension at `depth`.
std::uint64_t bytes_of_row(const ptx::Variable& variable, std::size_t depth) {
    std::uint64_t bytes = variable.element_bytes();
    for (std::size_t i = depth + 1; i < variable.dimensions.size(); ++i)
        bytes *= variable.dimensions[i];
    return bytes;
}

class VariableFiller {
public:
    VariableFiller(const ptx::Module& module, const ptx::Variable& variable, const VariableLayout& layout,
                   const FunctionNumbers& numbers, InitialContents target, std::vector<Patch>& patches)
        : module_(module), variable_(variable), layout_(layout), numbers_(numbers), target_(target), patches_(patches) {
        width_ = std::max<std::size_t>(1, ptx::isa::info(variable.type).bits / 8U);
    }

    Result<void> run() {
        for (const std::int64_t number : variable_.initializer->integers)
            put(from_integer(static_cast<std::uint64_t>(number)), target_.bytes);
        // The parser bounds how deep braces nest.
        put_all(variable_.initializer->values, 0, target_.bytes);
        if (must_stop()) return stopped_error();
        if (error_) return std::move(*error_);
        return {};
    }

private:
    void put(std::uint64_t bits, std::size_t end) {
        if (end - at_ < width_) return;
        if (bits != 0 && make_room(at_ + width_))
            std::memcpy(&target_.all[target_.offset + at_], &bits, std::min<std::size_t>(width_, sizeof bits));
        at_ += width_;
    }

    // So that the first bytes of the variable are there.
    bool make_room(std::uint64_t bytes) {
        const std::uint64_t needed = target_.offset + bytes;
        if (needed <= target_.all.size()) return true;
        if (needed > target_.all.capacity()) {
            const std::uint64_t more = std::max(needed, 2 * std::uint64_t{target_.all.capacity()});
            // There is a copy beside it while the module is rewritten.
            if (!target_.memory.raise_to(2 * more)) return false;
            target_.all.reserve(more);
        }
        target_.all.resize(needed);
        return true;
    }

    void put_all(std::span<const ptx::InitialValue> values, std::size_t depth, std::size_t end) {
        for (const ptx::InitialValue& value : values) {
            if (error_ || must_stop()) return;
            if (value.kind == ptx::InitialValue::Kind::List) {
                const std::size_t row_end = at_ + std::min<std::uint64_t>(bytes_of_row(variable_, depth), end - at_);
                put_all(value.list, depth + 1, row_end);
                at_ = row_end;
            } else if (value.kind == ptx::InitialValue::Kind::Address) {
                put_address(value, end);
            } else {
                put(bits_of(value), end);
            }
        }
    }

    void put_address(const ptx::InitialValue& value, std::size_t end) {
        if (value.function != nullptr && value.offset == 0 && value.bits == 0) {
            put(numbers_.number_of(*value.function), end);
            return;
        }
        const VariableLayout::Place* place = value.variable != nullptr && value.variable->space == ptx::Space::Global
                                                 ? layout_.find(*value.variable)
                                                 : nullptr;
        if (place == nullptr || width_ != 8 || value.bits != 0) {
            error_ =
                refusal(module_, variable_.where,
                        fmt::format("the initial contents of '{}' hold an address that is not the whole address of "
                                    "a .global variable",
                                    variable_.name),
                        "set it when the program runs");
            return;
        }
        if (end - at_ >= width_ && make_room(at_ + width_)) {
            patches_.push_back({target_.offset + at_, place->offset + static_cast<std::uint64_t>(value.offset),
                                target_.is_constant, target_.managed, place->managed});
        }
        put(0, end);
    }

    std::uint64_t bits_of(const ptx::InitialValue& value) const {
        switch (value.kind) {
            case ptx::InitialValue::Kind::Float32:
                if (variable_.type != ptx::Type::F64) return value.bits;
                return std::bit_cast<std::uint64_t>(
                    static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value.bits))));
            case ptx::InitialValue::Kind::Float64:
                if (width_ != 4) return value.bits;
                return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(value.bits)));
            default: return from_integer(value.bits);
        }
    }

    std::uint64_t from_integer(std::uint64_t bits) const {
        const auto number = static_cast<std::int64_t>(bits);
        if (variable_.type == ptx::Type::F32) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
        if (variable_.type == ptx::Type::F64) return std::bit_cast<std::uint64_t>(static_cast<double>(number));
        return bits;
    }

    const ptx::Module& module_;
    const ptx::Variable& variable_;
    const VariableLayout& layout_;
    const FunctionNumbers& numbers_;
    InitialContents target_;
    std::vector<Patch>& patches_;
    std::size_t width_ = 1;
    std::size_t at_ = 0;
    std::optional<Error> error_;
};

}  // namespace

std::uint64_t initialized_bytes(const ptx::Variable& variable) {
    if (variable.bytes() != 0 || variable.initializer == nullptr) return variable.bytes();
    const std::size_t count = variable.initializer->integers.size() + variable.initializer->values.size();
    return count * bytes_of_row(variable, 0);
}

Result<void> fill_variable(const ptx::Module& module, const ptx::Variable& variable, const VariableLayout& layout,
                           const FunctionNumbers& numbers, InitialContents target, std::vector<Patch>& patches) {
    return VariableFiller(module, variable, layout, numbers, target, patches).run();
}

}  // namespace ringfence::guard::rewriting
