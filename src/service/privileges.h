// Giving up what root may do, for good.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <initializer_list>

#include "base/result.h"
#include "service/users.h"

namespace ringfence::service {

// From now on this process is that user, in no other group, without any capability but `kept` (of linux/capability.h),
// and neither it nor its child processes can gain privileges. It has one thread.
[[nodiscard]] Result<void> become(const User& user, std::initializer_list<int> kept = {});

// Between fork and exec, with CAP_SETUID and CAP_SETGID: async-signal-safe calls only. False: it failed.
[[nodiscard]] bool become_in_child(const User& user);

// Others of the same user cannot read its memory, trace it, or see its descriptors; it leaves no core.
void become_undumpable();

}  // namespace ringfence::service
