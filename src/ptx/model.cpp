#include "ptx/model.h"

#include <algorithm>
#include <array>

namespace ringfence::ptx {
namespace {

constexpr std::array<std::string_view, 5> linkage_names = {"", ".extern", ".visible", ".weak", ".common"};

// The targets that share a family's features: sm_100f code runs on sm_100 and sm_103, and so on.
constexpr unsigned family_of(unsigned sm) {
    switch (sm) {
        case 101: return 110;  // sm_101 was renamed to sm_110
        case 103: return 100;
        case 121: return 120;
        default: return sm;
    }
}

bool has_target(const Target& target, const isa::TargetNeed& need) {
    switch (need.suffix) {
        case 'a': return target.suffix == 'a' && target.sm == need.sm;
        case 'f': return target.suffix != 0 && family_of(target.sm) == family_of(need.sm) && target.sm >= need.sm;
        default: return target.sm >= need.sm;
    }
}

}  // namespace

std::optional<Component> Component::named(std::string_view text) {
    constexpr std::size_t most_digits = 4;
    const bool selector = text.size() > 1;
    if (text.empty() || text.size() > 1 + most_digits ||
        std::string_view(selector ? "bh" : "xyzwrgba").find(text[0]) == std::string_view::npos) {
        return std::nullopt;
    }
    Component component;
    component.letter_ = text[0];
    component.digits_ = selector ? 1 : 0;
    const char largest = text[0] == 'h' ? '3' : '7';
    for (char digit : text.substr(1)) {
        if (digit < '0' || digit > largest) {
            return std::nullopt;
        }
        component.digits_ = static_cast<std::uint16_t>(component.digits_ << 3U | (digit - '0'));
    }
    return component;
}

std::string Component::digits() const {
    std::string text;
    unsigned shift = 0;
    while (digits_ >> (shift + 3) != 0) {
        shift += 3;
    }
    for (; shift > 0; shift -= 3) {
        text += static_cast<char>('0' + ((digits_ >> (shift - 3)) & 7U));
    }
    return text;
}

void Component::append_to(std::string& out) const {
    if (letter_ != 0) {
        out += '.';
        out += letter_;
        out += digits();
    }
}

std::string_view name(Linkage linkage) {
    return linkage_names[static_cast<std::size_t>(linkage)];
}

bool Target::satisfies(const isa::Need& need) const {
    auto targets = need.targets();
    return targets.empty() ||
           std::any_of(targets.begin(), targets.end(), [this](const auto& one) { return has_target(*this, one); });
}

std::uint64_t Variable::element_bytes() const {
    return (isa::info(type).bits + 7ULL) / 8 * vector;
}

std::uint64_t Variable::bytes() const {
    std::uint64_t total = element_bytes();
    for (std::uint64_t dimension : dimensions) {
        total *= dimension;
    }
    return total;
}

std::uint32_t Variable::alignment() const {
    return align != 0 ? align : natural_alignment();
}

std::uint32_t Variable::natural_alignment() const {
    const std::uint32_t element = (isa::info(type).bits + 7U) / 8;
    return std::max<std::uint32_t>(1, element * vector);
}

const RegisterGroup& Function::group_of(RegisterId reg) const {
    auto after = std::upper_bound(register_groups.begin(), register_groups.end(), reg,
                                  [](RegisterId id, const RegisterGroup& group) { return id < group.first; });
    return *(after - 1);
}

const Directive* Function::find_directive(std::string_view directive_name) const {
    for (const Directive& directive : directives) {
        if (directive.name == directive_name) {
            return &directive;
        }
    }
    return nullptr;
}

const Function* Module::find_function(std::string_view function_name) const {
    const Function* found = nullptr;
    for (const Item& item : items) {
        if (item.kind == ItemKind::Function && item.function->name == function_name) {
            found = item.function;
            if (found->has_body) {
                return found;
            }
        }
    }
    return found;
}

}  // namespace ringfence::ptx
