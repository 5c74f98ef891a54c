#include "guard/rewriter/moved_locals.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/effort.h"
#include "guard/rewriter/function_writer.h"
#include "guard/rewriter/local_use.h"
#include "guard/rewriter/reserved_names.h"
#include "guard/rewriter/slot_layout.h"
#include "guard/rewriter/text_edits.h"
#include "ptx/analysis/registers_of.h"
#include "ptx/printer.h"
#include "ptx/writer.h"

namespace ringfence::guard::rewriting {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

constexpr std::uint64_t most_printed = 1024;  // bytes of a print's arguments that __rf_vprintf reads

bool is_part_of_name(char one) {
    return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_' || one == '$' || one == '%';
}

// Each `name` in a statement's text by something else.
std::string with_name(std::string_view text, std::string_view name, std::string_view by) {
    std::string out;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t found = text.find(name, at);
        if (found == std::string_view::npos) break;
        const std::size_t end = found + name.size();
        const bool is_it =
            (found == 0 || !is_part_of_name(text[found - 1])) && (end == text.size() || !is_part_of_name(text[end]));
        out += text.substr(at, found - at);
        out += is_it ? by : name;
        at = end;
    }
    out += text.substr(at);
    return out;
}

std::string with_first(std::string_view text, std::string_view what, std::string_view by) {
    const std::size_t at = text.find(what);
    if (at == std::string_view::npos) return std::string(text);
    return fmt::format("{}{}{}", text.substr(0, at), by, text.substr(at + what.size()));
}

struct Names {
    explicit Names(const ptx::Module& module) : prefix(unused_name(module, "guard_slot_")) {}
    std::string parameter() const { return prefix + "base"; }
    std::string shared() const { return prefix + "lent"; }
    std::string word(unsigned number) const { return fmt::format("%{}w{}", prefix, number); }
    std::string address(unsigned number) const { return fmt::format("%{}d{}", prefix, number); }
    std::string printed(std::uint32_t statement) const { return fmt::format("{}print{}", prefix, statement); }

    std::string prefix;
};

// Rewrites one function.
class Mover {
public:
    Mover(const Names& names, const SlotLayout& layout, const LocalUse& use, Edits& edits)
        : names_(names), layout_(layout), use_(use), function_(*use.function), edits_(edits) {}

    // False if something in it is not understood. With more than `most_bytes` of new text the rest stays as it is.
    bool run(std::uint64_t most_bytes) {
        for (std::uint32_t i = 0; i < function_.body.size() && edits_.new_bytes() <= most_bytes && !must_stop(); ++i) {
            const ptx::Statement& statement = function_.body[i];
            if (statement.kind == ptx::StatementKind::Variables &&
                statement.variables->variables[0]->space == ptx::Space::Local) {
                edits_.replace(statement.where, "");
            }
            if (statement.is_instruction() && !move(i)) return false;
        }
        return true;
    }

    // The registers that hold the addresses of its variables, to be set at its start, and declarations.
    const std::vector<std::pair<unsigned, std::uint64_t>>& addresses() const { return addresses_; }
    unsigned registers() const { return used_; }
    const std::string& declarations() const { return declarations_; }

private:
    // Two are taken for the slots.
    static constexpr unsigned first_register = 3;

    std::string_view text_of(std::uint32_t statement) const { return edits_.at(function_.body[statement].where); }

    std::string address_of(const ptx::Variable& variable) {
        const auto [found, is_new] = known_.try_emplace(&variable, used_);
        if (is_new) addresses_.emplace_back(used_++, layout_.place_of(variable).value_or(0));
        return names_.address(found->second);
    }

    bool is_wide(const ptx::Operand& reg) const {
        return reg.is_register() && ptx::isa::info(function_.group_of(reg.id).type).bits == 64;
    }

    bool is_local_name(const ptx::Operand& operand) const {
        return operand.kind == OperandKind::Variable && operand.variable->space == ptx::Space::Local;
    }

    bool move(std::uint32_t statement) {
        const ptx::Instruction& instruction = function_.body[statement].instruction;
        if (const auto print = use_.prints.find(statement); print != use_.prints.end()) {
            copy_printed(statement, print->second);
            return true;
        }
        const bool is_cvta = instruction.opcode() == Opcode::Cvta;
        const bool is_local = instruction.operation->space == ptx::Space::Local;
        if (is_local && is_cvta) return move_conversion(statement, instruction);
        if (instruction.opcode() == Opcode::Mov && is_local_name(instruction.operands[1]))
            return move_address(statement, instruction, "mov");
        return move_access(statement, instruction, is_local);
    }

    // To or from a generic address: both are the same now.
    bool move_conversion(std::uint32_t statement, const ptx::Instruction& instruction) {
        if (is_local_name(instruction.operands[1])) return move_address(statement, instruction, "cvta");
        if (!is_wide(instruction.operands[0]) || !is_wide(instruction.operands[1])) return false;
        write(statement, instruction, "cvta", ptx::register_name(function_, instruction.operands[1].id), 0);
        return true;
    }

