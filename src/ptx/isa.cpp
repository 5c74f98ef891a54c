#include "ptx/isa.h"

#include <array>
#include <charconv>
#include <string>
#include <unordered_map>

namespace ringfence::ptx::isa {
namespace {

struct ModifierFacts {
    Type type;
    Space space;
};

#include "ptx/tables.inc"

template <typename Key, typename Names>
std::unordered_map<std::string_view, Key> index_names(const Names& names, std::size_t first) {
    std::unordered_map<std::string_view, Key> index;
    for (std::size_t i = first; i < std::size(names); ++i) {
        index.emplace(names[i], static_cast<Key>(i));
    }
    return index;
}

template <typename Key, typename Infos>
std::unordered_map<std::string_view, Key> index_infos(const Infos& infos, std::size_t first) {
    std::unordered_map<std::string_view, Key> index;
    for (std::size_t i = first; i < std::size(infos); ++i) {
        index.emplace(infos[i].name, static_cast<Key>(i));
    }
    return index;
}

template <typename Key>
std::optional<Key> look_up(const std::unordered_map<std::string_view, Key>& index, std::string_view name) {
    auto found = index.find(name);
    return found == index.end() ? std::nullopt : std::optional<Key>(found->second);
}

constexpr unsigned longest_mnemonic() {
    unsigned longest = 0;
    for (const OpcodeInfo& opcode : opcodes) {
        unsigned words = 1;
        for (char c : opcode.name) {
            words += c == '.';
        }
        longest = words > longest ? words : longest;
    }
    return longest;
}

constexpr std::array<std::string_view, 34> class_names = {
    "arith",   "compare", "select",  "logic",   "shift",    "bits",   "dot",  "video",  "convert",
    "move",    "address", "load",    "store",   "atomic",   "reduce", "hint", "async",  "bulk",
    "tensor",  "texture", "surface", "barrier", "mbarrier", "fence",  "warp", "matrix", "wgmma",
    "tcgen05", "branch",  "call",    "return",  "trap",     "stack",  "misc"};

constexpr std::array<std::string_view, 10> space_names = {"none",  "generic", "const",           "global", "local",
                                                          "param", "shared",  "shared::cluster", "tensor", "reg"};

template <typename T>
std::span<const T> part(std::span<const T> whole, std::size_t first, std::size_t count) {
    return whole.subspan(first, count);
}

}  // namespace

std::span<const TargetNeed> Need::targets() const {
    return part(std::span<const TargetNeed>(target_needs), first_target, target_count);
}
std::span<const SlotValue> Slot::values() const {
    return part(std::span<const SlotValue>(slot_values), first_value, value_count);
}
std::span<const OperandSpec> OperandSpec::parts() const {
    return part(std::span<const OperandSpec>(operand_specs), first_part, part_count);
}
std::span<const std::uint8_t> OperandSpec::counts() const {
    return part(std::span<const std::uint8_t>(element_counts), count.value, count.size);
}
std::span<const Slot> Form::slots() const {
    return part(std::span<const Slot>(isa::slots), first_slot, slot_count);
}
std::span<const OperandSpec> Form::operands() const {
    return part(std::span<const OperandSpec>(operand_specs), first_operand, operand_count);
}
std::span<const Form> OpcodeInfo::forms() const {
    return part(std::span<const Form>(isa::forms), first_form, form_count);
}

const OpcodeInfo& info(Opcode opcode) {
    return opcodes[static_cast<std::size_t>(opcode)];
}
const TypeInfo& info(Type type) {
    return types[static_cast<std::size_t>(type)];
}
const SpecialRegisterInfo& info(SpecialRegister reg) {
    return special_registers[static_cast<std::size_t>(reg)];
}
std::span<const OpcodeInfo> all_opcodes() {
    return opcodes;
}

std::string_view name(Modifier modifier) {
    return modifier_names[static_cast<std::size_t>(modifier)];
}
std::string_view name(Class instruction_class) {
    return class_names[static_cast<std::size_t>(instruction_class)];
}
std::string_view name(Space space) {
    return space_names[static_cast<std::size_t>(space)];
}

Type type_of(Modifier modifier) {
    return modifier_facts[static_cast<std::size_t>(modifier)].type;
}
Space space_of(Modifier modifier) {
    return modifier_facts[static_cast<std::size_t>(modifier)].space;
}

unsigned element_count(Modifier modifier) {
    std::string_view word = name(modifier);
    if (word.starts_with('v') || word.starts_with('x')) {
        word.remove_prefix(1);
    } else if (word.ends_with('d')) {
        word.remove_suffix(1);
    }
    unsigned count = 0;
    auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
    return error == std::errc() && end == word.data() + word.size() ? count : 1;
}

std::optional<Modifier> find_modifier(std::string_view name) {
    static const auto index = index_names<Modifier>(modifier_names, 1);
    return look_up(index, name);
}
std::optional<Type> find_type(std::string_view name) {
    static const auto index = index_infos<Type>(types, 1);
    return look_up(index, name);
}
std::optional<SpecialRegister> find_special_register(std::string_view name) {
    static const auto index = index_infos<SpecialRegister>(special_registers, 0);
    return look_up(index, name);
}

std::optional<Mnemonic> find_mnemonic(std::span<const std::string_view> words) {
    static const auto index = index_infos<Opcode>(opcodes, 0);
    std::optional<Mnemonic> longest;
    std::string prefix;
    for (unsigned count = 1; count <= words.size() && count <= longest_mnemonic(); ++count) {
        prefix += count == 1 ? "" : ".";
        prefix += words[count - 1];
        if (auto opcode = look_up(index, std::string_view(prefix))) {
            longest = Mnemonic{*opcode, count};
        }
    }
    return longest;
}

}  // namespace ringfence::ptx::isa
