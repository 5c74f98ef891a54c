#include "maker.h"

#include <array>
#include <cstring>
#include <utility>

#include "policy/helpers.h"

namespace ringfence::policy {

std::uint64_t below(Chance& chance, std::uint64_t end) {
    return chance() % end;
}

namespace {

constexpr std::array<std::int32_t, 24> constants{0,  1,  2,  3,   7,   8,         15,        16,   31,  32,  63, 64,
                                                 -1, -2, -8, -64, 127, INT32_MAX, INT32_MIN, 4095, 255, 256, 56, 40};
constexpr std::array<unsigned, 12> alu_ops{Add, Sub, Mul, Div, Or, And, Lsh, Rsh, Mod, Xor, Mov, Arsh};
constexpr std::array<unsigned, 11> jump_ops{Jeq, Jgt, Jge, Jset, Jne, Jsgt, Jsge, Jlt, Jle, Jslt, Jsle};

enum Maps : std::int32_t {
    ArrayMap,
    HashMap,
    LruMap,
    WorkerMap,
    QueueMap,
    StackMap,
    RingMap,
    Variables,
    Constants,
    Programs,
    Others
};

// Functions by their numbers: the hook, one that it calls, one that is called last, and those that it goes on with.
constexpr std::uint32_t next_function = 3;
constexpr std::uint32_t last_program = 4;

std::vector<MapSpec> make_specs() {
    std::vector<MapSpec> specs{{"array", MapKind::Array, 4, 64, 3},    {"hash", MapKind::Hash, 8, 32, 3},
                               {"lru", MapKind::LruHash, 4, 16, 2},    {"worker", MapKind::WorkerArray, 4, 8, 2},
                               {"queue", MapKind::Queue, 0, 16, 2},    {"stack", MapKind::Stack, 0, 8, 2},
                               {"ring", MapKind::Ring, 0, 0, 4096},    {"variables", MapKind::Array, 4, 64, 1},
                               {"constants", MapKind::Array, 4, 40, 1}};
    specs.back().is_read_only = true;
    // The functions that make_program() writes. The last entry leads back to the hook.
    specs.push_back({"programs", MapKind::Programs, 0, 0, 3});
    specs.back().programs = {next_function, no_program, last_program};
    specs.push_back({"others", MapKind::Programs, 0, 0, 3});
    specs.back().programs = {last_program, last_program, 0};
    return specs;
}

// Writes one function. It has an idea of which registers hold numbers, and which pointers, so that most of what it
// writes makes sense; the idea is not kept up across branches.
class FunctionMaker {
public:
    FunctionMaker(Program& program, Chance& chance, Hook hook) : program_(program), chance_(chance), hook_(hook) {}

    // `callee`: where a function is that may be called; after this one, or none.
    void make(bool is_hook, std::vector<std::uint32_t>& calls) {
        begin_ = program_.insns.size();
        is_number_.fill(false);
        if (is_hook) {
            emit(Alu64 | unsigned{Mov} | 8U, 6, 1, 0, 0);  // r6 is the context from here on
            has_context_ = true;
        } else {
            is_number_[1] = is_number_[2] = true;
        }
        for (unsigned reg = is_hook ? 2 : 3; reg < 6; ++reg)
            set_number(reg);
        set_number(7);
        set_number(0);
        const std::uint64_t count = 2 + below(chance_, 14);
        for (std::uint64_t i = 0; i < count; ++i)
            piece(calls);
        emit(op_exit, 0, 0, 0, 0);
        aim_jumps();
    }

private:
    void emit(unsigned opcode, unsigned dst, unsigned src, std::int64_t offset, std::int64_t imm) {
        program_.insns.push_back({static_cast<std::uint8_t>(opcode), static_cast<std::uint8_t>(dst | src << 4U),
                                  static_cast<std::int16_t>(offset), static_cast<std::int32_t>(imm)});
    }
    bool one_in(std::uint64_t n) { return below(chance_, n) == 0; }
    std::int32_t constant() {
        return one_in(4) ? static_cast<std::int32_t>(chance_()) : constants[below(chance_, constants.size())];
    }
    unsigned some_register() { return static_cast<unsigned>(below(chance_, 10)); }
    unsigned number_register() {
        for (int attempt = 0; attempt < 8; ++attempt) {
            const unsigned reg = some_register();
            if (is_number_[reg]) return reg;
        }
        return some_register();
    }
    unsigned free_register() {
        constexpr std::array<unsigned, 7> pool{0, 2, 3, 4, 5, 7, 8};
        return pool[below(chance_, pool.size())];
    }
    static std::uint8_t size_bits(std::uint64_t which) { return static_cast<std::uint8_t>(which << 3U); }

