#include "guard/rewriter/software_barriers.h"

#include <cstdint>
#include <string_view>

#include <fmt/core.h>

#include "base/effort.h"
#include "guard/rewriter/reserved_names.h"
#include "guard/rewriter/text_edits.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::OperandKind;

// A barrier's word. Bits 0 to 19: arrivals that this phase still waits for; 20 to 39: those that each phase waits for;
// 42: the phase's parity; from 43 on: bytes that were announced and have not come, with a sign. Bytes come last, so
// that they spill over into nothing.
constexpr std::uint64_t count_mask = 0xfffff;
constexpr unsigned expected_at = 20;
constexpr unsigned phase_at = 42;
constexpr unsigned bytes_at = 43;
constexpr std::uint64_t one_arrival = 1;
constexpr std::uint64_t one_expected = std::uint64_t{1} << expected_at;
constexpr std::uint64_t one_byte = std::uint64_t{1} << bytes_at;
constexpr std::uint64_t missing_mask = ~(one_byte - 1) | count_mask;
constexpr unsigned copied_at_once = 16;

std::int64_t as_signed(std::uint64_t bits) {
    return static_cast<std::int64_t>(bits);
}

// The text in the place of one instruction. Empty: it is not understood.
class Replacement {
public:
    Replacement(const ptx::Function& function, const ptx::Instruction& instruction, const std::string& prefix)
        : function_(function), instruction_(instruction), prefix_(prefix) {}

    std::string run() {
        write();
        return is_understood_ ? std::move(text_) : std::string();
    }

private:
    void write() {
        switch (instruction_.opcode()) {
            case Opcode::MbarrierInit: return init();
            case Opcode::MbarrierInval: return void(text_ = " ");  // the word is free for something else
            case Opcode::MbarrierArrive: return arrive(one_arrival);
            case Opcode::MbarrierArriveDrop: return arrive(one_arrival + one_expected);
            case Opcode::MbarrierExpectTx: return announce(one_byte);
            case Opcode::MbarrierCompleteTx: return announce(-one_byte);
            case Opcode::MbarrierTestWait:
            case Opcode::MbarrierTryWait: return wait();
            case Opcode::MbarrierPendingCount: return pending();
            case Opcode::CpAsyncMbarrierArrive: return arrive_after_copies();
            case Opcode::CpAsyncBulk: return copy();
            default: is_understood_ = false;
        }
    }

    bool has(Modifier modifier) const { return instruction_.operation->has(modifier); }
    const ptx::Operand& operand(std::size_t index) const { return instruction_.operands[index]; }
    std::size_t operands() const { return instruction_.operands.size(); }

