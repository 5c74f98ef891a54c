#include "policy/interpreter.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "policy/helpers.h"

namespace ringfence::policy {
namespace {

static_assert(std::endian::native == std::endian::little);

std::uint64_t from_signed(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}
std::int64_t to_signed(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

std::uint64_t read_bytes(ConstBytes bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
}

void write_bytes(Bytes bytes, std::uint64_t value) {
    std::memcpy(bytes.data(), &value, bytes.size());
}

std::uint64_t alu_wide(unsigned operation, std::uint64_t a, std::uint64_t b) {
    switch (operation) {
        case Add: return a + b;
        case Sub: return a - b;
        case Mul: return a * b;
        case Div: return b == 0 ? 0 : a / b;
        case Mod: return b == 0 ? a : a % b;
        case Or: return a | b;
        case And: return a & b;
        case Xor: return a ^ b;
        case Mov: return b;
        case Neg: return 0 - a;
        case Lsh: return a << (b & 63U);
        case Rsh: return a >> (b & 63U);
        case Arsh: return from_signed(to_signed(a) >> (b & 63U));
        default: return 0;
    }
}

std::uint32_t alu_narrow(unsigned operation, std::uint32_t a, std::uint32_t b) {
    switch (operation) {
        case Lsh: return a << (b & 31U);
        case Rsh: return a >> (b & 31U);
        case Arsh: return static_cast<std::uint32_t>(static_cast<std::int32_t>(a) >> (b & 31U));
        default: return static_cast<std::uint32_t>(alu_wide(operation, a, b));
    }
}

std::uint64_t change_bytes(const Insn& insn, std::uint64_t value) {
    const bool is_swapped = insn.uses_register();
    switch (insn.imm) {
        case 16: return is_swapped ? __builtin_bswap16(static_cast<std::uint16_t>(value)) : value & 0xffffU;
        case 32: return is_swapped ? __builtin_bswap32(static_cast<std::uint32_t>(value)) : value & UINT32_MAX;
        default: return is_swapped ? __builtin_bswap64(value) : value;
    }
}

template <typename Unsigned, typename Signed>
bool compare(unsigned operation, Unsigned a, Unsigned b) {
    const auto signed_a = static_cast<Signed>(a);
    const auto signed_b = static_cast<Signed>(b);
    switch (operation) {
        case Jeq: return a == b;
        case Jne: return a != b;
        case Jgt: return a > b;
        case Jge: return a >= b;
        case Jlt: return a < b;
        case Jle: return a <= b;
        case Jset: return (a & b) != 0;
        case Jsgt: return signed_a > signed_b;
        case Jsge: return signed_a >= signed_b;
        case Jslt: return signed_a < signed_b;
        default: return signed_a <= signed_b;
    }
}

bool is_taken(const Insn& insn, const Registers& registers) {
    const std::uint64_t a = registers[insn.dst()];
    const std::uint64_t b = insn.uses_register() ? registers[insn.src()] : from_signed(insn.imm);
    if (insn.cls() == Jmp) return compare<std::uint64_t, std::int64_t>(insn.operation(), a, b);
    return compare<std::uint32_t, std::int32_t>(insn.operation(), static_cast<std::uint32_t>(a),
                                                static_cast<std::uint32_t>(b));
}

// xorshift: random numbers for policies need not be secure.
std::uint64_t next_random(std::uint64_t& state) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return state;
}

}  // namespace

std::optional<Fault> Interpreter::run(Hook hook, Bytes context, Surroundings& surroundings, std::uint64_t budget) {
    surroundings_ = &surroundings;
    memory_.set_context(hook, context);
    memory_.close_record();
    depth_ = 0;
    steps_ = 0;
    charged_ = 0;
    registers()[1] = memory_.context_address();
    registers()[frame_pointer] = memory_.stack_end_address(0);
    frames_[0].return_to = 0;
    std::uint32_t at = program_.functions[*program_.hooks[static_cast<std::size_t>(hook)]].begin;
    for (;;) {
        if (watch_) watch_(at, std::span(frames_).first(depth_ + 1));
        if (steps_ + charged_ >= budget) {
            fault(at, overrun_text(budget));
            fault_.is_overrun = true;
            return fault_;
        }
        ++steps_;
        if (program_.insns[at].opcode == op_exit && depth_ == 0) return std::nullopt;
        if (!step(at)) return fault_;
    }
}

void Interpreter::spoil(std::uint64_t seed) {
    const auto fill = [&] { return next_random(seed); };
    lost_ = fill();
    for (CallFrame& frame : frames_)
        std::ranges::generate(frame.registers, fill);
    for (std::size_t i = 0; i < most_frames; ++i)
        std::ranges::generate(memory_.frame(i), [&] { return static_cast<std::uint8_t>(fill()); });
}

void Interpreter::lose_arguments() {
    for (unsigned reg = 1; reg <= 5; ++reg)
        registers()[reg] = lost_;
}

bool Interpreter::fault(std::uint32_t at, std::string message) {
    fault_ = {at, std::move(message), false};
    return false;
}

bool Interpreter::step(std::uint32_t& at) {
    const Insn& insn = program_.insns[at];
    if (insn.opcode == op_call && insn.src() == CallFunction) return call(at);
    if (is_tail_call(insn)) return tail_call(at);
    if (insn.opcode == op_exit) {
        const std::uint64_t result = registers()[0];
        at = frames_[depth_].return_to;
        --depth_;
        registers()[0] = result;
        lose_arguments();
        return true;
    }
    if (is_jump_class(insn) && insn.opcode != op_call) {
        const bool jumps = insn.opcode == op_jump || is_taken(insn, registers());
        at = jumps ? static_cast<std::uint32_t>(target_of(at, insn)) : at + 1;
        return true;
    }
    bool is_fine = true;
    if (insn.opcode == op_call) {
        is_fine = helper(at);
        lose_arguments();
    } else if (is_alu(insn)) {
        alu(insn);
    } else if (is_load_imm64(insn)) {
        const std::uint64_t high = static_cast<std::uint32_t>(program_.insns[at + 1].imm);
        const auto low = static_cast<std::uint32_t>(insn.imm);
        std::uint64_t& dst = registers()[insn.dst()];
        if (insn.src() == LoadNumber)
            dst = high << 32U | low;
        else
            dst = insn.src() == LoadMap ? memory_.map_address(low) : memory_.value_address(low, 0) + high;
    } else if (insn.cls() == Ldx) {
        is_fine = load(at);
    } else {
        is_fine = is_atomic(insn) ? atomic(at) : store(at);
    }
    at += static_cast<std::uint32_t>(slots_of(insn));
    return is_fine;
}

void Interpreter::alu(const Insn& insn) {
    std::uint64_t& dst = registers()[insn.dst()];
    if (insn.operation() == End) {
        dst = change_bytes(insn, dst);
        return;
    }
    const std::uint64_t other = insn.uses_register() ? registers()[insn.src()] : from_signed(insn.imm);
    if (insn.cls() == Alu64)
        dst = alu_wide(insn.operation(), dst, other);
    else
        dst = alu_narrow(insn.operation(), static_cast<std::uint32_t>(dst), static_cast<std::uint32_t>(other));
}

bool Interpreter::load(std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    const std::uint64_t address = registers()[insn.src()] + from_signed(insn.offset);
    const std::optional<Bytes> bytes = memory_.find(address, insn.bytes(), false);
    if (!bytes) return fault(at, fmt::format("reads {} bytes outside of its memory", insn.bytes()));
    registers()[insn.dst()] = read_bytes(*bytes);
    return true;
}

bool Interpreter::store(std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    const std::uint64_t address = registers()[insn.dst()] + from_signed(insn.offset);
    const std::optional<Bytes> bytes = memory_.find(address, insn.bytes(), true);
    if (!bytes) return fault(at, fmt::format("writes {} bytes outside of its memory", insn.bytes()));
    write_bytes(*bytes, insn.cls() == Stx ? registers()[insn.src()] : from_signed(insn.imm));
    return true;
}

bool Interpreter::atomic(std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    const std::uint64_t address = registers()[insn.dst()] + from_signed(insn.offset);
    const std::optional<Bytes> bytes = memory_.find(address, insn.bytes(), true);
    if (!bytes) return fault(at, fmt::format("writes {} bytes outside of its memory", insn.bytes()));
    const std::uint64_t old = read_bytes(*bytes);
    std::uint64_t& source = registers()[insn.src()];
    if (insn.imm == Cmpxchg) {
        const std::uint64_t expected = insn.bytes() == 4 ? registers()[0] & UINT32_MAX : registers()[0];
        if (old == expected) write_bytes(*bytes, source);
        registers()[0] = old;
        return true;
    }
    const auto operation = static_cast<unsigned>(insn.imm & ~Fetch);
    write_bytes(*bytes, insn.imm == Xchg ? source : alu_wide(operation, old, source));
    if (atomic_fetches(insn)) source = old;
    return true;
}

bool Interpreter::call(std::uint32_t& at) {
    if (depth_ + 1 == most_frames) return fault(at, "calls functions in each other without end");
    frames_[depth_ + 1].registers = registers();
    ++depth_;
    registers()[frame_pointer] = memory_.stack_end_address(depth_);
    frames_[depth_].return_to = at + 1;
    at = static_cast<std::uint32_t>(target_of(at, program_.insns[at]));
    return true;
}

// Uses the verified program's list of functions, since maps can be replaced.
bool Interpreter::tail_call(std::uint32_t& at) {
    Registers& r = registers();
    const std::optional<std::size_t> map = memory_.map_at(r[2]);
    if (depth_ != 0) return fault(at, "a function that was called goes on with another program");
    if (r[1] != memory_.context_address()) return fault(at, "r1: a tail call needs the context there");
    if (!map || program_.maps[*map].kind != MapKind::Programs) return fault(at, "r2: a tail call needs programs there");
    const std::vector<std::uint32_t>& programs = program_.maps[*map].programs;
    const std::uint32_t function = r[3] < programs.size() ? programs[r[3]] : no_program;
    lose_arguments();
    r[0] = from_signed(map_error::not_there);
    if (function == no_program) {
        ++at;
        return true;
    }
    for (unsigned reg = 0; reg < frame_pointer; ++reg)
        r[reg] = lost_;
    r[1] = memory_.context_address();
    at = program_.functions[function].begin;
    return true;
}

std::optional<Bytes> Interpreter::argument(std::uint32_t at, unsigned reg, std::uint64_t size, bool is_write) {
    const std::optional<Bytes> bytes = memory_.find(registers()[reg], size, is_write);
    if (!bytes) fault(at, fmt::format("r{}: a helper is to use {} bytes outside of the policy's memory", reg, size));
    return bytes;
}

bool Interpreter::helper(std::uint32_t at) {
    switch (program_.insns[at].imm) {
        case helper::now: registers()[0] = surroundings_->now; return true;
        case helper::random: registers()[0] = next_random(surroundings_->random_state); return true;
        case helper::worker: registers()[0] = surroundings_->worker; return true;
        case helper::ring_submit:
        case helper::ring_discard: return end_record(at);
        default: break;
    }
    const std::optional<std::size_t> map = memory_.map_at(registers()[1]);
    if (!map) return fault(at, "r1: a helper needs a map there");
    if (!map_helper(at, memory_.maps()[*map], *map)) return false;
    charged_ += memory_.maps()[*map].charge();
    return true;
}

bool Interpreter::end_record(std::uint32_t at) {
    if (!memory_.has_record() || registers()[1] != memory_.record_address())
        return fault(at, "r1: a helper needs an open record there");
    std::int64_t result = 0;
    if (program_.insns[at].imm == helper::ring_submit) {
        Map& ring = memory_.maps()[memory_.record_map()];
        result = ring.write_record(memory_.record(), registers()[2]);
        charged_ += ring.charge();
    }
    memory_.close_record();
    registers()[0] = from_signed(result);
    return true;
}

bool Interpreter::map_helper(std::uint32_t at, Map& map, std::size_t index) {
    const MapSpec& spec = map.spec();
    const HelperInfo& info = *find_helper(program_.insns[at].imm);
    if ((info.map_kinds & bit_of(spec.kind)) == 0) return fault(at, "r1: a map that the helper is not for");
    std::array<Bytes, 6> memory{};
    for (unsigned reg = 2; reg <= info.arguments.size(); ++reg) {
        std::uint64_t size = 0;
        switch (info.arguments[reg - 1]) {
            case Argument::KeyIn: size = spec.key_size; break;
            case Argument::ValueIn:
            case Argument::ValueOut: size = spec.value_size; break;
            case Argument::MemoryIn: size = registers()[reg + 1]; break;
            default: continue;
        }
        const auto bytes = argument(at, reg, size, info.arguments[reg - 1] == Argument::ValueOut);
        if (!bytes) return false;
        memory[reg] = *bytes;
    }
    const Registers& r = registers();
    std::int64_t result = 0;
    switch (info.number) {
        case helper::map_lookup: {
            const std::optional<std::uint32_t> number = map.lookup(memory[2], surroundings_->worker);
            registers()[0] = number ? memory_.value_address(index, *number) : 0;
            return true;
        }
        case helper::map_update:
            if (spec.is_read_only) return fault(at, "r1: a map of constants");
            result = map.update(memory[2], memory[3], r[4], surroundings_->worker);
            break;
        case helper::ring_reserve:
            if (memory_.has_record() || r[2] == 0 || r[2] > largest_record)
                return fault(at, "a record is open, or has a size that none has");
            if (map.has_room_for(r[2], r[3])) memory_.open_record(index, r[2]);
            registers()[0] = memory_.has_record() ? memory_.record_address() : 0;
            return true;
        case helper::map_delete: result = map.remove(memory[2]); break;
        case helper::map_push: result = map.push(memory[2], r[3]); break;
        case helper::map_pop: result = map.take(memory[2], true); break;
        case helper::map_peek: result = map.take(memory[2], false); break;
        default: result = map.write_record(memory[2], r[4]); break;
    }
    registers()[0] = from_signed(result);
    return true;
}

}  // namespace ringfence::policy
