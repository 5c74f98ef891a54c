#include "ptx/operation.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/mutex.h"

namespace ringfence::ptx {
namespace {

using Slots = std::vector<Modifier>;

bool takes(const isa::Slot& slot, Modifier modifier) {
    auto values = slot.values();
    return std::any_of(values.begin(), values.end(), [&](const auto& value) { return value.modifier == modifier; });
}

// Fills the slots from `slot` on with the words from `word` on, in the table's order. Remembers how far it came.
bool match_in_order(std::span<const isa::Slot> slots, std::size_t slot, std::span<const Modifier> words,
                    std::size_t word, Slots& filled, std::size_t& furthest) {
    furthest = std::max(furthest, word);
    if (slot == slots.size()) {
        return word == words.size();
    }
    if (word < words.size() && takes(slots[slot], words[word])) {
        filled[slot] = words[word];
        if (match_in_order(slots, slot + 1, words, word + 1, filled, furthest)) {
            return true;
        }
    }
    filled[slot] = Modifier::None;
    return slots[slot].optional && match_in_order(slots, slot + 1, words, word, filled, furthest);
}

// Modifiers whose order among themselves has a meaning: types, spaces (from, to), matrix layouts.
enum class Ordered : std::uint8_t { No, Types, Spaces, Layouts };

Ordered ordered(Modifier modifier) {
    if (isa::type_of(modifier) != Type::None) {
        return Ordered::Types;
    }
    if (isa::space_of(modifier) != Space::None) {
        return Ordered::Spaces;
    }
    return modifier == Modifier::Row || modifier == Modifier::Col ? Ordered::Layouts : Ordered::No;
}

// Fills each slot with the first word that fits and is not used yet. The assembler does not mind the order of most
// modifiers: `add.ftz.rn.f32` is as good as `add.rn.ftz.f32`.
bool match_any_order(std::span<const isa::Slot> slots, std::span<const Modifier> words, Slots& filled) {
    if (words.size() > slots.size()) {
        return false;
    }
    std::vector<bool> used(words.size(), false);
    std::array<std::size_t, 4> next_of_kind{};
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        filled[slot] = Modifier::None;
        for (std::size_t word = 0; word < words.size() && filled[slot] == Modifier::None; ++word) {
            const Ordered kind = ordered(words[word]);
            if (used[word] || !takes(slots[slot], words[word])) {
                continue;
            }
            if (kind != Ordered::No && std::exchange(next_of_kind[static_cast<std::size_t>(kind)], word) > word) {
                return false;
            }
            filled[slot] = words[word];
            used[word] = true;
        }
        if (filled[slot] == Modifier::None && !slots[slot].optional) {
            return false;
        }
    }
    return std::all_of(used.begin(), used.end(), [](bool one) { return one; });
}

Operation make_operation(const isa::Form& form, std::string_view text, std::span<const Modifier> words,
                         std::span<const Modifier> filled) {
    Operation operation;
    operation.form = &form;
    operation.opcode = form.opcode;
    operation.instruction_class = isa::info(form.opcode).instruction_class;
    operation.text = text;
    operation.modifiers = words;
    operation.slots = filled;
    auto slots = form.slots();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        switch (slots[i].role) {
            case isa::SlotRole::Type: operation.type = isa::type_of(filled[i]); break;
            case isa::SlotRole::Space: operation.space = isa::space_of(filled[i]); break;
            case isa::SlotRole::Vector: operation.vector = isa::element_count(filled[i]); break;
            case isa::SlotRole::Other: break;
        }
    }
    return operation;
}

void add_choice(std::string& list, std::string_view choice) {
    constexpr std::size_t longest_list = 160;
    std::string quoted = fmt::format("`.{}`", choice);
    if (list.find(quoted) != std::string::npos || list.ends_with("…")) {
        return;
    }
    list += list.empty() ? "" : ", ";
    list += list.size() + quoted.size() > longest_list ? "…" : quoted;
}