    bool move_address(std::uint32_t statement, const ptx::Instruction& instruction, std::string_view opcode) {
        const ptx::Operand& name = instruction.operands[1];
        if (!is_wide(instruction.operands[0]) || name.is_element) return false;
        write(statement, instruction, opcode, address_of(*name.variable), name.offset);
        return true;
    }

    // In the place of what begins with `opcode`: a move of that register.
    void write(std::uint32_t statement, const ptx::Instruction& instruction, std::string_view opcode,
               const std::string& from, std::int64_t offset) {
        const std::string_view text = text_of(statement);
        const std::string_view guard = text.substr(0, text.find(opcode));
        const std::string to = ptx::register_name(function_, instruction.operands[0].id);
        edits_.replace(function_.body[statement].where,
                       offset == 0 ? fmt::format("{}mov.b64 {}, {};", guard, to, from)
                                   : fmt::format("{}add.s64 {}, {}, {};", guard, to, from, offset));
    }

    bool move_access(std::uint32_t statement, const ptx::Instruction& instruction, bool is_local) {
        std::vector<const ptx::Variable*> named;
        bool is_understood = true;
        for (const ptx::Operand& operand : instruction.operands) {
            if (operand.kind != OperandKind::Address) {
                if (!is_local_name(operand)) continue;
                is_understood = is_understood && operand.offset == 0 && !operand.is_element;
                named.push_back(operand.variable);
                continue;
            }
            const ptx::Operand& base = operand.address_base();
            if (is_local && base.kind != OperandKind::Variable) is_understood = is_understood && is_wide(base);
            if (!is_local_name(base)) continue;
            is_understood = is_understood && !operand.is_element && !base.is_element;
            named.push_back(base.variable);
        }
        if (named.empty() && !is_local) return true;
        std::string text(text_of(statement));
        if (is_local) text = with_first(text, ".local", ".global");
        for (const ptx::Variable* variable : named)
            text = with_name(text, variable->name, address_of(*variable));
        edits_.replace(function_.body[statement].where, std::move(text));
        return is_understood;
    }

    // A print reads its arguments from a local variable: they are copied to one that is for nothing else.
    void copy_printed(std::uint32_t statement, std::uint64_t bytes) {
        const std::string name = names_.printed(statement);
        const std::uint64_t size = std::max<std::uint64_t>(std::min(bytes, most_printed) / 4 * 4, 4);
        const std::string from = ptx::register_name(function_, function_.body[statement].instruction.operands[1].id);
        declarations_ += fmt::format(".local .align 8 .b8 {}[{}]; ", name, size);
        std::string text;
        const std::string local = names_.address(used_++);
        const std::string generic = names_.address(used_++);
        text += fmt::format("mov.u64 {}, {}; cvta.local.u64 {}, {}; ", local, name, generic, local);
        for (std::uint64_t at = 0; at < size; at += 4) {
            text += fmt::format("ld.global.b32 {0}, [{1}+{2}]; st.local.b32 [{3}+{2}], {0}; ", names_.word(0), from, at,
                                local);
        }
        text += with_name(text_of(statement), from, generic);
        edits_.replace(function_.body[statement].where, std::move(text));
    }

    const Names& names_;
    const SlotLayout& layout_;
    const LocalUse& use_;
    const ptx::Function& function_;
    Edits& edits_;
    std::unordered_map<const ptx::Variable*, unsigned> known_;
    std::vector<std::pair<unsigned, std::uint64_t>> addresses_;
    unsigned used_ = first_register;
    std::string declarations_;
};

class ModuleMover {
public:
    ModuleMover(const ptx::Module& module, std::uint64_t most_bytes)
        : module_(module), most_bytes_(most_bytes), names_(module), edits_(*module.source) {}

    std::optional<MovedLocals> run() {
        const std::vector<LocalUse> uses = functions_with_stray_locals(module_);
        if (uses.empty()) return std::nullopt;
        const std::optional<SlotLayout> layout = SlotLayout::create(module_, uses);
        if (!layout || must_stop()) return std::nullopt;
        std::unordered_map<const ptx::Function*, const LocalUse*> moved;
        for (const LocalUse& use : uses)
            moved[use.function] = &use;
        for (const ptx::Item& item : module_.items) {
            if (item.kind != ptx::ItemKind::Function) continue;
            if (must_stop()) return std::nullopt;
            const ptx::Function& function = *item.function;
            if (function.is_entry && layout->slot_bytes(function) != 0) add_kernel(*layout, function);
            if (!function.has_body || edits_.new_bytes() > most_bytes_) continue;
            const auto use = moved.find(&function);
            if (!write_function(*layout, function, use == moved.end() ? nullptr : use->second)) return std::nullopt;
        }
        if (names_shared_) {
            edits_.insert(std::max(module_.target_where.end, module_.address_size_where.end),
                          fmt::format(" .shared .align 8 .b64 {};", names_.shared()));
        }
        result_.ptx = edits_.apply();
        return std::move(result_);
    }

private:
    static constexpr std::uint64_t lent_shared_bytes = 8;

