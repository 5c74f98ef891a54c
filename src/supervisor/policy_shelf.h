// The policy that a daemon gives to its workers (docs/policies.md). The daemon keeps the object file, and does not look
// into it: workers do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/unique_fd.h"
#include "schema/takeover.capnp.h"
#include "supervisor/descriptor_list.h"
#include "supervisor/guest.h"
#include "worker/control.h"

namespace ringfence::supervisor {

constexpr std::uint64_t largest_policy = 4 << 20;  // bytes of its object, as workers read it (policy/object_file.h)

// How a policy is run, and when it is taken out again (policy/seat.h). 0: as usual.
struct PolicyWatch {
    std::uint64_t budget = 0;
    std::int64_t patience_ns = 0;
    std::int64_t longest_idle_ns = 0;
    std::uint32_t most_wrong = 0;
    bool is_native = false;  // as compiled code
};
// The settings with the defaults in the place of zeros, or why they are refused.
Result<PolicyWatch> checked(PolicyWatch watch);

struct ShelvedPolicy {
    std::string name;  // its name, as the administrator gave it
    std::string digest;
    std::string by;
    std::string vgpu;            // within which it decides; empty: on the card
    std::string tenant;          // whose it is, as the manager of that virtual GPU; empty: an administrator's
    std::optional<Guest> guest;  // by what right that tenant loaded it: the policy goes with it
    UniqueFd object;             // a memory file that nobody else can write
    PolicyWatch watch;
};

// A copy of the file that an administrator sent, which must be a memory file: reading any other may block for ever.
Result<ShelvedPolicy> shelve(int object, const std::string& name, const PolicyWatch& watch, std::string by);

// The order that workers get. `policy` null: the built-in one is to decide.
worker::PolicyOrder order_for(const ShelvedPolicy* policy, std::uint32_t number, const std::string& vgpu);

void write(schema::PolicyRecord::Builder to, const ShelvedPolicy& policy, DescriptorList& descriptors);
Result<std::optional<ShelvedPolicy>> read(schema::PolicyRecord::Reader from, DescriptorList& descriptors);

}  // namespace ringfence::supervisor
