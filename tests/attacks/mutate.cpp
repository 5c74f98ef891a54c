#include "mutate.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ringfence::attacks {
namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t limit) {
    return static_cast<std::size_t>(random() % limit);
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '%';
}

struct Piece {
    std::size_t begin = 0;
    std::size_t length = 0;
};

// The words of a line that `wanted` likes.
template <typename Wanted>
std::vector<Piece> find_words(std::string_view line, Wanted wanted) {
    std::vector<Piece> found;
    for (std::size_t i = 0; i < line.size();) {
        if (!is_word(line[i])) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < line.size() && is_word(line[end]))
            ++end;
        if (wanted(line.substr(i, end - i))) found.push_back({i, end - i});
        i = end;
    }
    return found;
}

// Registers of one kind are mostly named alike: %rd17, %__rf_d5.
std::string_view stem(std::string_view reg) {
    while (!reg.empty() && reg.back() >= '0' && reg.back() <= '9')
        reg.remove_suffix(1);
    return reg;
}

bool is_register(std::string_view word) {
    return word.size() > 1 && word[0] == '%';
}

bool is_number(std::string_view word) {
    return !word.empty() && word[0] >= '0' && word[0] <= '9' && word.find('f') == std::string_view::npos;
}

class Mutation {
public:
    Mutation(std::vector<std::string>& lines, std::vector<std::size_t> statements, Random& random)
        : lines_(lines), statements_(std::move(statements)), random_(random) {}

    std::string once() {
        for (int tries = 0; tries < 50; ++tries) {
            const std::size_t at = statements_[below(random_, statements_.size())];
            const std::string before = lines_[at];
            const char* const kind = change(at);
            if (lines_[at] != before) return std::string(kind) + ": '" + before + "' is now '" + lines_[at] + "'";
        }
        return "nothing";
    }

private:
    const char* change(std::size_t at) {
        switch (below(random_, 9)) {
            case 0: lines_[at].clear(); return "dropped";
            case 1: return swap_register(at), "another register";
            case 2: return change_number(at), "another number";
            case 3: return replace_word(at), "another operation";
            case 4: return swap_lines(at), "another order";
            case 5: return predicate(at), "a predicate";
            case 6: return copy_line(at), "another line";
            case 7: return widen(at), "a wider access";
            default: return retarget(at), "another target";
        }
    }

    void replace(std::size_t at, Piece piece, std::string_view by) {
        lines_[at].replace(piece.begin, piece.length, by);
    }

    void swap_register(std::size_t at) {
        const std::vector<Piece> here = find_words(lines_[at], is_register);
        if (here.empty()) return;
        const Piece piece = here[below(random_, here.size())];
        const std::string old = lines_[at].substr(piece.begin, piece.length);
        // One of the same kind that another line uses; one of any kind now and then.
        const bool any_kind = below(random_, 4) == 0;
        for (int tries = 0; tries < 50; ++tries) {
            const std::string& other = lines_[statements_[below(random_, statements_.size())]];
            const std::vector<Piece> there = find_words(other, is_register);
            if (there.empty()) continue;
            const Piece chosen = there[below(random_, there.size())];
            const std::string_view word = std::string_view(other).substr(chosen.begin, chosen.length);
            if (word == old || (!any_kind && stem(word) != stem(old))) continue;
            return replace(at, piece, std::string(word));
        }
    }

    void change_number(std::size_t at) {
        constexpr std::array numbers = {"0", "1", "3", "8", "1048576", "2147483647", "34359738368", "4294967295", "17"};
        const std::vector<Piece> here = find_words(lines_[at], is_number);
        if (here.empty()) return;
        replace(at, here[below(random_, here.size())], numbers[below(random_, numbers.size())]);
    }

    void replace_word(std::size_t at) {
        constexpr std::array<std::pair<const char*, const char*>, 20> pairs = {{
            {"and", "or"},        {"or", "and"},        {"and", "xor"}, {"min", "max"}, {"max", "min"},
            {"u32", "s32"},       {"s32", "u32"},       {"add", "sub"}, {"sub", "add"}, {"lt", "le"},
            {"ge", "gt"},         {"lt", "gt"},         {"u64", "s64"}, {"shl", "shr"}, {"b32", "b64"},
            {"global", "shared"}, {"shared", "global"}, {"u32", "u64"}, {"and", "add"}, {"wide", "lo"},
        }};
        for (int tries = 0; tries < 30; ++tries) {
            const auto& pair = pairs[below(random_, pairs.size())];
            const std::string_view from = pair.first, to = pair.second;
            const std::vector<Piece> here = find_words(lines_[at], [&](std::string_view word) { return word == from; });
            if (here.empty()) continue;
            return replace(at, here[below(random_, here.size())], to);
        }
    }

