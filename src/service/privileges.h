// Gives up root's rights for good.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <initializer_list>

#include "base/result.h"
#include "service/users.h"

namespace ringfence::service {

// Makes this process run as that user, in no other group, with no capabilities but `kept` (linux/capability.h); neither
// it nor its children can gain privileges. Call it with one thread.
[[nodiscard]] Result<void> become(const User& user, std::initializer_list<int> kept = {});

// Between fork and exec, with CAP_SETUID and CAP_SETGID: uses async-signal-safe calls only. False: it failed.
[[nodiscard]] bool become_in_child(const User& user);

// Keeps processes of the same user from reading its memory, tracing it or seeing its descriptors; no core dumps.
void become_undumpable();

}  // namespace ringfence::service