// The modifiers that could have stood at `word`, over all forms that fit until there.
std::string choices_at(const isa::OpcodeInfo& info, std::span<const Modifier> words, std::size_t word) {
    std::string list;
    for (const isa::Form& form : info.forms()) {
        auto slots = form.slots();
        for (std::size_t next = 0; next < slots.size(); ++next) {
            Slots filled(slots.size(), Modifier::None);
            std::size_t furthest = 0;
            bool reachable = match_in_order(slots.first(next), 0, words.first(word), 0, filled, furthest);
            for (std::size_t value = 0; reachable && value < slots[next].values().size(); ++value) {
                add_choice(list, isa::name(slots[next].values()[value].modifier));
            }
        }
    }
    return list;
}

// How many letters have to be added, removed or changed to make one word of the other.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0U);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
        }
    }
    return row.back();
}

SpellingError unknown_instruction(std::string_view mnemonic) {
    constexpr std::size_t longest_mnemonic = 24;
    std::string remedy = "PTX instructions through ISA 9.0 are known; check the spelling";
    std::size_t nearest = 2;
    for (const isa::OpcodeInfo& known : isa::all_opcodes()) {
        std::string_view word = known.name.substr(0, known.name.find('.'));
        const std::size_t far = mnemonic.size() < longest_mnemonic ? distance(mnemonic, word) : longest_mnemonic;
        if (far < nearest && word.size() > 2) {
            nearest = far;
            remedy = fmt::format("did you mean `{}`?", word);
        }
    }
    return {0, fmt::format("unknown instruction `{}`", mnemonic), remedy};
}

SpellingError misfit(const isa::OpcodeInfo& info, std::span<const Modifier> words, std::size_t mnemonic_words,
                     std::size_t furthest) {
    std::string choices = choices_at(info, words, furthest);
    std::string remedy = choices.empty() ? fmt::format("`{}` takes no modifier here", info.name)
                                         : fmt::format("possible here: {}", choices);
    std::string message = furthest < words.size()
                              ? fmt::format("`.{}` does not fit `{}` here", isa::name(words[furthest]), info.name)
                              : fmt::format("`{}` lacks a modifier", info.name);
    return {mnemonic_words + furthest, std::move(message), std::move(remedy)};
}

}  // namespace

