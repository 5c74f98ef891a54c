#include "supervisor/policy_map.h"

#include <algorithm>
#include <iterator>
#include <thread>
#include <vector>

namespace ringfence::supervisor {
namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        lines.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return lines;
}

// The lines that `others` lacks, in their order, each after `sign`.
std::string missing_in(const Lines& others, const Lines& lines, std::string_view sign) {
    Lines known = others;
    std::sort(known.begin(), known.end());
    Lines sorted = lines;
    std::sort(sorted.begin(), sorted.end());
    Lines missing;
    std::set_difference(sorted.begin(), sorted.end(), known.begin(), known.end(), std::back_inserter(missing));
    std::string text;
    for (const std::string_view line : lines) {
        const auto found = std::lower_bound(missing.begin(), missing.end(), line);
        if (found == missing.end() || *found != line) continue;
        missing.erase(found);
        text.append(sign).append(line);
    }
    return text;
}

}  // namespace

std::string changed_lines(std::string_view before, std::string_view after) {
    const Lines old_lines = lines_of(before);
    const Lines new_lines = lines_of(after);
    return missing_in(new_lines, old_lines, "- ") + missing_in(old_lines, new_lines, "+ ");
}

Result<void> PolicyMap::set(const std::string& key, const std::string& value) const {
    RF_TRY(const std::string nothing, ask(schema::MapAction::SET, key, value));
    return {};
}

Result<void> PolicyMap::watch(std::chrono::milliseconds period,
                              const std::function<bool(const std::string& lines)>& changed) const {
    std::string before;
    for (;;) {
        RF_TRY(std::string now, dump());
        const std::string lines = changed_lines(before, now);
        if (!lines.empty() && !changed(lines)) return {};
        before = std::move(now);
        std::this_thread::sleep_for(period);
    }
}

}  // namespace ringfence::supervisor