    void set_number(unsigned reg) {
        is_number_[reg] = true;
        switch (below(chance_, 4)) {
            case 0: emit(Alu64 | unsigned{Mov}, reg, 0, 0, constant()); return;
            case 1:
                if (has_context_) {
                    const auto& fields = info_of(hook_).fields;
                    const ContextField& field = fields[below(chance_, fields.size())];
                    emit(Ldx | unsigned{ModeMem} | (field.size == 8 ? 0x18U : 0U), reg, 6, field.offset, 0);
                    return;
                }
                [[fallthrough]];
            case 2: {
                const std::uint64_t value = chance_() >> below(chance_, 64);
                emit(op_load_imm64, reg, 0, 0, static_cast<std::int32_t>(value));
                emit(0, 0, 0, 0, static_cast<std::int32_t>(value >> 32U));
                return;
            }
            default: load_from(Variables, 64, reg);
        }
    }

    // Something from a fixed place of a variable.
    void load_from(std::int32_t map, std::uint64_t bytes, unsigned reg) {
        const std::uint64_t size = 1U << below(chance_, 4);
        point_to(map, 9, 0);
        constexpr std::array<unsigned, 4> bits{0x10, 0x08, 0x00, 0x18};
        unsigned which = 0;
        while (1U << which != size)
            ++which;
        emit(Ldx | unsigned{ModeMem} | bits[which], reg, 9,
             static_cast<std::int64_t>(below(chance_, bytes / size) * size), 0);
    }

    void point_to(std::int32_t map, unsigned reg, std::int64_t offset) {
        is_number_[reg] = false;
        emit(op_load_imm64, reg, LoadGlobal, 0, map);
        emit(0, 0, 0, 0, offset);
    }

    void load_map(std::int32_t map) { load_to(1, map); }

    void piece(std::vector<std::uint32_t>& calls) {
        switch (below(chance_, 20)) {
            case 0:
            case 1:
            case 2: alu(); break;
            case 3:
            case 4: branch(); break;
            case 5: indexed(); break;
            case 6: stack(); break;
            case 7: lookup(); break;
            case 8: queue(); break;
            case 9: answer(); break;
            case 10: atomic(); break;
            case 11: loop(); break;
            case 12: set_number(free_register()); break;
            case 13: bounded(); break;
            case 14: call(calls); break;
            case 15: ring(); break;
            case 16: tie(); break;
            case 17: tail_call(); break;
            case 18: record(); break;
            default: wild(); break;
        }
    }

    void alu() {
        const unsigned operation = alu_ops[below(chance_, alu_ops.size())];
        const unsigned cls = one_in(3) ? Alu : Alu64;
        const unsigned dst = number_register();
        if (one_in(12)) {
            emit(Alu | unsigned{End} | (one_in(2) ? 8U : 0U), dst, 0, 0, 16 << below(chance_, 3));
            return;
        }
        if (one_in(12)) {
            emit(cls | Neg, dst, 0, 0, 0);
            return;
        }
        if (one_in(2)) {
            emit(cls | operation | 8U, dst, number_register(), 0, 0);
            return;
        }
        std::int32_t imm = constant();
        const bool is_shift = operation == Lsh || operation == Rsh || operation == Arsh;
        if (is_shift) imm = static_cast<std::int32_t>(below(chance_, cls == Alu ? 32 : 64));
        if ((operation == Div || operation == Mod) && imm == 0) imm = 3;
        emit(cls | operation, dst, 0, 0, imm);
    }