    void swap_lines(std::size_t at) {
        const std::size_t other = statements_[below(random_, statements_.size())];
        const std::size_t near = at + 1 < lines_.size() && below(random_, 2) == 0 ? at + 1 : other;
        if (std::find(statements_.begin(), statements_.end(), near) != statements_.end())
            std::swap(lines_[at], lines_[near]);
    }

    void predicate(std::size_t at) {
        const std::size_t begin = lines_[at].find_first_not_of(" \t");
        if (begin == std::string::npos) return;
        if (lines_[at][begin] == '@') {
            lines_[at].erase(begin, lines_[at].find(' ', begin) - begin);
            return;
        }
        for (const std::size_t other : statements_) {
            const std::size_t mark = lines_[other].find("@%");
            if (mark == std::string::npos) continue;
            const std::size_t end = lines_[other].find(' ', mark);
            lines_[at].insert(begin, lines_[other].substr(mark, end - mark) + " ");
            return;
        }
    }

    void copy_line(std::size_t at) { lines_[at] = lines_[statements_[below(random_, statements_.size())]]; }

    void widen(std::size_t at) {
        for (const auto& [from, to] : {std::pair{"+4]", "+34359738376]"}, {"]", "+1073741824]"}, {"]", "+2]"}}) {
            const std::size_t place = lines_[at].find(from);
            if (place == std::string::npos || below(random_, 3) == 0) continue;
            lines_[at].replace(place, std::string_view(from).size(), to);
            return;
        }
    }

    // A label, a variable or a function of another line.
    void retarget(std::size_t at) {
        const auto is_name = [](std::string_view word) {
            return word.size() > 2 && word[0] != '%' && !is_number(word) &&
                   (word.find('_') != std::string_view::npos || (word[0] >= 'A' && word[0] <= 'Z') || word[0] == '$');
        };
        const std::vector<Piece> here = find_words(lines_[at], is_name);
        if (here.empty()) return;
        const Piece piece = here[below(random_, here.size())];
        for (int tries = 0; tries < 50; ++tries) {
            const std::string other = lines_[statements_[below(random_, statements_.size())]];
            const std::vector<Piece> there = find_words(other, is_name);
            if (there.empty()) continue;
            const Piece chosen = there[below(random_, there.size())];
            return replace(at, piece, other.substr(chosen.begin, chosen.length));
        }
    }

    std::vector<std::string>& lines_;
    std::vector<std::size_t> statements_;
    Random& random_;
};

// Lines that hold an instruction, in functions that are not the guard's own.
std::vector<std::size_t> find_statements(const std::vector<std::string>& lines) {
    std::vector<std::size_t> statements;
    bool is_guards = false;
    int depth = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string& line = lines[i];
        if (depth == 0 && (line.find(".func") != std::string::npos || line.find(".entry") != std::string::npos))
            is_guards = line.find(".func") != std::string::npos && line.find("__rf_") != std::string::npos;
        if (depth > 0 && !is_guards && line.ends_with(';') && line.find(".reg") == std::string::npos)
            statements.push_back(i);
        depth +=
            static_cast<int>(std::count(line.begin(), line.end(), '{') - std::count(line.begin(), line.end(), '}'));
    }
    return statements;
}

}  // namespace

std::string mutate(std::string_view ptx, Random& random, std::string& what) {
    std::vector<std::string> lines = split(ptx);
    std::vector<std::size_t> statements = find_statements(lines);
    what.clear();
    if (statements.empty()) return std::string(ptx);
    Mutation mutation(lines, std::move(statements), random);
    const std::size_t count = 1 + (below(random, 3) == 0 ? below(random, 3) : 0);
    for (std::size_t i = 0; i < count; ++i)
        what += (i == 0 ? "" : "; ") + mutation.once();
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

}  // namespace ringfence::attacks
