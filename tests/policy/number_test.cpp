// The verifier's knowledge of numbers is tried with random numbers: it must be true of each.
#include "policy/number.h"

#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "policy/insn.h"
#include "policy/interpreter.h"

namespace ringfence::policy {
namespace {

using Chance = std::mt19937_64;

std::uint64_t any_number(Chance& chance) {
    switch (chance() % 4) {
        case 0: return chance() % 20;
        case 1: return 0 - chance() % 20;
        case 2: return (std::uint64_t{1} << chance() % 64) - chance() % 3;
        default: return chance() >> chance() % 64;
    }
}

// Something that is true of `value`.
Number any_knowledge(std::uint64_t value, Chance& chance) {
    Number known;
    if (chance() % 4 == 0) return Number::constant(value);
    if (chance() % 2 == 0) {
        const std::uint64_t other = any_number(chance);
        known = intersect(known, Number::between(std::min(value, other), std::max(value, other)));
    }
    if (chance() % 2 == 0) {
        const auto mine = static_cast<std::int64_t>(value);
        const auto other = static_cast<std::int64_t>(any_number(chance));
        known = intersect(known, Number::signed_between(std::min(mine, other), std::max(mine, other)));
    }
    if (chance() % 2 == 0) {
        Number bits;
        bits.bits.mask = any_number(chance);
        bits.bits.value = value & ~bits.bits.mask;
        known = intersect(known, bits);
    }
    return known;
}

// The interpreter is the reference.
std::uint64_t run(std::vector<Insn> insns, std::uint64_t a, std::uint64_t b) {
    Program program;
    program.maps = {{"d", MapKind::Array, 4, 24, 1}};
    const auto load = [&](std::uint8_t reg) {
        return std::vector<Insn>{{op_load_imm64, static_cast<std::uint8_t>(reg | LoadGlobal << 4U), 0, 0}, {}};
    };
    for (const Insn& insn : load(9))
        program.insns.push_back(insn);
    program.insns.push_back({0x79, 0x91, 0, 0});  // r1 = *(u64 *)(r9 + 0)
    program.insns.push_back({0x79, 0x92, 8, 0});  // r2 = *(u64 *)(r9 + 8)
    for (const Insn& insn : insns)
        program.insns.push_back(insn);
    program.insns.push_back({0x7b, 0x19, 16, 0});  // *(u64 *)(r9 + 16) = r1
    program.insns.push_back({op_exit, 0, 0, 0});
    program.functions = {{"f", 0, static_cast<std::uint32_t>(program.insns.size())}};
    program.hooks[0] = 0;
    std::vector<Map> maps = make_maps(program.maps);
    std::memcpy(maps[0].value(0).data(), &a, 8);
    std::memcpy(maps[0].value(0).data() + 8, &b, 8);
    std::vector<std::uint8_t> context(info_of(Hook::Init).context_size);
    Surroundings surroundings;
    EXPECT_FALSE(Interpreter(program, maps).run(Hook::Init, context, surroundings).has_value());
    std::uint64_t result = 0;
    std::memcpy(&result, maps[0].value(0).data() + 16, 8);
    return result;
}

TEST(Number, WhatIsComputedIsAmongWhatWasForeseen) {
    Chance chance(7);
    for (int i = 0; i < 60'000; ++i) {
        constexpr unsigned operations[] = {Add, Sub, Mul, Div, Mod, Or, And, Xor, Lsh, Rsh, Arsh};
        const unsigned operation = operations[chance() % std::size(operations)];
        const bool is_32_bits = chance() % 2 == 0;
        const std::uint64_t a = any_number(chance);
        const std::uint64_t b = any_number(chance);
        const Number known_a = any_knowledge(a, chance);
        const Number known_b = any_knowledge(b, chance);
        ASSERT_TRUE(known_a.contains(a) && known_b.contains(b));
        const auto opcode = static_cast<std::uint8_t>((is_32_bits ? unsigned{Alu} : unsigned{Alu64}) | operation | 8U);
        const std::uint64_t result = run({{opcode, 0x21, 0, 0}}, a, b);
        const Number foreseen = compute(operation, is_32_bits, known_a, known_b);
        ASSERT_TRUE(foreseen.contains(result))
            << operation << (is_32_bits ? " (32) " : " ") << a << " " << b << " is " << result << ", foreseen "
            << text_of(foreseen) << " from " << text_of(known_a) << " and " << text_of(known_b);
    }
}

TEST(Number, WhatAJumpTellsIsTrue) {
    Chance chance(8);
    for (int i = 0; i < 60'000; ++i) {
        constexpr unsigned operations[] = {Jeq, Jne, Jgt, Jge, Jlt, Jle, Jset, Jsgt, Jsge, Jslt, Jsle};
        const unsigned operation = operations[chance() % std::size(operations)];
        const bool is_32_bits = chance() % 2 == 0;
        const std::uint64_t a = any_number(chance);
        const std::uint64_t b = chance() % 3 == 0 ? a : any_number(chance);
        Number known_a = any_knowledge(a, chance);
        Number known_b = any_knowledge(b, chance);
        const auto opcode = static_cast<std::uint8_t>((is_32_bits ? unsigned{Jmp32} : unsigned{Jmp}) | operation | 8U);
        // r1 = 1 if it is taken, otherwise 0
        const bool is_taken =
            run({{opcode, 0x21, 2, 0}, {0xb7, 0x01, 0, 0}, {op_jump, 0, 1, 0}, {0xb7, 0x01, 0, 1}}, a, b) == 1;
        const std::string before = text_of(known_a) + " and " + text_of(known_b);
        refine(operation, is_32_bits, is_taken, known_a, known_b);
        ASSERT_TRUE(known_a.contains(a) && known_b.contains(b))
            << operation << (is_32_bits ? " (32) " : " ") << a << " " << b << " taken: " << is_taken << ", from "
            << before << " to " << text_of(known_a) << " and " << text_of(known_b);
    }
}

TEST(Number, CoversWhatItContains) {
    Chance chance(9);
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t value = any_number(chance);
        const Number one = any_knowledge(value, chance);
        const Number other = any_knowledge(value, chance);
        const Number both = intersect(one, other);
        ASSERT_TRUE(both.contains(value));
        ASSERT_TRUE(one.contains(both) && other.contains(both));
    }
}

}  // namespace
}  // namespace ringfence::policy