    // A jump forward, over something that comes yet.
    void branch() {
        const unsigned operation = jump_ops[below(chance_, jump_ops.size())];
        const unsigned cls = one_in(3) ? Jmp32 : Jmp;
        jumps_.push_back(program_.insns.size());
        if (one_in(2))
            emit(cls | operation | 8U, number_register(), number_register(), 0, 0);
        else
            emit(cls | operation, number_register(), 0, 0, constant());
    }

    // A number is cut down in one way or another, and used as an index.
    void indexed() {
        const unsigned index = number_register();
        const std::int64_t most = one_in(6) ? 64 : 56;
        bound(index, most);
        const auto map = one_in(3) ? Constants : Variables;
        point_to(map, 9, 0);
        emit(Alu64 | unsigned{Add} | 8U, 9, index, 0, 0);
        const unsigned reg = free_register();
        constexpr std::array<unsigned, 4> bits{0x10, 0x10, 0x00, 0x18};
        const unsigned size = bits[below(chance_, bits.size())];
        if (one_in(3)) {
            emit(Stx | unsigned{ModeMem} | size, 9, number_register(), constant() % 16, 0);
        } else {
            emit(Ldx | unsigned{ModeMem} | size, reg, 9, one_in(4) ? constant() % 16 : 0, 0);
            is_number_[reg] = true;
        }
    }

    void bound(unsigned reg, std::int64_t most) {
        switch (below(chance_, 5)) {
            case 0: emit(Alu64 | unsigned{And}, reg, 0, 0, one_in(2) ? most & ~7 : 31); break;
            case 1: emit((one_in(2) ? Alu : Alu64) | unsigned{Mod}, reg, 0, 0, most == 0 ? 1 : most); break;
            case 2: emit(Alu64 | unsigned{Rsh}, reg, 0, 0, 58 + static_cast<std::int64_t>(below(chance_, 6))); break;
            default:
                jumps_.push_back(program_.insns.size());
                emit((one_in(3) ? Jmp32 : Jmp) | (one_in(2) ? unsigned{Jgt} : unsigned{Jsgt}), reg, 0, 0, most);
                if (one_in(2)) {
                    jumps_.push_back(program_.insns.size());
                    emit((one_in(3) ? Jmp32 : Jmp) | (one_in(2) ? unsigned{Jslt} : unsigned{Jlt}), reg, 0, 0,
                         one_in(2) ? 0 : constant() % 16);
                }
        }
    }

    void bounded() { bound(number_register(), 1 + static_cast<std::int64_t>(below(chance_, 100))); }

    void stack() {
        const std::int64_t slot = -8 * (1 + static_cast<std::int64_t>(below(chance_, 8)));
        switch (below(chance_, 7)) {
            case 0: emit(Stx | unsigned{ModeMem} | 0x18U, frame_pointer, some_register(), slot, 0); break;
            case 1:
                emit(St | unsigned{ModeMem} | size_bits(below(chance_, 4)), frame_pointer, 0, slot, constant());
                break;
            case 2: {
                emit(Stx | unsigned{ModeMem} | 0x18U, frame_pointer, number_register(), slot, 0);
                const unsigned reg = free_register();
                emit(Ldx | unsigned{ModeMem} | size_bits(below(chance_, 4)), reg, frame_pointer, slot, 0);
                is_number_[reg] = true;
                break;
            }
            case 3: {
                const unsigned reg = free_register();
                emit(Ldx | unsigned{ModeMem} | size_bits(below(chance_, 4)), reg, frame_pointer, slot, 0);
                is_number_[reg] = true;
                break;
            }
            case 4: computed_stack(); break;
            case 5: stack_atomic(slot); break;
            default: kept_pointer(slot); break;
        }
    }

