/* Earliest deadline first, with reservations and admission (TimeGraph's, kept as constant bandwidth servers, Abeni 1998).
 *
 * A virtual GPU's share is a reservation: its share of every period. The period comes from its priority: 64 ms for
 * priority 0, half of that for each step above it, half a millisecond for 7. A lane has a budget and a deadline. Work is
 * charged to the budget; when that is used up the deadline moves a period further, and the budget is filled again. So a
 * lane that wants more than it reserved moves its own deadline, and harms no other.
 *
 * A job is admitted if it fits into what is left of its lane's budget, together with the work of others that may be on
 * the card when it comes: that cannot be interrupted, so whoever wants a guarantee pays for this wait out of its own
 * reservation. All that goes by deadlines then needs no more of the card than was reserved, and each job that is admitted
 * ends within a period. Where the work of others is longer than a lane's whole reservation none of its jobs can be
 * admitted: they go by deadlines too, but may be late by that work. Jobs that want more than was reserved share what is
 * left.
 *
 * How long jobs are is known from those of the last ten seconds at least. The first of a virtual GPU is never admitted,
 * and one that is longer than those before it may make others late, once.
 */
#include <ringfence/policy.h>

#define LONGEST_PERIOD 64000000ll
#define LEAST_SHARE (RF_WHOLE / 100)
#define BY_DEADLINE 0
#define RESERVED 4
#define BEST_EFFORT 8
#define SHORT_JOBS 300000ll /* so much of short ones is on the card at once */
#define LONG_JOB 1000000ll  /* is put on an empty card; a shorter one may come behind it */
#define WAY 10000ll         /* to the card and back, for which no job is charged */
#define SPAN 10000000000ull /* jobs of this span and the one before are remembered */

/* The longest jobs of a span on one resource: of the lane that had the longest, and of all others. */
struct longest {
    rf_u64 span; /* its number */
    rf_s64 most;
    rf_s64 of_others;
    rf_u32 vgpu;
    rf_u32 reserved;
};
RF_MAP_ARRAY(longest_jobs, struct longest, 6); /* of two spans for each resource */

struct server {
    rf_s64 deadline;
    rf_s64 budget;     /* may be less than 0: a job took longer than was thought */
    rf_s64 longest[2]; /* of its own jobs, in this span and the one before; 0: nothing is known yet */
    rf_u64 span;
    rf_u32 reason; /* of the job that waits; RF_REASON_IN_SHARE: it is admitted */
    rf_u32 reserved;
};
RF_MAP(servers, RF_LRU_HASH, rf_u64, struct server, 4096);

RF_INLINE rf_s64 period_of(const struct rf_lane* lane) {
    rf_u32 priority = lane->priority;
    return LONGEST_PERIOD >> (priority > RF_MOST_PRIORITY ? RF_MOST_PRIORITY : priority);
}

/* The card's time that it reserved of each period. */
RF_INLINE rf_s64 reserved_of(const struct rf_lane* lane) {
    return (rf_s64)((rf_u64)period_of(lane) * lane->share / RF_WHOLE);
}

RF_INLINE struct server* server_of(const struct rf_lane* lane) {
    rf_u64 key = (rf_u64)lane->resource << 32 | lane->vgpu;
    struct server* server = rf_map_lookup(&servers, &key);
    if (server) return server;
    struct server fresh = {.deadline = lane->now + period_of(lane), .budget = reserved_of(lane), .reason = RF_REASON_OVER_SHARE};
    rf_map_update(&servers, &key, &fresh, RF_ANY);
    return rf_map_lookup(&servers, &key);
}

RF_INLINE struct longest* longest_in(const struct rf_lane* lane, rf_u64 span) {
    rf_u32 place = lane->resource * 2 + (rf_u32)(span & 1);
    return rf_map_lookup(&longest_jobs, &place);
}

RF_INLINE void note_own(struct server* server, rf_u64 span, rf_s64 took) {
    if (server->span != span) {
        server->longest[1] = server->longest[0];
        server->longest[0] = 0;
        server->span = span;
    }
    if (took > server->longest[0]) server->longest[0] = took;
}

RF_INLINE void note_for_others(const struct rf_lane* lane, rf_u64 span, rf_s64 took) {
    struct longest* longest = longest_in(lane, span);
    if (!longest) return;
    if (longest->span != span) {
        longest->span = span;
        longest->most = longest->of_others = 0;
        longest->vgpu = lane->vgpu;
    }
    if (took <= longest->most) {
        if (lane->vgpu != longest->vgpu && took > longest->of_others) longest->of_others = took;
        return;
    }
    if (lane->vgpu != longest->vgpu) longest->of_others = longest->most;
    longest->most = took;
    longest->vgpu = lane->vgpu;
}