    void add_kernel(const SlotLayout& layout, const ptx::Function& kernel) {
        const bool lends = layout.lends_slots(kernel);
        result_.kernels[std::string(kernel.name)] = {layout.slot_bytes(kernel), lends ? lent_shared_bytes : 0};
        ptx::Variable parameter;
        const std::string name = names_.parameter();
        parameter.name = name;
        parameter.space = ptx::Space::Param;
        parameter.type = ptx::Type::U64;
        std::vector<const ptx::Variable*> parameters(kernel.signature.parameters.begin(),
                                                     kernel.signature.parameters.end());
        parameters.push_back(&parameter);
        ptx::Function head = kernel;
        head.signature.parameters = parameters;
        head.signature.has_parameter_list = true;
        std::string text;
        ptx::Writer(text).function_head(head);
        edits_.replace(kernel.head, std::move(text));
    }

    bool write_function(const SlotLayout& layout, const ptx::Function& function, const LocalUse* use) {
        const bool lends = function.is_entry && layout.lends_slots(function);
        if (use == nullptr && !lends) return true;
        const LocalUse nothing{&function, {}};
        Mover mover(names_, layout, use == nullptr ? nothing : *use, edits_);
        if (use != nullptr && !mover.run(most_bytes_)) return false;
        if (!lends && mover.addresses().empty()) return true;
        const auto first = std::find_if(function.body.begin(), function.body.end(),
                                        [](const ptx::Statement& statement) { return !is_leading(statement); });
        if (first == function.body.end()) return true;
        // Also where no kernel gets to the function.
        names_shared_ = names_shared_ || lends || !function.is_entry;
        const std::uint64_t slot_bytes = function.is_entry ? layout.slot_bytes(function) : layout.lent_bytes();
        std::string text = fmt::format(".reg .b32 %{0}w<17>; .reg .b64 %{0}d<{1}>; {2}", names_.prefix,
                                       mover.registers(), mover.declarations());
        text += find_slots(function, lends);
        if (!mover.addresses().empty()) text += find_own(slot_bytes);
        for (const auto& [reg, place] : mover.addresses())
            text += fmt::format("add.s64 {}, {}, {}; ", names_.address(reg), names_.address(2), place);
        edits_.insert(first->where.begin, std::move(text));
        return true;
    }

    // Where all slots begin: a kernel is told, and tells functions by a word of its block's shared memory. Each thread
    // writes it before it reads it, and all write the same.
    std::string find_slots(const ptx::Function& function, bool lends) const {
        const std::string base = names_.address(0);
        if (!function.is_entry) return fmt::format("ld.shared.u64 {}, [{}]; ", base, names_.shared());
        std::string text = fmt::format("ld.param.u64 {}, [{}]; ", base, names_.parameter());
        if (lends) text += fmt::format("st.shared.u64 [{}], {}; ", names_.shared(), base);
        return text;
    }

    // Threads are numbered through the grid.
    std::string find_own(std::uint64_t slot_bytes) const {
        constexpr std::array steps = {"%nctaid.y", "%ctaid.y", "%nctaid.x", "%ctaid.x", "%ntid.z",
                                      "%tid.z",    "%ntid.y",  "%tid.y",    "%ntid.x",  "%tid.x"};
        std::string text = fmt::format("mov.u32 {}, %ctaid.z; ", names_.word(1));
        unsigned number = 1;
        for (std::size_t i = 0; i < steps.size(); i += 2) {
            text += fmt::format("mov.u32 {0}, {3}; mov.u32 {1}, {4}; mad.lo.u32 {2}, {5}, {0}, {1}; ",
                                names_.word(number + 1), names_.word(number + 2), names_.word(number + 3), steps[i],
                                steps[i + 1], names_.word(number));
            number += 3;
        }
        return text + fmt::format("mul.wide.u32 {}, {}, {}; add.s64 {}, {}, {}; ", names_.address(1),
                                  names_.word(number), slot_bytes, names_.address(2), names_.address(0),
                                  names_.address(1));
    }

    const ptx::Module& module_;
    const std::uint64_t most_bytes_;
    Names names_;
    Edits edits_;
    bool names_shared_ = false;  // the word of shared memory by which functions find the slots
    MovedLocals result_;
};

}  // namespace

std::optional<MovedLocals> move_locals(const ptx::Module& module, std::uint64_t most_bytes) {
    return ModuleMover(module, most_bytes).run();
}

}  // namespace ringfence::guard::rewriting