    void stack_atomic(std::int64_t slot) {
        emit(Stx | unsigned{ModeMem} | 0x18U, frame_pointer, number_register(), slot, 0);
        emit(Stx | unsigned{ModeAtomic} | (one_in(2) ? 0x18U : 0U), frame_pointer, number_register(), slot,
             one_in(2) ? int{Add} : Xor | int{Fetch});
        const unsigned reg = free_register();
        emit(Ldx | unsigned{ModeMem} | 0x18U, reg, frame_pointer, slot, 0);
        is_number_[reg] = true;
    }

    // The context on the stack, whole or spoilt, and what is read of it where it can be seen.
    void kept_pointer(std::int64_t slot) {
        emit(Stx | unsigned{ModeMem} | 0x18U, frame_pointer, 6, slot, 0);
        if (one_in(2)) {
            emit(Ldx | unsigned{ModeMem} | 0x18U, 6, frame_pointer, slot, 0);
            return;
        }
        emit(St | unsigned{ModeMem} | 0x10U, frame_pointer, 0, slot, 1);
        const unsigned reg = free_register();
        const bool is_whole = one_in(3);
        emit(Ldx | unsigned{ModeMem} | (is_whole ? 0x18U : 0x10U), reg, frame_pointer,
             slot + (is_whole ? 0 : static_cast<std::int64_t>(below(chance_, 8))), 0);
        is_number_[reg] = true;
        point_to(Variables, 9, 0);
        emit(Stx | unsigned{ModeMem} | 0x18U, 9, reg, 0, 0);
    }

    // A copy, perhaps on one way only; then one is bounded, and the other used.
    void tie() {
        const unsigned one = number_register();
        const unsigned other = free_register();
        if (one == other) return;
        if (one_in(2)) set_number(other);
        if (one_in(2)) emit(Jmp | unsigned{Jset}, number_register(), 0, 1, 1);
        emit((one_in(4) ? Alu : Alu64) | unsigned{Mov} | 8U, other, one, 0, 0);
        is_number_[other] = true;
        if (one_in(2)) alu();
        jumps_.push_back(program_.insns.size());
        emit(Jmp | unsigned{Jgt}, one, 0, 0, 56);
        point_to(Variables, 9, 0);
        emit(Alu64 | unsigned{Add} | 8U, 9, other, 0, 0);
        emit(Ldx | unsigned{ModeMem} | 0x10U, 7, 9, 0, 0);
        is_number_[7] = true;
    }

    void ring() {
        for (const std::int64_t slot : {-72, -80}) {
            if (!one_in(8)) emit(St | unsigned{ModeMem} | 0x18U, frame_pointer, 0, slot, constant());
        }
        emit(Alu64 | unsigned{Mov} | 8U, 3, number_register(), 0, 0);
        bound(3, one_in(4) ? 17 : 16);
        if (!one_in(4)) {
            jumps_.push_back(program_.insns.size());
            emit(Jmp | unsigned{Jeq}, 3, 0, 0, 0);
        }
        emit(Alu64 | unsigned{Mov} | 8U, 2, frame_pointer, 0, 0);
        emit(Alu64 | unsigned{Add}, 2, 0, 0, -80);
        emit(Alu64 | unsigned{Mov}, 4, 0, 0, 0);
        load_map(RingMap);
        emit(op_call, 0, 0, 0, helper::ring_write);
        is_number_[0] = true;
        after_call();
    }

