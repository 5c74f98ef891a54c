// The weight of a process in the operating system's scheduler, relative to an ordinary one: by its nice value, its
// scheduling class and the weights of its control groups. All facts come from the kernel, not from the process.
//
// A process can lower its own weight freely. Raising it, by a nice value below 0 or a real-time class, needs a
// privilege, and counts up to the administrator's limit. Control groups can only lower the weight here, since an
// unprivileged user who manages one can give its parts any weight.
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
    std::uint32_t cgroup = usual_weight;  // the smallest of its groups' weights, at most usual_weight

    friend bool operator==(const ProcessStanding&, const ProcessStanding&) = default;
};

// Reads the values of the first thread, which `nice`, `renice` and `chrt` set. Unknown values count as usual: then the
// process has ended, or is not visible here. But control groups whose path is too long for the kernel to report get the
// least weight. `cgroups`: where control groups are mounted; `processes`: where procfs is mounted.
ProcessStanding look_at_process(pid_t pid, const std::string& cgroups = "/sys/fs/cgroup",
                                const std::string& processes = "/proc");

// `most`: the limit for privileged processes.
std::uint32_t weight_of(const ProcessStanding& standing, std::uint32_t most);

// Describes what is unusual: "nice 19, control group 50%"; empty if nothing is.
std::string text_of(const ProcessStanding& standing);

// The smallest weight on the path to the group in `proc_file`, the contents of /proc/PID/cgroup.
std::uint32_t cgroup_weight(const std::string& proc_file, const std::string& cgroups);

}  // namespace ringfence::tenants