    template <typename... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        text_ += fmt::format(format, std::forward<Args>(args)...);
        text_ += "; ";
    }
    // A line that is executed if the instruction was to be.
    template <typename... Args>
    void guarded(fmt::format_string<Args...> format, Args&&... args) {
        if (instruction_.guard) text_ += guard(instruction_.guard.negated);
        line(format, std::forward<Args>(args)...);
    }
    std::string guard(bool negated) const {
        return fmt::format("@{}{} ", negated ? "!" : "", ptx::register_name(function_, instruction_.guard.predicate));
    }
    std::string name(std::string_view of) const { return fmt::format("%{}{}", prefix_, of); }

    void begin() {
        text_ += fmt::format(
            "{{ .reg .pred %{0}p, %{0}q; .reg .b32 %{0}r, %{0}to, %{0}left; .reg .b64 %{0}old, %{0}new, "
            "%{0}next, %{0}seen, %{0}delta, %{0}from, %{0}at; ",
            prefix_);
    }
    // Begins code that is skipped unless the instruction's guard predicate holds.
    void begin_guarded() {
        begin();
        if (instruction_.guard) {
            text_ += guard(!instruction_.guard.negated);
            line("bra {}skip", prefix_);
        }
    }
    void end_guarded() {
        if (instruction_.guard) text_ += prefix_ + "skip: ";
        text_ += "}";
    }

    // A number or register.
    std::string value(const ptx::Operand& from) {
        if (from.negated || from.component) is_understood_ = false;
        if (from.is_register()) return ptx::register_name(function_, from.id);
        if (from.kind == OperandKind::Integer) return fmt::format("{}", as_signed(from.bits));
        is_understood_ = false;
        return {};
    }

    bool is_wide(const ptx::Operand& reg) const { return ptx::isa::info(function_.group_of(reg.id).type).bits == 64; }

    // The barrier's place, as it stands between brackets.
    std::string barrier(const ptx::Operand& address, bool is_generic) {
        const ptx::Operand& base = address.address_base();
        if (address.is_element || base.is_element || base.component || base.negated) is_understood_ = false;
        const std::int64_t offset = address.offset + base.offset;
        std::string from;
        if (base.is_register()) {
            from = ptx::register_name(function_, base.id);
            if (is_generic && !is_wide(base)) is_understood_ = false;
        } else if (base.kind == OperandKind::Variable && base.variable->space == ptx::Space::Shared && !is_generic) {
            from = base.variable->name;
        } else {
            is_understood_ = false;
        }
        if (is_generic) {
            line("cvta.to.shared.u64 {}, {}", name("at"), from);
            from = name("at");
        }
        return offset == 0 ? from : fmt::format("{}+{}", from, offset);
    }
    std::string barrier(const ptx::Operand& address) {
        return barrier(address, instruction_.operation->space == ptx::Space::None ||
                                    instruction_.operation->space == ptx::Space::Generic);
    }

    void init() {
        begin();
        const std::string at = barrier(operand(0));
        line("mov.b32 {}, {}", name("r"), value(operand(1)));
        line("cvt.u64.u32 {}, {}", name("new"), name("r"));
        line("and.b64 {0}, {0}, {1}", name("new"), count_mask);
        line("mul.lo.u64 {0}, {0}, {1}", name("new"), one_arrival + one_expected);
        guarded("st.shared.b64 [{}], {}", at, name("new"));
        text_ += "}";
    }

    // The sum that the word is changed by: a constant, and a number or register so many times.
    void set_delta(std::uint64_t constant) { line("mov.b64 {}, {}", name("delta"), as_signed(constant)); }
    void add_delta(const ptx::Operand& factor, std::uint64_t times) {
        line("mov.b32 {}, {}", name("r"), value(factor));
        line("cvt.u64.u32 {}, {}", name("next"), name("r"));
        line("mad.lo.s64 {0}, {1}, {2}, {0}", name("delta"), name("next"), as_signed(times));
    }

    // Adds to the word and, if nothing is missing then, begins the next phase.
    void change(const std::string& at) {
        const std::string again = prefix_ + "again";
        line("ld.relaxed.cta.shared.b64 {}, [{}]", name("seen"), at);
        text_ += again + ": ";
        line("mov.b64 {}, {}", name("old"), name("seen"));
        line("add.s64 {}, {}, {}", name("new"), name("old"), name("delta"));
        line("shr.u64 {}, {}, {}", name("next"), name("new"), expected_at);
        line("and.b64 {0}, {0}, {1}", name("next"), count_mask);
        line("add.s64 {0}, {0}, {1}", name("next"), name("new"));
        line("xor.b64 {0}, {0}, {1}", name("next"), std::uint64_t{1} << phase_at);
        line("and.b64 {}, {}, {}", name("seen"), name("new"), as_signed(missing_mask));
        line("setp.eq.s64 {}, {}, 0", name("p"), name("seen"));
        line("selp.b64 {0}, {1}, {0}, {2}", name("new"), name("next"), name("p"));
        line("atom.acq_rel.cta.shared.cas.b64 {}, [{}], {}, {}", name("seen"), at, name("old"), name("new"));
        line("setp.ne.s64 {}, {}, {}", name("q"), name("seen"), name("old"));
        text_ += fmt::format("@{} ", name("q"));
        line("bra {}", again);
    }

    void give_state() {
        const ptx::Operand& state = operand(0);
        if (state.kind == OperandKind::Sink) return;
        line("mov.b64 {}, {}", value(state), name("old"));
    }

    void arrive(std::uint64_t one) {
        begin_guarded();
        const std::string at = barrier(operand(1));
        if (has(Modifier::ExpectTx)) {
            set_delta(-one);
            add_delta(operand(2), one_byte);
        } else if (operands() > 2) {
            set_delta(0);
            add_delta(operand(2), -one);
        } else {
            set_delta(-one);
        }
        change(at);
        give_state();
        end_guarded();
    }

    void announce(std::uint64_t one) {
        begin_guarded();
        const std::string at = barrier(operand(0));
        set_delta(0);
        add_delta(operand(1), one);
        change(at);
        end_guarded();
    }

    void wait() {
        begin();
        const std::string at = barrier(operand(1));
        guarded("ld.acquire.cta.shared.b64 {}, [{}]", name("seen"), at);
        if (!has(Modifier::Parity)) line("xor.b64 {0}, {0}, {1}", name("seen"), value(operand(2)));
        line("shr.u64 {0}, {0}, {1}", name("seen"), phase_at);
        line("cvt.u32.u64 {}, {}", name("r"), name("seen"));
        if (has(Modifier::Parity)) line("xor.b32 {0}, {0}, {1}", name("r"), value(operand(2)));
        line("and.b32 {0}, {0}, 1", name("r"));
        guarded("setp.ne.u32 {}, {}, 0", value(operand(0)), name("r"));
        text_ += "}";
    }

    void pending() {
        begin();
        line("mov.b64 {}, {}", name("seen"), value(operand(1)));
        line("cvt.u32.u64 {}, {}", name("r"), name("seen"));
        guarded("and.b32 {}, {}, {}", value(operand(0)), name("r"), count_mask);
        text_ += "}";
    }

    // Without .noinc one more arrival is waited for, which then comes: that leaves the word as it was.
    void arrive_after_copies() {
        if (!has(Modifier::Noinc)) return guarded("cp.async.wait_all");
        begin_guarded();
        const std::string at = barrier(operand(0));
        line("cp.async.wait_all");
        set_delta(-one_arrival);
        change(at);
        end_guarded();
    }

    // Puts an address into a register of its own.
    void set_place(std::string_view type, std::string_view reg, const ptx::Operand& address) {
        const ptx::Operand& base = address.address_base();
        const std::int64_t offset = address.offset + base.offset;
        if (address.is_element || base.is_element || base.component || base.negated) is_understood_ = false;
        if (base.is_register()) {
            const std::string from = ptx::register_name(function_, base.id);
            const bool is_narrow = type == "b32";
            if (!is_narrow && !is_wide(base)) is_understood_ = false;
            line("{} {}, {}", is_narrow && is_wide(base) ? "cvt.u32.u64" : fmt::format("mov.{}", type), name(reg),
                 from);
        } else if (base.kind == OperandKind::Variable) {
            line("mov.u{} {}, {}", type.substr(1), name(reg), base.variable->name);
        } else {
            is_understood_ = false;
        }
        if (offset != 0) line("add.s{} {}, {}, {}", type.substr(1), name(reg), name(reg), offset);
    }

    // Copies as long as so many bytes are left.
    void copy_loop(std::string_view label, unsigned bytes) {
        text_ += fmt::format("{}{}: ", prefix_, label);
        line("setp.lt.u32 {}, {}, {}", name("p"), name("left"), bytes);
        text_ += fmt::format("@{} ", name("p"));
        line("bra {}{}_end", prefix_, label);
        for (unsigned at = 0; at < bytes; at += copied_at_once)
            line("cp.async.cg.shared.global [{}+{}], [{}+{}], {}", name("to"), at, name("from"), at, copied_at_once);
        line("add.s32 {0}, {0}, {1}", name("to"), bytes);
        line("add.s64 {0}, {0}, {1}", name("from"), bytes);
        line("sub.u32 {0}, {0}, {1}", name("left"), bytes);
        line("bra {}{}", prefix_, label);
        text_ += fmt::format("{}{}_end: ", prefix_, label);
    }

    // From global to shared memory, by the thread itself; then the barrier is told of all.
    void copy() {
        if (!has(Modifier::MbarrierCompleteTxBytes) || !has(Modifier::Global) || has(Modifier::MulticastCluster)) {
            is_understood_ = false;
            return;
        }
        begin_guarded();
        set_place("b32", "to", operand(0));
        set_place("b64", "from", operand(1));
        line("mov.b32 {}, {}", name("left"), value(operand(2)));
        copy_loop("many", 8 * copied_at_once);
        copy_loop("few", copied_at_once);
        line("cp.async.wait_all");
        // A card's own copies write by the asynchronous proxy, so a bulk copy may read what they wrote without a fence.
        line("fence.proxy.async.shared::cta");
        const std::string at = barrier(operand(3), false);
        set_delta(0);
        add_delta(operand(2), -one_byte);
        change(at);
        end_guarded();
    }

    const ptx::Function& function_;
    const ptx::Instruction& instruction_;
    const std::string& prefix_;
    std::string text_;
    bool is_understood_ = true;
};

bool is_about_barriers(const ptx::Instruction& instruction) {
    return instruction.instruction_class() == ptx::Class::Mbarrier ||
           instruction.opcode() == Opcode::CpAsyncMbarrierArrive ||
           (instruction.opcode() == Opcode::CpAsyncBulk &&
            instruction.operation->has(Modifier::MbarrierCompleteTxBytes));
}

}  // namespace

std::optional<std::string> make_barriers_software(const ptx::Module& module, std::uint64_t most_bytes) {
    Edits edits(*module.source);
    std::string prefix;
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function) continue;
        for (const ptx::Statement& statement : item.function->body) {
            if (must_stop()) return std::nullopt;
            if (!statement.is_instruction() || !is_about_barriers(statement.instruction)) continue;
            if (edits.new_bytes() > most_bytes) continue;
            if (prefix.empty()) prefix = unused_name(module, "guard_barrier_");
            std::string text = Replacement(*item.function, statement.instruction, prefix).run();
            if (!text.empty()) edits.replace(statement.where, std::move(text));
        }
    }
    if (edits.empty()) return std::nullopt;
    return edits.apply();
}

}  // namespace ringfence::guard::rewriting