RF_INLINE rf_s64 longest_of_others(const struct rf_lane* lane, rf_u64 span, rf_s64 least) {
    struct longest* longest = longest_in(lane, span);
    if (!longest || longest->span != span) return least;
    rf_s64 most = longest->vgpu == lane->vgpu ? longest->of_others : longest->most;
    return most > least ? most : least;
}

/* How long a job may have to wait for what is on the card already. */
RF_INLINE rf_s64 blocking_of(const struct rf_lane* lane) {
    rf_u64 span = (rf_u64)lane->now / SPAN;
    rf_s64 job = longest_of_others(lane, span, longest_of_others(lane, span - 1, 0));
    rf_s64 all = job + (job < LONG_JOB ? job : LONG_JOB);
    return (all > SHORT_JOBS ? all : SHORT_JOBS) + WAY;
}

/* Where the lane's next job belongs. One whose deadline is more than a period away has used up what it reserved. */
RF_INLINE rf_u32 rank_of(struct server* server, const struct rf_lane* lane) {
    rf_s64 job = server->longest[0] > server->longest[1] ? server->longest[0] : server->longest[1];
    rf_s64 reserved = reserved_of(lane), needed = job + blocking_of(lane);
    server->reason = RF_REASON_OVER_SHARE;
    if (job == 0 || lane->share < LEAST_SHARE || job > reserved) return BEST_EFFORT;
    if (server->deadline - lane->now > period_of(lane)) return BEST_EFFORT;
    server->reason = RF_REASON_DEMOTED;
    if (needed > reserved) return BY_DEADLINE; /* nothing is promised to it */
    if (needed > server->budget) return RESERVED;
    server->reason = RF_REASON_IN_SHARE;
    return BY_DEADLINE;
}

/* What is left was meant for the time until the deadline. Whoever comes late with much of it would take more than its
 * share of what remains: it begins a period of its own.
 */
RF_INLINE void wake(struct server* server, const struct rf_lane* lane) {
    rf_s64 left = server->deadline - lane->now;
    rf_s64 due = left > 0 ? (rf_s64)((rf_u64)left / 1000 * (lane->share / 1000)) : 0;
    if (server->budget < 0 || server->budget <= due) return;
    server->deadline = lane->now + period_of(lane);
    server->budget = reserved_of(lane);
}

RF_INLINE void spend(struct server* server, const struct rf_lane* lane, rf_s64 time) {
    rf_s64 reserved = reserved_of(lane);
    server->budget -= time;
    if (server->budget > 0 || reserved <= 0) return;
    rf_u64 periods = (rf_u64)(-server->budget) / (rf_u64)reserved + 1;
    server->deadline += (rf_s64)(periods * (rf_u64)period_of(lane));
    server->budget += (rf_s64)(periods * (rf_u64)reserved);
}

static void on_admit(struct rf_admit* ctx) {
    struct server* server = server_of(&ctx->lane);
    if (!server) return;
    if (ctx->lane.in_flight == 0 && ctx->lane.longest_wait == 0) wake(server, &ctx->lane);
    ctx->answer.order.key = (rf_u64)server->deadline;
    ctx->answer.order.rank = rank_of(server, &ctx->lane);
}

static void on_dispatch(struct rf_dispatch* ctx) {
    struct server* server = server_of(&ctx->lane);
    if (!server) return;
    ctx->answer.reason = server->reason;
    spend(server, &ctx->lane, ctx->cost + WAY);
    ctx->answer.order.key = (rf_u64)server->deadline;
    ctx->answer.order.rank = rank_of(server, &ctx->lane);
    ctx->answer.charge = ctx->cost;
    ctx->answer.action = RF_START;
}

static void on_retire(struct rf_retire* ctx) {
    struct server* server = server_of(&ctx->lane);
    if (!server) return;
    rf_u64 span = (rf_u64)ctx->lane.now / SPAN;
    note_own(server, span, ctx->took);
    note_for_others(&ctx->lane, span, ctx->took);
    spend(server, &ctx->lane, ctx->took - ctx->charge);
    ctx->answer.order.key = (rf_u64)server->deadline;
    ctx->answer.order.rank = rank_of(server, &ctx->lane);
}

RF_POLICY("deadline", .flags = RF_OWN_ANSWERS, .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