    // A record of a ring that is reserved, used and ended; now and then not compared with null, used outside or after
    // its end, ended twice, not at all or on one way only.
    void record() {
        const std::int64_t size = 8 * (1 + static_cast<std::int64_t>(below(chance_, 3)));
        load_map(RingMap);
        emit(Alu64 | unsigned{Mov}, 2, 0, 0, size);
        emit(Alu64 | unsigned{Mov}, 3, 0, 0, one_in(16) ? 1 : 0);
        emit(op_call, 0, 0, 0, helper::ring_reserve);
        is_number_[0] = false;
        const unsigned keeper = one_in(2) ? 8 : 0;
        if (keeper == 8) emit(Alu64 | unsigned{Mov} | 8U, 8, 0, 0, 0);
        const bool is_spilled = one_in(3);
        if (is_spilled) emit(Stx | unsigned{ModeMem} | 0x18U, frame_pointer, 0, -88, 0);
        const std::size_t test = program_.insns.size();
        if (!one_in(10)) emit(Jmp | unsigned{Jeq}, one_in(2) ? 0 : keeper, 0, 0, 0);
        if (is_spilled && one_in(2)) emit(Ldx | unsigned{ModeMem} | 0x18U, keeper, frame_pointer, -88, 0);
        emit(Stx | unsigned{ModeMem} | 0x18U, keeper, 7, one_in(12) ? size : size - 8, 0);
        if (one_in(3)) {
            const unsigned index = 7;
            bound(index, size - 8);
            emit(Alu64 | unsigned{Mov} | 8U, 9, keeper, 0, 0);
            emit(Alu64 | unsigned{Add} | 8U, 9, index, 0, 0);
            emit(Ldx | unsigned{ModeMem} | 0x10U, 7, 9, 0, 0);
        }
        emit(Alu64 | unsigned{Mov} | 8U, 1, keeper, 0, 0);
        if (one_in(24)) emit(Alu64 | unsigned{Add}, 1, 0, 0, 8);
        emit(Alu64 | unsigned{Mov}, 2, 0, 0, one_in(16) ? 1 : 0);
        if (one_in(16)) emit(Jmp | unsigned{Jset}, 7, 0, 1, 1);
        if (!one_in(16)) emit(op_call, 0, 0, 0, one_in(2) ? helper::ring_submit : helper::ring_discard);
        if (one_in(16)) emit(Ldx | unsigned{ModeMem} | 0x18U, 7, keeper, 0, 0);
        if (one_in(16)) {
            emit(Alu64 | unsigned{Mov} | 8U, 1, keeper, 0, 0);
            emit(Alu64 | unsigned{Mov}, 2, 0, 0, 0);
            emit(op_call, 0, 0, 0, helper::ring_discard);
        }
        if (program_.insns[test].cls() == Jmp && program_.insns[test].operation() == Jeq)
            program_.insns[test].offset = static_cast<std::int16_t>(program_.insns.size() - test - 1);
        emit(Alu64 | unsigned{Mov}, 0, 0, 0, constant());
        emit(Alu64 | unsigned{Mov}, 8, 0, 0, constant());
        is_number_[0] = is_number_[8] = true;
        after_call();
    }

    void computed_stack() {
        for (const std::int64_t slot : {-16, -24, -32}) {
            if (!one_in(12)) emit(St | unsigned{ModeMem} | 0x18U, frame_pointer, 0, slot, constant());
        }
        const unsigned index = number_register();
        emit(Alu64 | unsigned{And}, index, 0, 0, one_in(8) ? 24 : 16);
        emit(Alu64 | unsigned{Mov} | 8U, 9, frame_pointer, 0, 0);
        emit(Alu64 | unsigned{Add}, 9, 0, 0, -32);
        emit(Alu64 | unsigned{Add} | 8U, 9, index, 0, 0);
        const unsigned reg = free_register();
        if (one_in(2)) {
            emit(Stx | unsigned{ModeMem} | 0x18U, 9, number_register(), 0, 0);
        } else {
            emit(Ldx | unsigned{ModeMem} | 0x18U, reg, 9, 0, 0);
            is_number_[reg] = true;
        }
    }

    void after_call() {
        for (unsigned reg = 1; reg < 6; ++reg)
            is_number_[reg] = false;
        if (!one_in(10)) {
            for (unsigned reg = 2; reg < 6; ++reg)
                set_number(reg);
        }
    }

