/* Earliest deadline first, with reservations and admission (TimeGraph's, kept as constant bandwidth servers, Abeni 1998).
 *
 * A virtual GPU's share is a reservation: its share of every period. The period comes from its priority: 64 ms for
 * priority 0, half of that for each step above it, half a millisecond for 7. A lane has a budget and a deadline. Work is
 * charged to the budget; when that is used up the deadline moves a period further, and the budget is filled again. So a
 * lane that wants more than it reserved moves its own deadline, and harms no other.
 *
 * Admitted is whoever has a share of at least 1 % and jobs that fit into its budget of one period, as long as it keeps to
 * that budget. Others, and those who want more, share what is left, by deadlines too. A job on the card is not
 * interrupted: whoever is admitted may be late by one job of somebody else.
 */
#include <ringfence/policy.h>

#define LONGEST_PERIOD 64000000ll
#define LEAST_SHARE (RF_WHOLE / 100)
#define GUARANTEED 0
#define BEST_EFFORT 8

struct server {
    rf_s64 deadline;
    rf_s64 budget; /* may be less than 0: a job took longer than was thought */
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
    struct server fresh = {.deadline = lane->now + period_of(lane), .budget = reserved_of(lane)};
    rf_map_update(&servers, &key, &fresh, RF_ANY);
    return rf_map_lookup(&servers, &key);
}

/* One whose deadline is more than a period away has used up what it reserved. */
RF_INLINE int is_admitted(const struct server* server, const struct rf_lane* lane, rf_s64 job) {
    return lane->share >= LEAST_SHARE && job <= reserved_of(lane) && server->deadline - lane->now <= period_of(lane);
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
    ctx->answer.order.rank = is_admitted(server, &ctx->lane, ctx->lane.mean_job) ? GUARANTEED : BEST_EFFORT;
}

static void on_dispatch(struct rf_dispatch* ctx) {
    struct server* server = server_of(&ctx->lane);
    if (!server) return;
    int admitted = is_admitted(server, &ctx->lane, ctx->cost);
    spend(server, &ctx->lane, ctx->cost);
    ctx->answer.order.key = (rf_u64)server->deadline;
    ctx->answer.order.rank = is_admitted(server, &ctx->lane, ctx->cost) ? GUARANTEED : BEST_EFFORT;
    ctx->answer.charge = ctx->cost;
    ctx->answer.action = RF_START;
    ctx->answer.reason = admitted ? RF_REASON_IN_SHARE : RF_REASON_OVER_SHARE;
}

static void on_retire(struct rf_retire* ctx) {
    struct server* server = server_of(&ctx->lane);
    if (!server) return;
    spend(server, &ctx->lane, ctx->took - ctx->charge);
    ctx->answer.order.key = (rf_u64)server->deadline;
    ctx->answer.order.rank = is_admitted(server, &ctx->lane, ctx->lane.mean_job) ? GUARANTEED : BEST_EFFORT;
}

RF_POLICY("deadline", .flags = RF_OWN_ANSWERS, .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
