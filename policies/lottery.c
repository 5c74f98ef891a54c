/* A lottery (Waldspurger 1994): who is next is chance, and the chances are the shares.
 *
 * No hook sees all lanes, so nobody can draw among them. Instead each lane draws for itself a moment on a common clock,
 * exponentially distributed: the mean is what its job costs, divided by its share. The earliest is next. That is a race
 * of Poisson processes: who wins has nothing to do with who won before, and wins are as frequent as share divided by
 * cost; so the time that each gets is its share, on average. Over short times it is not: that is what a lottery is.
 */
#include <ringfence/policy.h>

struct ticket {
    rf_u64 moment;
};
RF_MAP(tickets, RF_LRU_HASH, rf_u64, struct ticket, 4096);

static rf_u64 clock_of[4]; /* the moment of the last winner, by resource */

/* -ln of a number that is uniform in (0, 1], in 1/65536: by the leading zeros, and a parabola for the rest. */
RF_INLINE rf_u64 exponential(void) {
    rf_u64 left = (rf_random() >> 32) | 1; /* of 2^32 */
    rf_u64 log = 0;
    if (!(left >> 16)) log += 16, left <<= 16;
    if (!(left >> 24)) log += 8, left <<= 8;
    if (!(left >> 28)) log += 4, left <<= 4;
    if (!(left >> 30)) log += 2, left <<= 2;
    if (!(left >> 31)) log += 1, left <<= 1;
    rf_u64 rest = (left >> 15) & 0xffff;                           /* left = 2^31 * (1 + rest / 65536) */
    rf_u64 part = rest + ((rest * (65536 - rest) >> 16) * 22 >> 6); /* log2(1 + x), nearly */
    return (((log + 1) << 16) - part) * 45426 >> 16;               /* times ln 2 */
}

/* From the clock on: how long this lane waits for its next turn, if chance is neither kind nor unkind, is cost / share. */
RF_INLINE rf_u64 draw(rf_u32 resource, rf_s64 cost, rf_u32 share) {
    rf_u64 mean = (cost > 0 ? (rf_u64)cost : 1) * 1000 / (share / 1000 ? share / 1000 : 1);
    return clock_of[resource & 3] + (mean * exponential() >> 16) + 1;
}

RF_INLINE rf_u64 key_of(const struct rf_lane* lane) {
    return (rf_u64)lane->resource << 32 | lane->vgpu;
}

/* It keeps its ticket as long as that is good. */
static void on_admit(struct rf_admit* ctx) {
    rf_u64 key = key_of(&ctx->lane);
    struct ticket* held = rf_map_lookup(&tickets, &key);
    struct ticket ticket = {.moment = 0};
    if (held && (rf_s64)(held->moment - clock_of[ctx->lane.resource & 3]) > 0) {
        ticket.moment = held->moment;
    } else {
        ticket.moment = draw(ctx->lane.resource, ctx->lane.mean_job, ctx->lane.share);
        rf_map_update(&tickets, &key, &ticket, RF_ANY);
    }
    ctx->answer.order.key = ticket.moment;
    ctx->answer.order.rank = 0;
}

static void on_dispatch(struct rf_dispatch* ctx) {
    rf_u64 key = key_of(&ctx->lane);
    struct ticket* held = rf_map_lookup(&tickets, &key);
    if (held && (rf_s64)(held->moment - clock_of[ctx->lane.resource & 3]) > 0)
        clock_of[ctx->lane.resource & 3] = held->moment;
    struct ticket next = {.moment = draw(ctx->lane.resource, ctx->cost, ctx->lane.share)};
    rf_map_update(&tickets, &key, &next, RF_ANY);
    ctx->answer.order.key = next.moment;
    ctx->answer.order.rank = 0;
    ctx->answer.charge = ctx->cost;
    ctx->answer.action = RF_START;
    ctx->answer.reason = RF_REASON_IN_SHARE;
}

static void on_retire(struct rf_retire* ctx) {
    rf_u64 key = key_of(&ctx->lane);
    struct ticket* held = rf_map_lookup(&tickets, &key);
    if (held) ctx->answer.order.key = held->moment;
    ctx->answer.order.rank = 0;
}

RF_POLICY("lottery", .flags = RF_OWN_ANSWERS, .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