    void lookup() {
        constexpr std::array<std::int32_t, 4> choice{ArrayMap, HashMap, LruMap, WorkerMap};
        const std::int32_t map = choice[below(chance_, choice.size())];
        const bool is_update = one_in(4);
        if (one_in(2))
            emit(Stx | unsigned{ModeMem} | 0x18U, frame_pointer, number_register(), -40, 0);
        else
            emit(St | unsigned{ModeMem} | 0x18U, frame_pointer, 0, -40, static_cast<std::int64_t>(below(chance_, 4)));
        emit(Alu64 | unsigned{Mov} | 8U, 2, frame_pointer, 0, 0);
        emit(Alu64 | unsigned{Add}, 2, 0, 0, -40);
        if (is_update) {
            point_to(Variables, 3, 0);
            emit(Alu64 | unsigned{Mov}, 4, 0, 0, static_cast<std::int64_t>(below(chance_, 4)));
        }
        load_map(map);
        emit(op_call, 0, 0, 0, is_update ? helper::map_update : one_in(8) ? helper::map_delete : helper::map_lookup);
        is_number_[0] = is_update;
        if (is_update) {
            after_call();
            return;
        }
        const bool keeps_copy = one_in(2);
        if (keeps_copy) emit(Alu64 | unsigned{Mov} | 8U, 8, 0, 0, 0);
        is_number_[8] = is_number_[8] && !keeps_copy;
        if (!one_in(8)) {
            jumps_.push_back(program_.insns.size());
            emit(Jmp | unsigned{Jeq}, keeps_copy && one_in(2) ? 8 : 0, 0, 0, 0);
        }
        const unsigned pointer = keeps_copy ? 8 : 0;
        if (one_in(2)) emit(Stx | unsigned{ModeMem} | 0x18U, pointer, 7, one_in(4) ? 8 : 0, 0);
        emit(Ldx | unsigned{ModeMem} | 0x18U, 7, pointer, one_in(4) ? 8 : 0, 0);
        emit(Alu64 | unsigned{Mov}, 0, 0, 0, constant());
        if (keeps_copy) emit(Alu64 | unsigned{Mov}, 8, 0, 0, constant());
        is_number_[7] = is_number_[0] = true;
        is_number_[8] = is_number_[8] || keeps_copy;
        after_call();
    }

    void queue() {
        const std::int32_t map = one_in(2) ? QueueMap : StackMap;
        const bool is_push = one_in(2);
        for (const std::int64_t slot : {-48, -56})
            if (is_push) emit(St | unsigned{ModeMem} | 0x18U, frame_pointer, 0, slot, constant());
        emit(Alu64 | unsigned{Mov} | 8U, 2, frame_pointer, 0, 0);
        emit(Alu64 | unsigned{Add}, 2, 0, 0, -56);
        emit(Alu64 | unsigned{Mov}, 3, 0, 0, 0);
        load_map(map);
        emit(op_call, 0, 0, 0, is_push ? helper::map_push : one_in(2) ? helper::map_pop : helper::map_peek);
        is_number_[0] = true;
        after_call();
        if (is_push) return;
        emit(Ldx | unsigned{ModeMem} | 0x18U, 7, frame_pointer, -56, 0);
        is_number_[7] = true;
    }

    void answer() {
        if (!has_context_) return;
        const auto& fields = info_of(hook_).fields;
        const ContextField& field = fields[one_in(6) ? below(chance_, fields.size()) : fields.size() - 1];
        emit(Stx | unsigned{ModeMem} | (field.size == 8 ? 0x18U : 0U), 6, number_register(), field.offset, 0);
    }

