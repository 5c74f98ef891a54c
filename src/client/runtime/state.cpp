#include "client/runtime/state.h"

namespace ringfence::runtime {

ThreadState& thread_state() {
    thread_local ThreadState instance;
    return instance;
}

}  // namespace ringfence::runtime
