#include "assembler.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "policy/helpers.h"

namespace ringfence::policy {
namespace {

using Words = std::vector<std::string>;

// Words and signs, apart.
Words words_of(std::string_view line) {
    std::string spaced;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '#') break;
        const bool stands_alone = c == '(' || c == ')' || c == ',' || (c == '*' && line.substr(i + 1, 1) != "=");
        if (stands_alone) spaced += ' ';
        spaced += c;
        if (stands_alone) spaced += ' ';
    }
    std::istringstream stream(spaced);
    Words words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

const std::map<std::string, unsigned, std::less<>> alu_signs{{"+=", Add}, {"-=", Sub}, {"*=", Mul},    {"/=", Div},
                                                             {"|=", Or},  {"&=", And}, {"<<=", Lsh},   {">>=", Rsh},
                                                             {"%=", Mod}, {"^=", Xor}, {"s>>=", Arsh}, {"=", Mov}};
const std::map<std::string, unsigned, std::less<>> jump_signs{{"==", Jeq}, {">", Jgt},   {">=", Jge},   {"&", Jset},
                                                              {"!=", Jne}, {"s>", Jsgt}, {"s>=", Jsge}, {"<", Jlt},
                                                              {"<=", Jle}, {"s<", Jslt}, {"s<=", Jsle}};
const std::map<std::string, MapKind, std::less<>> map_kinds{
    {"array", MapKind::Array}, {"hash", MapKind::Hash},   {"lru", MapKind::LruHash}, {"worker", MapKind::WorkerArray},
    {"queue", MapKind::Queue}, {"stack", MapKind::Stack}, {"ring", MapKind::Ring}};

std::optional<std::int64_t> number_of(std::string_view word) {
    const bool is_negative = word.starts_with('-');
    if (is_negative) word.remove_prefix(1);
    const bool is_hex = word.starts_with("0x");
    if (is_hex) word.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, is_hex ? 16 : 10);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return static_cast<std::int64_t>(is_negative ? 0 - value : value);
}

struct Operand {
    bool is_register = false;
    bool is_half = false;
    std::int64_t value = 0;  // the register's number, or the constant
};

std::optional<Operand> operand_of(std::string_view word) {
    if (word.size() >= 2 && (word[0] == 'r' || word[0] == 'w')) {
        if (const auto number = number_of(word.substr(1)); number && *number >= 0 && *number < 16)
            return Operand{true, word[0] == 'w', *number};
    }
    if (const auto number = number_of(word)) return Operand{false, false, *number};
    return std::nullopt;
}

std::uint8_t registers_of(std::int64_t dst, std::int64_t src) {
    return static_cast<std::uint8_t>(dst | src << 4);
}

struct Place {  // * ( u64 * ) ( r1 + 8 )
    std::uint8_t size_bits = 0;
    std::int64_t base = 0;
    std::int16_t offset = 0;
};
constexpr std::size_t place_words = 10;

std::optional<Place> place_of(const Words& words, std::size_t at) {
    if (words.size() < at + place_words || words[at] != "*" || words[at + 1] != "(" || words[at + 3] != "*") return {};
    static const std::map<std::string, std::uint8_t, std::less<>> sizes{
        {"u8", 0x10}, {"u16", 0x08}, {"u32", 0x00}, {"u64", 0x18}};
    const auto size = sizes.find(words[at + 2]);
    const auto base = operand_of(words[at + 6]);
    const auto offset = number_of(words[at + 8]);
    if (size == sizes.end() || !base || !base->is_register || !offset) return {};
    return Place{size->second, base->value, static_cast<std::int16_t>(words[at + 7] == "-" ? -*offset : *offset)};
}

