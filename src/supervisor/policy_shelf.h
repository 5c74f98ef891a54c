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
#include "worker/control.h"

namespace ringfence::supervisor {

// How a policy is run, and when it is taken out again (policy/seat.h). 0: as usual.
struct PolicyWatch {
    std::uint64_t budget = 0;
    std::int64_t patience_ns = 0;
    std::int64_t longest_idle_ns = 0;
    std::uint32_t most_wrong = 0;
    bool is_native = false;  // as compiled code
};
// With what is usual in the place of zeros, or why that cannot be.
Result<PolicyWatch> checked(PolicyWatch watch);

struct ShelvedPolicy {
    std::string name;  // what it calls itself, as the administrator says
    std::string digest;
    std::string by;
    UniqueFd object;  // a memory file that nobody else can write
    PolicyWatch watch;
};

// A copy of what an administrator sent, which must be a memory file: reading any other may take for ever.
Result<ShelvedPolicy> shelve(int object, const std::string& name, const PolicyWatch& watch, std::string by);

// What workers are told. `policy` null: the built-in one is to decide.
worker::PolicyOrder order_for(const ShelvedPolicy* policy, std::uint32_t number);

void write(schema::PolicyRecord::Builder to, const ShelvedPolicy& policy, DescriptorList& descriptors);
Result<std::optional<ShelvedPolicy>> read(schema::PolicyRecord::Reader from, DescriptorList& descriptors);

}  // namespace ringfence::supervisor
