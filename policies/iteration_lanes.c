/* Iteration lanes for training jobs (after Salus, Yu 2020): whoever has begun an iteration ends it before another of the
 * same lane begins one. So what an iteration needs is brought to the card once, and not again after every kernel.
 *
 * Virtual GPUs of the same priority share an iteration lane; those of different ones take turns job by job, by their
 * shares. An iteration ends when its owner has had nothing for the card for a moment, as a program does that waits for
 * its loss or its next batch; or after a while, so that one that never pauses does not keep the lane. Who is next is who
 * has had least, measured by shares: these hold over iterations, not over jobs.
 */
#include <ringfence/policy.h>

#define LANES 8
#define MOMENT 300000     /* nothing to do for so long: the iteration has ended */
#define LONGEST 50000000  /* an iteration, for our purposes */
#define OWNER_RANK 0
#define OTHERS_RANK 4

struct member {
    rf_u64 time; /* the card's time that it had, divided by its share */
};
RF_MAP(members, RF_LRU_HASH, rf_u64, struct member, 1024);

/* An iteration lane of one resource. */
struct iteration_lane {
    rf_u32 owner; /* a virtual GPU's number + 1; 0: nobody */
    rf_u32 reserved;
    rf_s64 since;
    rf_s64 idle_since; /* 0: the owner has something to do */
};
static struct iteration_lane iteration_lanes[4 * LANES];
static rf_u64 virtual_now[4];

RF_INLINE struct iteration_lane* lane_of(const struct rf_lane* facts) {
    return &iteration_lanes[(facts->resource & 3) * LANES + (facts->priority & (LANES - 1))];
}

RF_INLINE struct member* member_of(const struct rf_lane* facts) {
    rf_u64 key = (rf_u64)facts->resource << 32 | facts->vgpu;
    struct member* member = rf_map_lookup(&members, &key);
    if (member) return member;
    struct member fresh = {.time = virtual_now[facts->resource & 3]};
    rf_map_update(&members, &key, &fresh, RF_ANY);
    return rf_map_lookup(&members, &key);
}

RF_INLINE rf_u64 virtual_time(rf_s64 time, rf_u32 share) {
    return time <= 0 ? 0 : (rf_u64)time * RF_WHOLE / (share ? share : 1);
}

RF_INLINE int is_owner(const struct iteration_lane* lane, const struct rf_lane* facts) {
    return lane->owner == facts->vgpu + 1;
}

/* The owner's iteration goes on: it is there, or was a moment ago, and has not had the lane for too long. */
RF_INLINE int goes_on(const struct iteration_lane* lane, rf_s64 now) {
    if (!lane->owner || now - lane->since >= LONGEST) return 0;
    return !lane->idle_since || now - lane->idle_since < MOMENT;
}

static void on_admit(struct rf_admit* ctx) {
    struct iteration_lane* lane = lane_of(&ctx->lane);
    struct member* member = member_of(&ctx->lane);
    if (!member) return;
    rf_u64 oldest = virtual_now[ctx->lane.resource & 3] - virtual_time(LONGEST, ctx->lane.share);
    if ((rf_s64)(member->time - oldest) < 0) member->time = oldest; /* what was not used is not saved for ever */
    int owns = is_owner(lane, &ctx->lane);
    if (owns && goes_on(lane, ctx->lane.now)) lane->idle_since = 0;
    else owns = 0;
    ctx->answer.order.key = member->time;
    ctx->answer.order.rank = owns ? OWNER_RANK : OTHERS_RANK;
}

static void on_dispatch(struct rf_dispatch* ctx) {
    struct iteration_lane* lane = lane_of(&ctx->lane);
    struct member* member = member_of(&ctx->lane);
    rf_s64 now = ctx->lane.now;
    if (!member) return;
    int owns = is_owner(lane, &ctx->lane) && goes_on(lane, now);
    if (!owns && goes_on(lane, now) && lane->idle_since) {
        /* The owner may come again in a moment: nobody begins before that is clear. */
        ctx->answer.order.key = member->time;
        ctx->answer.order.rank = OTHERS_RANK;
        ctx->answer.charge = 0;
        ctx->answer.until = lane->idle_since + MOMENT > now ? lane->idle_since + MOMENT : now + 1;
        ctx->answer.action = RF_HOLD;
        ctx->answer.reason = RF_REASON_HELD;
        return;
    }
    if (!owns) {
        lane->owner = ctx->lane.vgpu + 1;
        lane->since = now;
        lane->idle_since = 0;
    }
    if ((rf_s64)(ctx->least_key - virtual_now[ctx->lane.resource & 3]) > 0)
        virtual_now[ctx->lane.resource & 3] = ctx->least_key;
    member->time += virtual_time(ctx->cost, ctx->lane.share);
    ctx->answer.order.key = member->time;
    ctx->answer.order.rank = OWNER_RANK;
    ctx->answer.charge = ctx->cost;
    ctx->answer.until = 0;
    ctx->answer.action = RF_START;
    ctx->answer.reason = owns ? RF_REASON_PRIORITY : RF_REASON_IN_SHARE;
}

static void on_retire(struct rf_retire* ctx) {
    struct iteration_lane* lane = lane_of(&ctx->lane);
    struct member* member = member_of(&ctx->lane);
    if (!member) return;
    member->time += virtual_time(ctx->took, ctx->lane.share) - virtual_time(ctx->charge, ctx->lane.share);
    int owns = is_owner(lane, &ctx->lane);
    if (owns && ctx->lane.queued == 0 && ctx->lane.in_flight == 0) lane->idle_since = ctx->lane.now;
    ctx->answer.order.key = member->time;
    ctx->answer.order.rank = owns && goes_on(lane, ctx->lane.now) ? OWNER_RANK : OTHERS_RANK;
}

RF_POLICY("iteration-lanes", .flags = RF_OWN_ANSWERS, .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
