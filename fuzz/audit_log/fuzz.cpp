// Whoever checks an audit log reads files that somebody may have made to fool or break him. The input: files of a log,
// the oldest first, and then a head, each behind a line of "----".
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "audit/head.h"
#include "audit/reader.h"
#include "audit/verify.h"

namespace {

using namespace ringfence::audit;

std::vector<std::string_view> parts_of(std::string_view input) {
    constexpr std::string_view between = "----\n";
    std::vector<std::string_view> parts;
    while (parts.size() < 8) {
        const std::size_t end = input.find(between);
        parts.push_back(input.substr(0, end));
        if (end == std::string_view::npos) break;
        input.remove_prefix(end + between.size());
    }
    return parts;
}

// A log that is whole has every record from its first to its last, and each knows the one before.
void check_whole(const Verdict& verdict, const std::vector<std::string_view>& files) {
    std::uint64_t expected = verdict.first;
    std::string_view before;
    for (std::string_view file : files) {
        for (std::size_t end = file.find('\n'); end != std::string_view::npos; end = file.find('\n')) {
            const std::string_view line = file.substr(0, end);
            const auto record = parse_line(line);
            if (!record.ok() || record.value().sequence != expected++) std::abort();
            if (!before.empty() && record.value().before != hash_of(before)) std::abort();
            before = line;
            file.remove_prefix(end + 1);
        }
    }
    if (verdict.records != 0 && expected != verdict.last.sequence + 1) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::string_view> parts = parts_of({reinterpret_cast<const char*>(data), size});
    const std::string head(parts.back());
    parts.pop_back();
    const ringfence::Secret key{1, 2, 3};
    for (const bool with_key : {false, true}) {
        Verifier verifier;
        for (std::size_t i = 0; i < parts.size(); ++i)
            verifier.take_file("file" + std::to_string(i), parts[i], i + 1 == parts.size());
        Verifier::Heads heads;
        heads.file = "head";
        if (with_key) heads.key = key;
        heads.bytes = head;
        heads.known = {{3, {}}};
        if (!with_key) heads.known.clear();
        const Verdict verdict = verifier.judge(heads);
        if (verdict.is_whole() && !with_key) check_whole(verdict, parts);
        // Nobody who lacks the key makes a head that is believed.
        if (with_key && verdict.is_whole() && verdict.records != 0 && !unpack_head(head, key).head) std::abort();
    }
    for (const std::string_view part : parts) {
        (void)describe(part.substr(0, part.find('\n')));
        (void)Filter{.text = {}, .event = "event", .tenant = {}, .uid = 7, .pid = {}}.matches(part);
    }
    return 0;
}
