/* Memory leaves the card by priority: that of the lowest first, whoever uses it; among equals that of the one that has
 * most beyond its share, so that few have to move. It comes back in the opposite order. Kernels and copies are as usual.
 */
#include <ringfence/policy.h>

#define LARGEST ((1ull << 40) - 1)

RF_INLINE rf_u64 priority_of(const struct rf_memory* ctx) {
    return ctx->priority > RF_MOST_PRIORITY ? RF_MOST_PRIORITY : ctx->priority;
}

/* In pages of 4 KiB, so that it fits below the priority. */
RF_INLINE rf_u64 pages(rf_u64 bytes) {
    rf_u64 count = bytes >> 12;
    return count > LARGEST ? LARGEST : count;
}

static void on_pressure(struct rf_memory* ctx) {
    rf_u64 beyond = ctx->resident > ctx->share ? ctx->resident - ctx->share : 0;
    ctx->answer.score = (RF_MOST_PRIORITY - priority_of(ctx)) << 48 | (pages(beyond) + 1);
}

/* The smallest first: more of them have all of theirs soon. Only who waits for the card needs it. */
static void on_reclaim(struct rf_memory* ctx) {
    ctx->answer.score = ctx->queued ? priority_of(ctx) << 48 | (LARGEST - pages(ctx->elsewhere) + 1) : 0;
}

RF_POLICY("reclaim-priority", .memory_pressure = on_pressure, .reclaim = on_reclaim);
