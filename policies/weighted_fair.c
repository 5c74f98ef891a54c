/* Weighted fair queueing by virtual time (start-time fair queueing, Goyal 1996).
 *
 * Each lane has a finish tag: the virtual time at which what it had so far would have ended if it had its share all the
 * time. Its next job's start tag is that, or the virtual time of now if the lane has been idle: what was not used is not
 * saved, but for a moment of it, since a lane whose next job is on its way is not idle. The lowest start tag is next, and
 * the virtual time of now is the lowest of all that wait.
 *
 * Unlike BAND it holds the card for nobody, knows no priorities and forgives nothing: a program that launches and waits
 * has its share only if the others' jobs are short.
 */
#include <ringfence/policy.h>

#define MOMENT 1000000 /* of the card's time, in nanoseconds */

struct lane_state {
    rf_u64 finish;
};
RF_MAP(lanes, RF_LRU_HASH, rf_u64, struct lane_state, 4096);

static rf_u64 virtual_now[4];

RF_INLINE struct lane_state* state_of(const struct rf_lane* lane) {
    rf_u64 key = (rf_u64)lane->resource << 32 | lane->vgpu;
    struct lane_state* state = rf_map_lookup(&lanes, &key);
    if (state) return state;
    struct lane_state fresh = {.finish = virtual_now[lane->resource & 3]};
    rf_map_update(&lanes, &key, &fresh, RF_ANY);
    return rf_map_lookup(&lanes, &key);
}

RF_INLINE rf_u64 virtual_time(rf_s64 time, rf_u32 share) {
    return time <= 0 ? 0 : (rf_u64)time * RF_WHOLE / (share ? share : 1);
}

/* Later of the two; tags may wrap around. */
RF_INLINE rf_u64 later(rf_u64 a, rf_u64 b) {
    return (rf_s64)(a - b) > 0 ? a : b;
}

static void on_admit(struct rf_admit* ctx) {
    struct lane_state* state = state_of(&ctx->lane);
    if (!state) return;
    rf_u64 now = virtual_now[ctx->lane.resource & 3];
    state->finish = later(state->finish, now - virtual_time(MOMENT, ctx->lane.share));
    ctx->answer.order.key = state->finish;
    ctx->answer.order.rank = 0;
}

static void on_dispatch(struct rf_dispatch* ctx) {
    struct lane_state* state = state_of(&ctx->lane);
    if (!state) return;
    virtual_now[ctx->lane.resource & 3] = later(ctx->least_key, virtual_now[ctx->lane.resource & 3]);
    state->finish += virtual_time(ctx->cost, ctx->lane.share);
    ctx->answer.order.key = state->finish;
    ctx->answer.order.rank = 0;
    ctx->answer.charge = ctx->cost;
    ctx->answer.action = RF_START;
    ctx->answer.reason = RF_REASON_IN_SHARE;
}

/* What it was charged was a guess. */
static void on_retire(struct rf_retire* ctx) {
    struct lane_state* state = state_of(&ctx->lane);
    if (!state) return;
    state->finish += virtual_time(ctx->took, ctx->lane.share) - virtual_time(ctx->charge, ctx->lane.share);
    ctx->answer.order.key = state->finish;
    ctx->answer.order.rank = 0;
}

RF_POLICY("weighted-fair", .flags = RF_OWN_ANSWERS, .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
