// The input of a simulation: a device, virtual GPUs and their load; and the format of text files that describe it.
//
//     seconds 5                                   simulated time; of that the first is warm-up
//     warmup 1
//     seed 7
//     device compute=1 copy=1 launch=4us notice=6us sms=8 turn=500us
//                                                 sms: multiprocessors that can be divided; turn: jobs of one virtual
//                                                 GPU at a time, for about so long, as on a card
//     vgpu trainer compute=70% copy=50%           as a virtual GPU's settings are written, and count=N for many alike
//     vgpu server compute=30% priority=2
//     load trainer endless compute 5ms            always has more jobs; streams=N
//     load server periodic compute 200us every=10ms
//     load server sync compute 20us think=30us    launches, waits, thinks, launches
//     load trainer endless compute 1ms,50ms       two kernels, one of them at random
//     load trainer endless compute 1ms/50ms       one kernel that takes now this long, now that
//     load server sync compute 20us after=trainer waits for the last job of the trainer's first stream, too
//     load trainer endless compute 1ms weight=10% counts as a tenth of the trainer's other loads, as sessions do whose
//                                                 processes are nice
//     load trainer endless copy_to 1ms + compute 2ms + copy_from 1ms      steps of one stream
//     load trainer recorded trainer.json          as recorded: a timeline of `ringfence run --trace-file`, in this
//                                                 file's folder (recording.h). Several recordings keep their distance
//                                                 in time, and the first begins at once; at=2s sets the beginning of
//                                                 this one
//
// A line that begins with # is a comment. With recorded loads there is no warm-up by default, and the duration is
// theirs.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sched/simulator/recording.h"
#include "sched/types.h"
#include "sched/virtual_gpu.h"

namespace ringfence::sched {

struct Step {
    Resource resource = Resource::Compute;
    std::vector<Time> lengths;
    bool are_kernels = true;  // each length is another kernel; otherwise one kernel with varying durations
};

struct Load {
    enum class Kind : std::uint8_t { Endless, Periodic, Sync, Recorded };

    std::size_t group = 0;  // of Workload::groups
    Kind kind = Kind::Endless;
    std::vector<Step> steps;
    Time pause = 0;  // Periodic: from one beginning to the next; Sync: from an end to the next beginning
    std::uint32_t streams = 1;
    std::uint32_t weight = whole;      // among the group's loads
    std::optional<std::size_t> after;  // of Workload::groups
    std::string file;                  // this and the next two: for a recorded load
    std::optional<Time> at;            // when it begins; none: as recorded
    Recording recording;
};

// Virtual GPUs with the same settings.
struct VgpuGroup {
    VirtualGpu vgpu;
    std::uint32_t count = 1;
};

struct Workload {
    Time duration = 5 * second;
    Time warmup = second;
    bool has_duration = false;  // the file sets it
    bool has_warmup = false;
    std::uint64_t seed = 1;
    std::array<std::uint32_t, resource_count> concurrency{1, 1, 1};
    std::uint32_t multiprocessors = 0;  // that can be divided; 0: none
    Time turn = 0;                      // DispatcherSettings::turn; 0: none
    Time launch = 4 * microsecond;      // from the dispatcher to the card
    Time notice = 6 * microsecond;      // from a job's end to the dispatcher
    std::vector<VgpuGroup> groups;
    std::vector<Load> loads;
};

// Does not read the recordings.
[[nodiscard]] Result<Workload> parse_workload(std::string_view text, const std::string& file);
// Reads the recordings: paths are relative to `folder` unless they begin with /.
[[nodiscard]] Result<void> read_recordings(Workload& workload, const std::string& folder);

}  // namespace ringfence::sched
