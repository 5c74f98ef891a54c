/* Memory leaves the card by use: that of whoever has not used the card for longest first, whatever its priority. What
 * comes back is that of who waits for the card, the one that has waited longest first. Kernels and copies are as usual.
 *
 * Who has jobs that wait is going to use its memory at once: it is the last to be chosen.
 */
#include <ringfence/policy.h>

#define LONGEST ((1ull << 60) - 1)
#define IS_IDLE (1ull << 60)

RF_INLINE rf_u64 idle_of(const struct rf_memory* ctx) {
    if (ctx->idle <= 0) return 0;
    return (rf_u64)ctx->idle > LONGEST - 1 ? LONGEST - 1 : (rf_u64)ctx->idle;
}

static void on_pressure(struct rf_memory* ctx) {
    ctx->answer.score = (ctx->queued ? 0 : IS_IDLE) + idle_of(ctx) + 1;
}

static void on_reclaim(struct rf_memory* ctx) {
    ctx->answer.score = ctx->queued ? idle_of(ctx) + 1 : 0;
}

RF_POLICY("reclaim-lru", .memory_pressure = on_pressure, .reclaim = on_reclaim);