class Assembler {
public:
    Result<Program> run(std::string_view text) {
        program_.name = "test";
        program_.functions.push_back({"main", 0, 0});
        std::size_t begin = 0;
        while (begin < text.size()) {
            std::size_t end = text.find('\n', begin);
            if (end == std::string_view::npos) end = text.size();
            const Words words = words_of(text.substr(begin, end - begin));
            if (!words.empty() && !take(words))
                return Error::bad_input(fmt::format("cannot assemble '{}'", text.substr(begin, end - begin)));
            begin = end + 1;
        }
        end_function();
        if (!resolve()) return Error::bad_input(fmt::format("unknown label or function '{}'", unknown_));
        program_.hooks[static_cast<std::size_t>(hook_)] = 0;
        return std::move(program_);
    }

private:
    void emit(unsigned opcode, std::uint8_t registers, std::int64_t offset, std::int64_t imm) {
        program_.insns.push_back({static_cast<std::uint8_t>(opcode), registers, static_cast<std::int16_t>(offset),
                                  static_cast<std::int32_t>(imm)});
    }
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(program_.insns.size()); }
    void end_function() { program_.functions.back().end = here(); }

    bool take(const Words& words) {
        if (words[0] == "hook") return take_hook(words);
        if (words[0] == "map" || words[0] == "data") return take_map(words);
        if (words[0] == "function") {
            end_function();
            program_.functions.push_back({words.at(1), here(), here()});
            return true;
        }
        if (words.size() == 1 && words[0].ends_with(':')) {
            labels_[words[0].substr(0, words[0].size() - 1)] = here();
            return true;
        }
        if (words[0] == "raw" && words.size() == 5) {
            emit(static_cast<unsigned>(*number_of(words[1])), static_cast<std::uint8_t>(*number_of(words[2])),
                 *number_of(words[3]), *number_of(words[4]));
            return true;
        }
        if (words[0] == "exit") return emit(op_exit, 0, 0, 0), true;
        if (words[0] == "goto" || words[0] == "if") return take_jump(words);
        if (words[0] == "call") return take_call(words);
        if (words[0] == "*") return take_store(words);
        if (words[0] == "lock") return take_atomic(words, 1, 0);
        return take_assignment(words);
    }

    bool take_hook(const Words& words) {
        for (std::size_t i = 0; i < hook_count; ++i) {
            if (info_of(static_cast<Hook>(i)).name != words.at(1)) continue;
            hook_ = static_cast<Hook>(i);
            return true;
        }
        return false;
    }

    bool take_map(const Words& words) {
        MapSpec spec;
        spec.name = words.at(1);
        if (words[0] == "data") {
            spec.key_size = 4;
            spec.value_size = static_cast<std::uint32_t>(*number_of(words.at(2)));
            spec.max_entries = 1;
            spec.is_read_only = words.size() == 4;
        } else {
            if (words.at(2) == "programs") return take_programs(words);
            const auto kind = map_kinds.find(words.at(2));
            if (kind == map_kinds.end() || words.size() != 6) return false;
            spec.kind = kind->second;
            spec.key_size = static_cast<std::uint32_t>(*number_of(words[3]));
            spec.value_size = static_cast<std::uint32_t>(*number_of(words[4]));
            spec.max_entries = static_cast<std::uint32_t>(*number_of(words[5]));
        }
        program_.maps.push_back(spec);
        return true;
    }

    // map NAME programs FUNCTION..., with - for none
    bool take_programs(const Words& words) {
        MapSpec spec;
        spec.name = words[1];
        spec.kind = MapKind::Programs;
        spec.max_entries = static_cast<std::uint32_t>(words.size() - 3);
        programs_.emplace_back(program_.maps.size(), Words(words.begin() + 3, words.end()));
        program_.maps.push_back(spec);
        return true;
    }

    std::optional<std::int32_t> map_number(std::string_view name) const {
        for (std::size_t i = 0; i < program_.maps.size(); ++i) {
            if (program_.maps[i].name == name) return static_cast<std::int32_t>(i);
        }
        return std::nullopt;
    }

    bool take_jump(const Words& words) {
        jumps_.emplace_back(here(), words.back());
        if (words[0] == "goto") return emit(op_jump, 0, 0, 0), words.size() == 2;
        if (words.size() != 6) return false;
        const auto left = operand_of(words[1]);
        const auto right = operand_of(words[3]);
        const auto sign = jump_signs.find(words[2]);
        if (!left || !left->is_register || !right || sign == jump_signs.end()) return false;
        const unsigned cls = left->is_half ? Jmp32 : Jmp;
        emit(cls | sign->second | (right->is_register ? 8U : 0U),
             registers_of(left->value, right->is_register ? right->value : 0), 0,
             right->is_register ? 0 : right->value);
        return true;
    }

    bool take_call(const Words& words) {
        if (words.size() == 3 && words[1] == "function") {
            calls_.emplace_back(here(), words[2]);
            return emit(op_call, registers_of(0, CallFunction), 0, 0), true;
        }
        if (const auto number = number_of(words.at(1))) return emit(op_call, 0, 0, *number), true;
        for (const HelperInfo& helper : all_helpers()) {
            if (helper.name == words[1]) return emit(op_call, 0, 0, helper.number), true;
        }
        return false;
    }

    bool take_store(const Words& words) {
        const auto place = place_of(words, 0);
        if (!place || words.size() != place_words + 2) return false;
        const auto stored = operand_of(words.back());
        if (!stored) return false;
        const unsigned cls = stored->is_register ? Stx : St;
        emit(cls | unsigned{ModeMem} | place->size_bits,
             registers_of(place->base, stored->is_register ? stored->value : 0), place->offset,
             stored->is_register ? 0 : stored->value);
        return true;
    }

    // From word `at` on: *(u64 *)(r1 + 0) += r2
    bool take_atomic(const Words& words, std::size_t at, int fetch) {
        const auto place = place_of(words, at);
        if (!place || words.size() != at + place_words + 2) return false;
        const auto sign = alu_signs.find(words[at + place_words]);
        const auto stored = operand_of(words.back());
        if (sign == alu_signs.end() || !stored || !stored->is_register) return false;
        emit(unsigned{Stx} | unsigned{ModeAtomic} | place->size_bits, registers_of(place->base, stored->value),
             place->offset, static_cast<int>(sign->second) | fetch);
        return true;
    }

    bool take_assignment(const Words& words) {
        const auto left = operand_of(words[0]);
        if (!left || !left->is_register || words.size() < 3) return false;
        if (words[1] == "=" && words.size() > 3) return take_special(words, *left);
        const auto sign = alu_signs.find(words[1]);
        if (sign == alu_signs.end() || words.size() != 3) return false;
        const unsigned cls = left->is_half ? Alu : Alu64;
        if (words[1] == "=" && words[2] == "-" + words[0])
            return emit(cls | Neg, registers_of(left->value, 0), 0, 0), true;
        const auto right = operand_of(words[2]);
        if (!right) return false;
        emit(cls | sign->second | (right->is_register ? 8U : 0U),
             registers_of(left->value, right->is_register ? right->value : 0), 0,
             right->is_register ? 0 : right->value);
        return true;
    }

    bool take_special(const Words& words, const Operand& left) {
        const std::string& what = words[2];
        if (what == "*") {
            const auto place = place_of(words, 2);
            if (!place || words.size() != 2 + place_words) return false;
            return emit(unsigned{Ldx} | unsigned{ModeMem} | place->size_bits, registers_of(left.value, place->base),
                        place->offset, 0),
                   true;
        }
        if (what == "map" || what == "data") {
            const auto number = map_number(words[3]);
            if (!number) return false;
            const std::int64_t offset = words.size() == 6 ? number_of(words[5]).value_or(0) : 0;
            return load_imm64(left, what == "map" ? LoadMap : LoadGlobal, *number, offset), true;
        }
        if (what == "fetch") return take_atomic(words, 3, Fetch);
        if (what == "xchg" || what == "cmpxchg") {
            const auto place = place_of(words, 4);
            const auto stored = operand_of(words[words.size() - 2]);
            if (!place || !stored) return false;
            emit(unsigned{Stx} | unsigned{ModeAtomic} | place->size_bits, registers_of(place->base, stored->value),
                 place->offset, what == "xchg" ? Xchg : Cmpxchg);
            return true;
        }
        if (what.starts_with("be") || what.starts_with("le")) {
            emit(unsigned{Alu} | unsigned{End} | (what[0] == 'b' ? 8U : 0U), registers_of(left.value, 0), 0,
                 number_of(std::string_view(what).substr(2)).value_or(0));
            return true;
        }
        if (words.size() == 4 && words[3] == "ll") {
            const auto number = number_of(what);
            if (!number) return false;
            return load_imm64(left, LoadNumber, static_cast<std::int32_t>(*number), *number >> 32), true;
        }
        return false;
    }

    void load_imm64(const Operand& left, LoadImm kind, std::int64_t low, std::int64_t high) {
        emit(op_load_imm64, registers_of(left.value, kind), 0, low);
        emit(0, 0, 0, high);
    }

    bool resolve() {
        for (const auto& [at, label] : jumps_) {
            const auto found = labels_.find(label);
            unknown_ = label;
            const auto number = number_of(label.starts_with('+') ? label.substr(1) : label);
            if (found == labels_.end() && !number) return false;
            const std::int64_t distance = found == labels_.end() ? *number : std::int64_t{found->second} - at - 1;
            program_.insns[at].offset = static_cast<std::int16_t>(distance);
        }
        for (const auto& [at, name] : calls_) {
            bool is_found = false;
            unknown_ = name;
            for (const Function& function : program_.functions) {
                if (function.name != name) continue;
                program_.insns[at].imm = static_cast<std::int32_t>(function.begin) - static_cast<std::int32_t>(at) - 1;
                is_found = true;
            }
            if (!is_found) return false;
        }
        for (const auto& [map, names] : programs_) {
            for (const std::string& name : names) {
                unknown_ = name;
                const auto found = std::find_if(program_.functions.begin(), program_.functions.end(),
                                                [&](const Function& function) { return function.name == name; });
                const auto number = number_of(name);  // of a function that need not be there
                if (found == program_.functions.end() && name != "-" && !number) return false;
                program_.maps[map].programs.push_back(
                    number        ? static_cast<std::uint32_t>(*number)
                    : name == "-" ? no_program
                                  : static_cast<std::uint32_t>(found - program_.functions.begin()));
            }
        }
        return true;
    }

    Program program_;
    Hook hook_ = Hook::Dispatch;
    std::map<std::string, std::uint32_t> labels_;
    std::vector<std::pair<std::uint32_t, std::string>> jumps_;
    std::vector<std::pair<std::uint32_t, std::string>> calls_;
    std::vector<std::pair<std::size_t, Words>> programs_;
    std::string unknown_;
};

}  // namespace

Result<Program> assemble(std::string_view text) {
    return Assembler().run(text);
}

}  // namespace ringfence::policy
