#include "tenants/process_weight.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/core.h>

#include "base/file.h"
#include "base/unique_fd.h"

namespace ringfence::tenants {
namespace {

constexpr std::size_t most_proc_file_bytes = 65'536;
constexpr std::size_t most_weight_bytes = 64;
// Deeper groups are ignored: they would lower only their owner, who may have made thousands of them.
constexpr int most_levels = 16;

// The kernel's own numbers (sched_prio_to_weight, WEIGHT_IDLEPRIO): a factor of 1.25 for each step of nice.
constexpr double step_of_nice = 1.25;
constexpr double of_idle_class = 3.0 / 1024;
constexpr int highest_nice = -20;

// A hierarchy with processor weights: version 1 has one for each controller, version 2 one for all.
struct Hierarchy {
    std::string_view folder;
    std::string_view file;
    std::uint64_t usual;
};
constexpr Hierarchy version_1{"/cpu", "/cpu.shares", 1024};
constexpr Hierarchy version_2{"", "/cpu.weight", 100};

struct GroupPlace {
    Hierarchy hierarchy;
    std::string_view path;
};

bool has_processor_controller(std::string_view controllers) {
    while (!controllers.empty()) {
        const std::string_view one = controllers.substr(0, controllers.find(','));
        if (one == "cpu") return true;
        controllers.remove_prefix(std::min(one.size() + 1, controllers.size()));
    }
    return false;
}

// If both versions are mounted, the controller is in version 1's if that lists it.
std::optional<GroupPlace> processor_cgroup(std::string_view proc_file) {
    std::optional<GroupPlace> found;
    while (!proc_file.empty()) {
        const std::string_view line = proc_file.substr(0, proc_file.find('\n'));
        proc_file.remove_prefix(std::min(line.size() + 1, proc_file.size()));
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
        if (second == std::string_view::npos) continue;
        const std::string_view path = line.substr(second + 1);
        if (has_processor_controller(line.substr(first + 1, second - first - 1))) return GroupPlace{version_1, path};
        if (line.starts_with("0::")) found = GroupPlace{version_2, path};
    }
    return found;
}

std::optional<std::uint64_t> weight_in(const std::string& file) {
    const Result<std::string> text = read_file(file, most_weight_bytes);
    if (!text.ok()) return std::nullopt;
    std::uint64_t weight = 0;
    const char* const begin = text.value().data();
    if (std::from_chars(begin, begin + text.value().size(), weight).ec != std::errc()) return std::nullopt;
    return weight;
}

int nice_of(pid_t pid) {
    errno = 0;
    const int nice = ::getpriority(PRIO_PROCESS, static_cast<id_t>(pid));
    return errno == 0 ? nice : 0;
}

ProcessStanding::Class class_of(pid_t pid) {
    switch (::sched_getscheduler(pid) & ~SCHED_RESET_ON_FORK) {
        case SCHED_IDLE: return ProcessStanding::Class::Idle;
        case SCHED_FIFO:
        case SCHED_RR:
        case 6: return ProcessStanding::Class::RealTime;  // SCHED_DEADLINE, which <sched.h> has not
        default: return ProcessStanding::Class::Usual;    // SCHED_BATCH too: it has the weight of its nice value
    }
}

// The kernel does not report paths beyond a length: by nesting many groups a user could hide the weights of those
// above.
bool is_path_too_long(const std::string& proc_file) {
    const UniqueFd file(::open(proc_file.c_str(), O_RDONLY | O_CLOEXEC));
    char first = 0;
    return (!file || ::read(file.get(), &first, 1) < 0) && errno == ENAMETOOLONG;
}

}  // namespace

std::uint32_t cgroup_weight(const std::string& proc_file, const std::string& cgroups) {
    const std::optional<GroupPlace> place = processor_cgroup(proc_file);
    // Only a leading ".." means outside of the visible part; "..x" is an ordinary name.
    const bool is_seen =
        place && place->path.starts_with('/') && place->path != "/.." && !place->path.starts_with("/../");
    if (!is_seen) return usual_weight;
    const Hierarchy& hierarchy = place->hierarchy;
    std::uint64_t least = usual_weight;
    std::size_t end = 0;
    for (int level = 0; level < most_levels && end + 1 < place->path.size(); ++level) {
        end = std::min(place->path.find('/', end + 1), place->path.size());
        const auto weight = weight_in(cgroups + std::string(hierarchy.folder) +
                                      std::string(place->path.substr(0, end)) + std::string(hierarchy.file));
        if (weight && *weight < hierarchy.usual) least = std::min(least, *weight * usual_weight / hierarchy.usual);
    }
    return std::max(static_cast<std::uint32_t>(least), least_cgroup_weight);
}

ProcessStanding look_at_process(pid_t pid, const std::string& cgroups, const std::string& processes) {
    ProcessStanding standing;
    if (pid <= 0) return standing;
    standing.scheduling = class_of(pid);
    standing.nice = nice_of(pid);
    const std::string file = fmt::format("{}/{}/cgroup", processes, pid);
    const Result<std::string> groups = read_file(file, most_proc_file_bytes);
    if (groups.ok()) {
        standing.cgroup = cgroup_weight(groups.value(), cgroups);
    } else if (is_path_too_long(file)) {
        standing.cgroup = least_cgroup_weight;
    }
    return standing;
}

std::uint32_t weight_of(const ProcessStanding& standing, std::uint32_t most) {
    double weight = std::pow(step_of_nice, -standing.nice);
    if (standing.scheduling == ProcessStanding::Class::Idle) weight = of_idle_class;
    if (standing.scheduling == ProcessStanding::Class::RealTime) weight = std::pow(step_of_nice, -highest_nice);
    weight = std::min(weight * usual_weight, static_cast<double>(std::max(most, usual_weight)));
    weight *= static_cast<double>(standing.cgroup) / usual_weight;
    return std::max(static_cast<std::uint32_t>(std::lround(weight)), least_weight);
}

std::string text_of(const ProcessStanding& standing) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (standing.scheduling == ProcessStanding::Class::Idle) add("idle class");
    if (standing.scheduling == ProcessStanding::Class::RealTime) add("real-time class");
    if (standing.scheduling == ProcessStanding::Class::Usual && standing.nice != 0)
        add(fmt::format("nice {}", standing.nice));
    if (standing.cgroup != usual_weight) add(fmt::format("control group {:.3g}%", standing.cgroup / 1e4));
    return text;
}

}  // namespace ringfence::tenants
