/* Hooks that do nothing, on every occasion there is, also for a virtual GPU that is alone: what it costs to have a policy. */
#include <ringfence/policy.h>

#define NOTHING(hook, context) \
    static void hook(struct context* ctx) { (void)ctx; }

NOTHING(on_submit, rf_submit)
NOTHING(on_admit, rf_admit)
NOTHING(on_dispatch, rf_dispatch)
NOTHING(on_retire, rf_retire)
NOTHING(on_copy, rf_copy)
NOTHING(on_pressure, rf_memory)
NOTHING(on_reclaim, rf_memory)
NOTHING(on_tick, rf_tick)

RF_POLICY("nothing", .flags = RF_ALONE_TOO, .submit = on_submit, .admit = on_admit, .dispatch = on_dispatch,
          .retire = on_retire, .copy_enqueue = on_copy, .memory_pressure = on_pressure, .reclaim = on_reclaim,
          .tick = on_tick);
