/* Latency-critical jobs are protected from best-effort ones (after Orion, Strati 2024).
 *
 * Virtual GPUs of priority 4 and above are critical: they go first, in the order in which they come. All others are best
 * effort, share what is left by their shares, and are let go only if that does not hurt:
 * - a critical job is not about to come that would have to wait for the whole of this one. When the next is due is known
 *   from how regularly they come. A job that fits in before it goes; one that never fits, because it is longer than the
 *   time between two, goes too: otherwise it would never run;
 * - no more than a little of best-effort work is queued on the card, since what is there cannot be taken back;
 * - beside a critical job on the card it goes only if critical jobs have been measured not to suffer from company.
 */
#include <ringfence/policy.h>

#define CRITICAL 4u           /* the lowest priority that is */
#define FIRST_RANK 0
#define BEST_EFFORT 8
#define OUTSTANDING 500000    /* best-effort work on the card, beyond one job, in nanoseconds */
#define MARGIN 50000          /* for jitter of who is due */
#define FEW 8                 /* arrivals that are needed before one is awaited */
#define HARMLESS 110          /* percent: a critical job takes no longer than this beside others */
#define RETRY 200000          /* how long to wait for a critical job on the card to end */

struct lane_state {
    rf_u64 time;     /* best effort: the card's time that it had, divided by its share */
    rf_s64 last;     /* critical: when the last job came */
    rf_s64 gap;      /* the mean time between two */
    rf_u32 arrivals; /* how many were seen */
    rf_u32 reserved;
};
RF_MAP(lanes, RF_LRU_HASH, rf_u64, struct lane_state, 1024);

/* Of each resource. */
struct engine {
    rf_u64 now;      /* virtual time of best effort */
    rf_s64 due;      /* when the next critical job is thought to come; 0: unknown */
    rf_s64 due_gap;  /* and how far apart that one's are */
    rf_s64 alone;    /* what critical jobs take on the mean: by themselves, */
    rf_s64 beside;   /* and with best-effort ones on the card */
    rf_u32 running;  /* critical jobs on the card */
    rf_u32 company;  /* best-effort jobs on the card */
};
static struct engine engines[4];

RF_INLINE struct lane_state* state_of(const struct rf_lane* lane) {
    rf_u64 key = (rf_u64)lane->resource << 32 | lane->vgpu;
    struct lane_state* state = rf_map_lookup(&lanes, &key);
    if (state) return state;
    struct lane_state fresh = {.time = engines[lane->resource & 3].now};
    rf_map_update(&lanes, &key, &fresh, RF_ANY);
    return rf_map_lookup(&lanes, &key);
}

RF_INLINE rf_s64 mean_of(rf_s64 mean, rf_s64 value) {
    return mean ? mean + ((value - mean) >> 3) : value; /* no signed division in eBPF */
}

RF_INLINE rf_u64 virtual_time(rf_s64 time, rf_u32 share) {
    return time <= 0 ? 0 : (rf_u64)time * RF_WHOLE / (share ? share : 1);
}

RF_INLINE rf_u64 later(rf_u64 a, rf_u64 b) {
    return (rf_s64)(a - b) > 0 ? a : b;
}

/* A critical lane has something to do and had nothing: that is how its next job is foreseen. */
RF_INLINE void note_arrival(struct engine* engine, struct lane_state* state, rf_s64 now) {
    if (state->arrivals) state->gap = mean_of(state->gap, now - state->last);
    state->last = now;
    state->arrivals += 1;
    if (state->arrivals < FEW) return;
    engine->due = now + state->gap;
    engine->due_gap = state->gap;
}

static void on_admit(struct rf_admit* ctx) {
    struct engine* engine = &engines[ctx->lane.resource & 3];
    struct lane_state* state = state_of(&ctx->lane);
    if (!state) return;
    if (ctx->lane.priority >= CRITICAL) {
        if (ctx->lane.longest_wait == 0 && ctx->lane.in_flight == 0) note_arrival(engine, state, ctx->lane.now);
        ctx->answer.order.key = (rf_u64)(ctx->lane.now - ctx->lane.longest_wait);
        ctx->answer.order.rank = FIRST_RANK;
        return;
    }
    state->time = later(state->time, engine->now);
    ctx->answer.order.key = state->time;
    ctx->answer.order.rank = BEST_EFFORT;
}

/* Until when a best-effort job is to wait; 0: it may go. */
RF_INLINE rf_s64 wait_until(const struct rf_dispatch* ctx, const struct engine* engine) {
    rf_s64 now = ctx->lane.now;
    rf_s64 left = engine->due - now;
    if (engine->running && engine->alone && engine->beside * 100 > engine->alone * HARMLESS) return now + RETRY;
    if (ctx->lane.in_flight && ctx->lane.work_in_flight + ctx->cost > OUTSTANDING) return now + RETRY;
    if (!engine->due || ctx->cost >= engine->due_gap) return 0;
    if (left >= ctx->cost || left < -MARGIN) return 0;
    return engine->due + MARGIN + 1;
}

static void on_dispatch(struct rf_dispatch* ctx) {
    struct engine* engine = &engines[ctx->lane.resource & 3];
    struct lane_state* state = state_of(&ctx->lane);
    if (!state) return;
    int is_critical = ctx->lane.priority >= CRITICAL;
    rf_s64 until = is_critical ? 0 : wait_until(ctx, engine);
    ctx->answer.order.rank = is_critical ? FIRST_RANK : BEST_EFFORT;
    if (until) {
        ctx->answer.order.key = state->time;
        ctx->answer.charge = 0;
        ctx->answer.until = until;
        ctx->answer.action = RF_HOLD;
        ctx->answer.reason = RF_REASON_HELD;
        return;
    }
    if (is_critical) {
        engine->running += 1;
        ctx->answer.order.key = (rf_u64)ctx->lane.now;
    } else {
        engine->company += 1;
        engine->now = later(engine->now, state->time);
        state->time += virtual_time(ctx->cost, ctx->lane.share);
        ctx->answer.order.key = state->time;
    }
    ctx->answer.charge = ctx->cost;
    ctx->answer.until = 0;
    ctx->answer.action = RF_START;
    ctx->answer.reason = is_critical ? RF_REASON_PRIORITY : RF_REASON_IN_SHARE;
}

/* A charge of 0: it was let go by somebody else. */
static void on_retire(struct rf_retire* ctx) {
    struct engine* engine = &engines[ctx->lane.resource & 3];
    struct lane_state* state = state_of(&ctx->lane);
    if (!state) return;
    if (ctx->lane.priority >= CRITICAL) {
        if (engine->company) engine->beside = mean_of(engine->beside, ctx->took);
        else engine->alone = mean_of(engine->alone, ctx->took);
        if (ctx->charge && engine->running) engine->running -= 1;
        ctx->answer.order.key = (rf_u64)(ctx->lane.now - ctx->lane.longest_wait);
        ctx->answer.order.rank = FIRST_RANK;
        return;
    }
    if (ctx->charge && engine->company) engine->company -= 1;
    state->time += virtual_time(ctx->took, ctx->lane.share) - virtual_time(ctx->charge, ctx->lane.share);
    ctx->answer.order.key = state->time;
    ctx->answer.order.rank = BEST_EFFORT;
}

RF_POLICY("latency-critical", .flags = RF_OWN_ANSWERS, .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
