#include "tenants/cgroup.h"

#include <algorithm>

#include "base/escape.h"

namespace ringfence::tenants {
namespace {

constexpr std::size_t longest_pattern = 512;

// Removes the first name from a path that begins with /.
std::string_view take_name(std::string_view& path) {
    path.remove_prefix(1);
    const std::string_view name = path.substr(0, path.find('/'));
    path.remove_prefix(name.size());
    return name;
}

// Backtracks only to the last *, so the time is at most the product of both lengths.
bool does_name_match(std::string_view name, std::string_view pattern) {
    std::size_t at = 0;
    std::size_t in_pattern = 0;
    std::size_t star = std::string_view::npos;
    std::size_t star_at = 0;
    while (at < name.size()) {
        if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
            star = in_pattern++;
            star_at = at;
        } else if (in_pattern < pattern.size() && pattern[in_pattern] == name[at]) {
            ++in_pattern;
            ++at;
        } else if (star != std::string_view::npos) {
            in_pattern = star + 1;
            at = ++star_at;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', in_pattern) == std::string_view::npos;
}

}  // namespace

Result<void> check_cgroup_pattern(std::string_view pattern) {
    const auto is_unfit = [](char c) { return c == '\'' || static_cast<unsigned char>(c) < ' ' || c == 127; };
    const bool is_fine = pattern.size() >= 2 && pattern.size() <= longest_pattern && pattern[0] == '/' &&
                         pattern.back() != '/' && pattern.find("//") == std::string_view::npos &&
                         std::none_of(pattern.begin(), pattern.end(), is_unfit);
    bool names_something = false;
    bool goes_up = false;
    for (std::string_view rest = pattern; is_fine && !rest.empty();) {
        const std::string_view name = take_name(rest);
        names_something = names_something || name.find_first_not_of('*') != std::string_view::npos;
        goes_up = goes_up || name == "." || name == "..";
    }
    if (is_fine && names_something && !goes_up) return {};
    return Error::bad_input("'" + escape(pattern, longest_pattern) + "' names no control groups")
        .with_remedy("write a path as in /proc/PID/cgroup, for instance /system.slice/docker-4f6d*");
}

bool is_in_cgroup(std::string_view path, std::string_view pattern) {
    if (!path.starts_with('/') || !pattern.starts_with('/')) return false;
    while (!pattern.empty()) {
        if (path.empty()) return false;
        const std::string_view wanted = take_name(pattern);
        const std::string_view name = take_name(path);
        if (name.empty() || !does_name_match(name, wanted)) return false;
    }
    return true;
}

Result<std::string> unified_cgroup(std::string_view proc_file) {
    constexpr std::string_view mark = "0::";
    while (!proc_file.empty()) {
        const std::string_view line = proc_file.substr(0, proc_file.find('\n'));
        proc_file.remove_prefix(std::min(line.size() + 1, proc_file.size()));
        if (!line.starts_with(mark)) continue;
        const std::string_view path = line.substr(mark.size());
        const std::string inside = std::string(path) + "/";
        if (!path.starts_with('/') || inside.find("/../") != std::string::npos)
            return Error::bad_input("its control group lies outside of those that the daemon sees");
        if (path.ends_with(" (deleted)")) return Error::bad_input("its control group has been removed");
        return std::string(path);
    }
    return Error::bad_input("it has no control group in the unified hierarchy");
}

}  // namespace ringfence::tenants