    void atomic() {
        constexpr std::array<int, 10> operations{
            Add, Or, And, Xor, Add | int{Fetch}, Or | int{Fetch}, And | int{Fetch}, Xor | int{Fetch}, Xchg, Cmpxchg};
        point_to(one_in(8) ? Constants : Variables, 9, 0);
        const unsigned src = number_register();
        emit(Stx | unsigned{ModeAtomic} | (one_in(2) ? 0x18U : 0U), 9, src,
             8 * static_cast<std::int64_t>(below(chance_, 8)), operations[below(chance_, operations.size())]);
    }

    void loop() {
        const std::int64_t most = 1 + static_cast<std::int64_t>(below(chance_, 12));
        emit(Alu64 | unsigned{Mov}, 8, 0, 0, 0);
        is_number_[8] = true;
        const std::size_t head = program_.insns.size();
        alu();
        if (one_in(3)) indexed();
        emit(Alu64 | unsigned{Add}, 8, 0, 0, one_in(10) ? 0 : 1);
        const auto distance = static_cast<std::int64_t>(head) - static_cast<std::int64_t>(program_.insns.size()) - 1;
        emit(Jmp | (one_in(3) ? unsigned{Jne} : unsigned{Jlt}), 8, 0, distance, most);
    }

    void call(std::vector<std::uint32_t>& calls) {
        if (one_in(2)) {
            constexpr std::array<std::int32_t, 3> helpers{helper::now, helper::random, helper::worker};
            emit(op_call, 0, 0, 0, helpers[below(chance_, helpers.size())]);
        } else {
            emit(Alu64 | unsigned{Mov} | 8U, 1, number_register(), 0, 0);
            emit(Alu64 | unsigned{Mov} | 8U, 2, number_register(), 0, 0);
            calls.push_back(static_cast<std::uint32_t>(program_.insns.size()));
            emit(op_call, 0, CallFunction, 0, 0);
        }
        is_number_[0] = true;
        after_call();
    }

    // Mostly right: now and then another context, map or number, or where no function may.
    void tail_call() {
        if (!has_context_ && !one_in(16)) return;
        emit(Alu64 | unsigned{Mov} | 8U, 1, 6, 0, 0);
        if (one_in(16)) emit(Alu64 | unsigned{Add}, 1, 0, 0, one_in(2) ? 0 : 8);
        if (one_in(32)) emit(Alu64 | unsigned{Mov} | 8U, 1, frame_pointer, 0, 0);
        load_to(2, one_in(16) ? static_cast<std::int32_t>(ArrayMap) : one_in(3) ? Others : Programs);
        if (one_in(8)) {
            emit(Jmp | unsigned{Jset}, number_register(), 0, 2, 1);
            load_to(2, one_in(2) ? Others : Programs);
        }
        if (one_in(3)) {
            const unsigned from = number_register();
            if (from != 1 && from != 2) emit(Alu64 | unsigned{Mov} | 8U, 3, from, 0, 0);
            bound(3, static_cast<std::int64_t>(below(chance_, 4)));
        } else {
            emit(Alu64 | unsigned{Mov}, 3, 0, 0, static_cast<std::int64_t>(below(chance_, one_in(8) ? 4 : 2)));
        }
        emit(op_call, 0, 0, 0, helper::tail_call);
        is_number_[0] = true;
        after_call();
    }

    void load_to(unsigned reg, std::int32_t map) {
        is_number_[reg] = false;
        emit(op_load_imm64, reg, LoadMap, 0, map);
        emit(0, 0, 0, 0, 0);
    }

    void wild() {
        const std::uint64_t bits = chance_();
        Insn insn;
        std::memcpy(static_cast<void*>(&insn), &bits, sizeof insn);
        insn.registers = static_cast<std::uint8_t>(some_register() | some_register() << 4U);
        if (is_load_imm64(insn) || is_jump_class(insn))
            insn.opcode = static_cast<std::uint8_t>(Alu64 | unsigned{Add} | 8U);
        insn.offset = static_cast<std::int16_t>(constant() % 64);
        if (insn.uses_register() || insn.cls() == Ldx) insn.imm = 0;
        if (is_alu(insn)) insn.offset = 0;
        program_.insns.push_back(insn);
    }