bool Operation::has(Modifier modifier) const {
    return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

const isa::Need* Operation::find_need(const std::function<bool(const isa::Need&)>& unmet, Modifier& modifier) const {
    modifier = Modifier::None;
    if (unmet(form->need)) {
        return &form->need;
    }
    auto form_slots = form->slots();
    for (std::size_t i = 0; i < form_slots.size(); ++i) {
        for (const isa::SlotValue& value : form_slots[i].values()) {
            if (value.modifier == slots[i] && unmet(value.need)) {
                modifier = value.modifier;
                return &value.need;
            }
        }
    }
    return nullptr;
}

Operation::OperandType Operation::type_of(const isa::OperandSpec& spec) const {
    switch (spec.type.rule) {
        case isa::TypeRule::Any: return {};
        case isa::TypeRule::Literal: return {static_cast<Type>(spec.type.value), false};
        case isa::TypeRule::Slot: return {isa::type_of(slots[spec.type.value]), false};
        case isa::TypeRule::SlotTwice: return {isa::type_of(slots[spec.type.value]), true};
    }
    return {};
}

Space Operation::space_of(const isa::OperandSpec& spec) const {
    if (spec.space.rule == isa::SpaceRule::Literal) {
        return static_cast<Space>(spec.space.value);
    }
    Space named = isa::space_of(slots[spec.space.value]);
    return named == Space::None ? Space::Generic : named;
}

std::vector<std::string_view> split_opcode(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    while (true) {
        std::size_t dot = text.find('.', begin);
        words.push_back(text.substr(begin, dot - begin));
        if (dot == std::string_view::npos) {
            return words;
        }
        begin = dot + 1;
    }
}

bool OperationTable::is_available(const Operation& operation) const {
    Modifier modifier{};
    return operation.find_need([this](const isa::Need& need) { return !has_(need); }, modifier) == nullptr;
}

namespace {

// The match of a spelling in the table of instructions. It does not depend on the module, so it is computed once per
// process.
struct Spelling {
    struct Match {
        const isa::Form* form = nullptr;
        Slots slots;
    };
    std::vector<Modifier> words;
    std::vector<Match> matches;
};

class KnownSpellings {
public:
    static KnownSpellings& instance() {
        static KnownSpellings known;
        return known;
    }
    std::shared_ptr<const Spelling> find(const std::string& text) {
        const ReaderLock lock(mutex_);
        const auto found = spellings_.find(text);
        return found == spellings_.end() ? nullptr : found->second;
    }
    // Modifiers may come in any order, so there is no end of spellings; what programs use are some hundred.
    void add(const std::string& text, const std::shared_ptr<const Spelling>& spelling) {
        constexpr std::size_t most = 4096;
        const WriterLock lock(mutex_);
        if (spellings_.size() < most) spellings_.emplace(text, spelling);
    }

private:
    SharedMutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<const Spelling>> spellings_ RF_GUARDED_BY(mutex_);
};

std::variant<std::shared_ptr<const Spelling>, SpellingError> match(std::string_view text) {
    const std::string key(text);
    if (auto known = KnownSpellings::instance().find(key)) return known;
    const std::vector<std::string_view> split = split_opcode(text);
    const std::optional<isa::Mnemonic> mnemonic = isa::find_mnemonic(split);
    if (!mnemonic) return unknown_instruction(split[0]);
    const isa::OpcodeInfo& info = isa::info(mnemonic->opcode);
    auto spelling = std::make_shared<Spelling>();
    std::vector<Modifier>& words = spelling->words;
    for (std::size_t i = mnemonic->words; i < split.size(); ++i) {
        const std::optional<Modifier> modifier = isa::find_modifier(split[i]);
        if (!modifier) {
            const std::string choices = choices_at(info, words, words.size());
            return SpellingError{i, fmt::format("unknown modifier `.{}`", split[i]),
                                 choices.empty() ? "" : fmt::format("possible here: {}", choices)};
        }
        words.push_back(*modifier);
    }
    std::size_t furthest = 0;
    for (const isa::Form& form : info.forms()) {
        Slots filled(form.slots().size(), Modifier::None);
        if (match_in_order(form.slots(), 0, words, 0, filled, furthest) || match_any_order(form.slots(), words, filled))
            spelling->matches.push_back({&form, std::move(filled)});
    }
    if (spelling->matches.empty()) return misfit(info, words, mnemonic->words, furthest);
    KnownSpellings::instance().add(key, spelling);
    return std::shared_ptr<const Spelling>(std::move(spelling));
}

}  // namespace

std::variant<Candidates, SpellingError> OperationTable::find(std::string_view text) {
    if (auto known = known_.find(text); known != known_.end()) {
        return known->second;
    }
    auto matched = match(text);
    if (auto* error = std::get_if<SpellingError>(&matched)) return std::move(*error);
    const Spelling& spelling = *std::get<std::shared_ptr<const Spelling>>(matched);
    const std::string_view kept_text = arena_.copy_string(text);
    const std::span<const Modifier> kept_words = arena_.copy_span(spelling.words);
    std::vector<const Operation*> operations;
    for (const Spelling::Match& one : spelling.matches) {
        Operation operation = make_operation(*one.form, kept_text, kept_words, arena_.copy_span(one.slots));
        operation.available = is_available(operation);
        operations.push_back(arena_.allocate<Operation>(operation));
    }
    const Candidates candidates = arena_.copy_span(std::span<const Operation* const>(operations));
    known_.emplace(kept_text, candidates);
    return candidates;
}

}  // namespace ringfence::ptx
