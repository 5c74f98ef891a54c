// What a process counts for the operating system beside an ordinary one: by its nice value, its scheduling class and
// the weights of its control groups. All of it is the kernel's word; the process itself is asked nothing.
//
// A process may lower itself as it likes. What raises it, a nice value below 0 or a real-time class, needs a privilege,
// and counts within the administrator's bound. Control groups only lower: who was handed one to manage may give its
// parts any weight.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace ringfence::tenants {

// Weights are in millionths of an ordinary process's.
constexpr std::uint32_t usual_weight = 1'000'000;
constexpr std::uint32_t least_weight = 10;
constexpr std::uint32_t least_cgroup_weight = 1'000;

struct ProcessStanding {
    enum class Class : std::uint8_t { Usual, Idle, RealTime };

    Class scheduling = Class::Usual;
    int nice = 0;
    std::uint32_t cgroup = usual_weight;  // the smallest of its groups' weights; at most the usual one

    friend bool operator==(const ProcessStanding&, const ProcessStanding&) = default;
};

// Of its first thread, which `nice`, `renice` and `chrt` set. What the kernel does not tell counts as usual: then the
// process has ended, or is none of this machine's. But control groups with a path that is too long to be told weigh
// least. `cgroups`: where control groups are mounted; `processes`: where the kernel tells of processes.
ProcessStanding look_at_process(pid_t pid, const std::string& cgroups = "/sys/fs/cgroup",
                                const std::string& processes = "/proc");

// `most`: that privileges are worth.
std::uint32_t weight_of(const ProcessStanding& standing, std::uint32_t most);

// What is not as usual, "nice 19, control group 50%"; empty: nothing.
std::string text_of(const ProcessStanding& standing);

// The smallest weight on the way to the group of which /proc/PID/cgroup tells.
std::uint32_t cgroup_weight(const std::string& proc_file, const std::string& cgroups);

}  // namespace ringfence::tenants
