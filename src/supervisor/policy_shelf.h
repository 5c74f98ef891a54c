// A policy that the daemon passes to its workers (docs/policies.md). The daemon keeps the object file without parsing
// it: workers do that.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/unique_fd.h"
#include "schema/takeover.capnp.h"
#include "supervisor/descriptor_list.h"
#include "supervisor/guest.h"
#include "worker/control.h"

namespace ringfence::supervisor {

constexpr std::uint64_t largest_policy = 4 << 20;  // bytes of its object file (policy/object_file.h)

// How a policy is run, and when the watchdog removes it (policy/seat.h). 0: the default.
struct PolicyWatch {
    std::uint64_t budget = 0;
    std::int64_t patience_ns = 0;
    std::int64_t longest_idle_ns = 0;
    std::uint32_t most_wrong = 0;
    bool is_native = false;  // run as compiled code
};
// Replaces zeros by the defaults. An error if a setting is out of range.
Result<PolicyWatch> checked(PolicyWatch watch);

struct ShelvedPolicy {
    std::string name;  // chosen by the administrator
    std::string digest;
    std::string by;
    std::string vgpu;            // in which it decides; empty: on the card
    std::string tenant;          // the virtual GPU's manager, if it loaded it; empty: an administrator
    std::optional<Guest> guest;  // the tenant's right to load it: without it the policy is removed
    // A memory file that no other process can write. Shared with orders that wait to be sent.
    std::shared_ptr<const UniqueFd> object;
    PolicyWatch watch;
};

// Copies the file that an administrator sent. It must be a memory file: reading any other may block for ever.
Result<ShelvedPolicy> shelve(int object, const std::string& name, const PolicyWatch& watch, std::string by);

// The order to send to workers. `policy` null: return to the built-in one.
worker::PolicyOrder order_for(const ShelvedPolicy* policy, std::uint32_t number, const std::string& vgpu);

void write(schema::PolicyRecord::Builder to, const ShelvedPolicy& policy, DescriptorList& descriptors);
Result<std::optional<ShelvedPolicy>> read(schema::PolicyRecord::Reader from, DescriptorList& descriptors);

}  // namespace ringfence::supervisor
