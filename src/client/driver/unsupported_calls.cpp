#include "client/driver/unsupported_calls.h"

#include <string>
#include <vector>

#include "client/driver/state.h"
#include "client/trace/unsupported.h"

namespace ringfence::driver {

void tell_unsupported() {
    const State& s = state();
    client::Session* const its = s.session.load(std::memory_order_acquire);
    // A forked child sees its parent's channel.
    if (its == nullptr || s.is_forked.load(std::memory_order_relaxed)) return;
    std::uint64_t calls = 0;
    std::vector<std::string> names;
    for (const client::UnsupportedCount& entry : client::unsupported_counts()) {
        calls += entry.calls;
        names.push_back(entry.name);
    }
    if (calls != 0) its->channel().tell_unsupported(calls, names);
}

}  // namespace ringfence::driver
