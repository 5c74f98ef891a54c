#include "audit/head.h"

#include <vector>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/whole_number.h"

namespace ringfence::audit {
namespace {

constexpr std::string_view magic = "ringfence-audit-head-1";

std::string seal_of(std::string_view text, const Secret& key) {
    const std::string_view parts[] = {"ringfence audit head", text};
    return hex(cache::sealed_digest(key, parts));
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty() && words.size() < 16) {
        const std::size_t end = line.find(' ');
        words.push_back(line.substr(0, end));
        line = end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
    }
    return words;
}

// Reads one of the two places.
HeadReading unpack_place(std::string_view place, const Secret& key) {
    const std::string_view line = place.substr(0, place.find('\n'));
    const std::vector<std::string_view> words = words_of(line);
    if (words.size() != 7 || words[0] != magic) return {std::nullopt, "it is not complete, or no head at all"};
    if (words[5] != installation_of(key)) {
        return {std::nullopt, fmt::format("it belongs to another installation ({}; this one is {})",
                                          escape(words[5], 40), installation_of(key))};
    }
    const std::string_view sealed = line.substr(0, line.size() - words[6].size() - 1);
    if (seal_of(sealed, key) != words[6])
        return {std::nullopt, "its seal is not right: it was changed, or made without the key"};
    const auto turn = whole_number<std::uint64_t>(words[1]);
    const auto first = whole_number<std::uint64_t>(words[2]);
    const auto sequence = whole_number<std::uint64_t>(words[3]);
    const auto hash = parse_hash(words[4]);
    if (!turn || !first || !sequence || !hash) return {std::nullopt, "it is not complete"};
    return {Head{*turn, *first, {*sequence, *hash}}, ""};
}

}  // namespace

std::string installation_of(const Secret& key) {
    const std::string_view parts[] = {"ringfence audit installation"};
    return hex(cache::sealed_digest(key, parts)).substr(0, 16);
}

Hash genesis_of(std::string_view installation) {
    const std::string_view parts[] = {"ringfence audit genesis", installation};
    return cache::digest(parts);
}

std::string pack_head(const Head& head, const Secret& key) {
    std::string line = fmt::format("{} {} {} {} {} {}", magic, head.turn, head.first, head.last.sequence,
                                   hex(head.last.hash), installation_of(key));
    line += " " + seal_of(line, key);
    line.resize(head_place_bytes - 1, ' ');
    line[line.find_last_not_of(' ') + 1] = '\n';
    return line + "\n";
}

HeadReading unpack_head(std::string_view file, const Secret& key) {
    if (file.size() > head_file_bytes) return {std::nullopt, "it is too long"};
    HeadReading best{std::nullopt, "it is empty"};
    for (std::size_t at = 0; at < file.size(); at += head_place_bytes) {
        HeadReading reading = unpack_place(file.substr(at, head_place_bytes), key);
        const bool is_newer = reading.head && (!best.head || reading.head->turn > best.head->turn);
        // A place's problem matters only if no place is valid; then the more specific problem is reported.
        const bool is_first_problem = !reading.head && !best.head && (at == 0 || best.problem.starts_with("it is not"));
        if (is_newer || is_first_problem) best = std::move(reading);
    }
    return best;
}

}  // namespace ringfence::audit
