/* BAND, as it is built in (src/sched/band.cpp): decision for decision the same, for up to 256 virtual GPUs. Beyond them the
 * built-in one decides. docs/scheduling.md explains it.
 */
#include <ringfence/policy.h>

#define VGPUS 256
#define RESOURCES 3
#define PERIOD 30000000ull
#define LONGEST_HOLD 500000
#define HOLD_MARGIN 5000
#define LONGEST_JOB 1000000000000ll
#define USUAL_RANK RF_MOST_PRIORITY

struct lane_state {
    rf_u64 time; /* the card's time it had, divided by its share; may wrap around */
    rf_u64 share;
};
RF_MAP_ARRAY(lanes, struct lane_state, RESOURCES* VGPUS);

struct engine {
    rf_u64 now; /* the least of those that wait */
    rf_s64 held_since;
    rf_u32 held_for;
    rf_u32 lanes; /* how many have been seen, by their numbers */
};
static struct engine engines[RESOURCES] = {
    {.held_for = RF_NOBODY},
    {.held_for = RF_NOBODY},
    {.held_for = RF_NOBODY},
};

static __attribute__((always_inline)) struct lane_state* lane_at(rf_u32 resource, rf_u32 vgpu) {
    rf_u32 key = resource * VGPUS + vgpu;
    return rf_map_lookup(&lanes, &key);
}

static __attribute__((always_inline)) rf_u64 virtual_time(rf_s64 time, rf_u64 share) {
    if (time < 0) time = 0;
    if (time > LONGEST_JOB) time = LONGEST_JOB;
    return (rf_u64)time * RF_WHOLE / (share ? share : 1);
}

static __attribute__((always_inline)) rf_s64 distance(rf_u64 from, rf_u64 to) {
    return (rf_s64)(to - from);
}

/* The lane, with those before it if they are new. */
static __attribute__((always_inline)) struct lane_state* lane_of(const struct rf_lane* facts, rf_u32 resource) {
    struct engine* engine = &engines[resource];
    rf_u32 vgpu = facts->vgpu;
    if (vgpu >= VGPUS) return RF_NULL;
    for (int i = 0; i < VGPUS; ++i) {
        rf_u32 next = engine->lanes;
        if (next > vgpu) break;
        struct lane_state* fresh = lane_at(resource, next);
        if (fresh) {
            fresh->time = engine->now;
            fresh->share = RF_WHOLE;
        }
        engine->lanes = next + 1;
    }
    struct lane_state* lane = lane_at(resource, vgpu);
    if (lane) lane->share = facts->share;
    return lane;
}

/* The card was kept free for a lane: that lane pays. */
static __attribute__((always_inline)) void end_hold(rf_u32 resource, rf_s64 now) {
    struct engine* engine = &engines[resource];
    if (engine->held_for == RF_NOBODY) return;
    struct lane_state* lane = lane_at(resource, engine->held_for & (VGPUS - 1));
    if (lane) lane->time += virtual_time(now - engine->held_since, lane->share);
    engine->held_for = RF_NOBODY;
}

static __attribute__((always_inline)) int is_within_share(const struct rf_lane* facts, rf_u64 time, rf_u64 now) {
    return distance(time, now) > 0 || facts->utilisation <= facts->share;
}

static __attribute__((always_inline)) rf_u32 rank_of(const struct rf_lane* facts, rf_u64 time, rf_u64 now) {
    rf_u32 priority = facts->priority > RF_MOST_PRIORITY ? RF_MOST_PRIORITY : facts->priority;
    if (priority != 0 && is_within_share(facts, time, now)) return RF_MOST_PRIORITY - priority;
    return USUAL_RANK;
}

static void on_admit(struct rf_admit* ctx) {
    rf_u32 resource = ctx->lane.resource;
    if (resource >= RESOURCES) return;
    struct lane_state* lane = lane_of(&ctx->lane, resource);
    if (!lane) return;
    end_hold(resource, ctx->lane.now);
    rf_u64 now = engines[resource].now;
    /* What it did not use while it was idle is gone but for one period. */
    if (distance(now - PERIOD, lane->time) < 0) lane->time = now - PERIOD;
    ctx->answer.order.key = lane->time;
    ctx->answer.order.rank = rank_of(&ctx->lane, lane->time, now);
}

/* How long to keep the card free for a lane that went idle and usually comes again soon. */
static __attribute__((always_inline)) rf_s64 hold_for(const struct rf_dispatch* ctx, rf_u32 resource, rf_u64 time) {
    if (ctx->awaited >= engines[resource].lanes || ctx->awaited_gap == 0) return 0;
    struct lane_state* awaited = lane_at(resource, ctx->awaited);
    if (!awaited || distance(awaited->time, time) <= 0) return 0;
    rf_s64 limit = 2 * ctx->awaited_gap + HOLD_MARGIN;
    if (limit > LONGEST_HOLD || ctx->awaited_idle >= limit) return 0;
    rf_s64 wait = limit - ctx->awaited_idle;
    return ctx->cost > 2 * wait ? wait : 0;
}

static void on_dispatch(struct rf_dispatch* ctx) {
    rf_u32 resource = ctx->lane.resource;
    if (resource >= RESOURCES) return;
    struct engine* engine = &engines[resource];
    struct lane_state* lane = lane_of(&ctx->lane, resource);
    if (!lane) return;
    end_hold(resource, ctx->lane.now);
    rf_s64 wait = hold_for(ctx, resource, lane->time);
    if (wait > 0) {
        if (ctx->in_flight == 0) engine->held_for = ctx->awaited;
        engine->held_since = ctx->lane.now;
        ctx->answer.order.key = lane->time;
        ctx->answer.order.rank = rank_of(&ctx->lane, lane->time, engine->now);
        ctx->answer.charge = 0;
        ctx->answer.until = ctx->lane.now + wait;
        ctx->answer.action = RF_HOLD;
        ctx->answer.reason = RF_REASON_HELD;
        return;
    }
    if (distance(engine->now, ctx->least_key) > 0) engine->now = ctx->least_key;
    int is_within = is_within_share(&ctx->lane, lane->time, engine->now);
    rf_u32 reason = is_within ? RF_REASON_IN_SHARE : RF_REASON_OVER_SHARE;
    if (ctx->lane.priority != 0) reason = is_within ? RF_REASON_PRIORITY : RF_REASON_DEMOTED;
    lane->time += virtual_time(ctx->cost, lane->share);
    ctx->answer.order.key = lane->time;
    ctx->answer.order.rank = rank_of(&ctx->lane, lane->time, engine->now);
    ctx->answer.charge = ctx->cost;
    ctx->answer.until = 0;
    ctx->answer.action = RF_START;
    ctx->answer.reason = reason;
}

/* What it was charged when it began was a guess. */
static void on_retire(struct rf_retire* ctx) {
    rf_u32 resource = ctx->lane.resource;
    if (resource >= RESOURCES) return;
    struct lane_state* lane = lane_of(&ctx->lane, resource);
    if (!lane) return;
    lane->time += virtual_time(ctx->took, lane->share) - virtual_time(ctx->charge, lane->share);
    ctx->answer.order.key = lane->time;
    ctx->answer.order.rank = rank_of(&ctx->lane, lane->time, engines[resource].now);
}

RF_POLICY("band", .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