    // Every jump goes to some instruction after it.
    void aim_jumps() {
        for (const std::size_t at : jumps_) {
            for (int attempt = 0; attempt < 8; ++attempt) {
                const std::size_t rest = program_.insns.size() - at - 1;
                const std::size_t target = at + 1 + (one_in(3) ? rest - 1 : below(chance_, rest));
                const bool is_inside = target > 0 && is_load_imm64(program_.insns[target - 1]);
                if (is_inside) continue;
                program_.insns[at].offset = static_cast<std::int16_t>(target - at - 1);
                break;
            }
        }
    }

    Program& program_;
    Chance& chance_;
    Hook hook_;
    std::size_t begin_ = 0;
    bool has_context_ = false;
    std::array<bool, register_count> is_number_{};
    std::vector<std::size_t> jumps_;
};

}  // namespace

Program make_program(Chance& chance) {
    Program program;
    program.name = "random";
    program.maps = make_specs();
    const auto hook = static_cast<Hook>(below(chance, hook_count));
    std::vector<std::uint32_t> calls;
    FunctionMaker(program, chance, hook).make(true, calls);
    program.functions.push_back({"hook", 0, static_cast<std::uint32_t>(program.insns.size())});
    const auto begin = static_cast<std::uint32_t>(program.insns.size());
    std::vector<std::uint32_t> inner;
    FunctionMaker(program, chance, hook).make(false, inner);
    program.functions.push_back({"inner", begin, static_cast<std::uint32_t>(program.insns.size())});
    const auto last = static_cast<std::uint32_t>(program.insns.size());
    program.insns.push_back({Alu64 | unsigned{Mov} | 8U, 0x10, 0, 0});
    program.insns.push_back({op_exit, 0, 0, 0});
    program.functions.push_back({"last", last, last + 2});
    for (const char* const name : {"next", "last_program"}) {
        const auto start = static_cast<std::uint32_t>(program.insns.size());
        // Mostly nothing: the more there is, the less often all of it is accepted.
        if (below(chance, 3) == 0) {
            FunctionMaker(program, chance, hook).make(true, calls);
        } else {
            program.insns.push_back({Alu64 | unsigned{Mov}, 0, 0, 0});
            program.insns.push_back({op_exit, 0, 0, 0});
        }
        program.functions.push_back({name, start, static_cast<std::uint32_t>(program.insns.size())});
    }
    const auto aim = [&](std::uint32_t at, std::uint32_t target) {
        program.insns[at].imm = static_cast<std::int32_t>(target) - static_cast<std::int32_t>(at) - 1;
    };
    for (const std::uint32_t at : calls)
        aim(at, below(chance, 2) == 0 ? begin : last);
    for (const std::uint32_t at : inner)
        aim(at, below(chance, 16) == 0 ? begin : last);
    program.hooks[static_cast<std::size_t>(hook)] = 0;
    return program;
}

void mutate(Program& program, Chance& chance) {
    const std::uint64_t count = 1 + below(chance, 3);
    for (std::uint64_t i = 0; i < count; ++i) {
        Insn& insn = program.insns[below(chance, program.insns.size())];
        switch (below(chance, 6)) {
            case 0: insn.imm = constants[below(chance, constants.size())]; break;
            case 1:
                insn.offset = static_cast<std::int16_t>(insn.offset + static_cast<int>(below(chance, 17)) - 8);
                break;
            case 2: insn.registers = static_cast<std::uint8_t>((insn.registers & 0xf0U) | below(chance, 11)); break;
            case 3:
                insn.registers = static_cast<std::uint8_t>((insn.registers & 0x0fU) | below(chance, 11) << 4U);
                break;
            case 4: insn.opcode = static_cast<std::uint8_t>(insn.opcode ^ (1U << below(chance, 8))); break;
            default: std::swap(insn, program.insns[below(chance, program.insns.size())]); break;
        }
    }
}

}  // namespace ringfence::policy
