#include "client/runtime/state.h"

#include "base/per_thread.h"

namespace ringfence::runtime {

ThreadState& thread_state() {
    return PerThread<ThreadState>::get();
}

}  // namespace ringfence::runtime
