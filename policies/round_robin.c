/* Round robin: lanes take turns, a job each. Who has long jobs gets more time.
 *
 * A lane's key is the number of its turn. After a turn it goes behind all others; one that comes back waits behind all
 * that are there.
 */
#include <ringfence/policy.h>

/* The last turn that was given out, by resource, and when each lane's is. */
static rf_u64 last_turn[4];

RF_MAP(turns, RF_LRU_HASH, rf_u64, rf_u64, 4096);

static __attribute__((always_inline)) rf_u64 take_turn(const struct rf_lane* lane) {
    rf_u64 key = (rf_u64)lane->resource << 32 | lane->vgpu;
    rf_u64 turn = ++last_turn[lane->resource & 3];
    rf_map_update(&turns, &key, &turn, RF_ANY);
    return turn;
}

/* The turn that it has, or a new one. */
static __attribute__((always_inline)) rf_u64 turn_of(const struct rf_lane* lane) {
    rf_u64 key = (rf_u64)lane->resource << 32 | lane->vgpu;
    rf_u64* turn = rf_map_lookup(&turns, &key);
    return turn ? *turn : take_turn(lane);
}

static void on_admit(struct rf_admit* ctx) {
    ctx->answer.order.key = turn_of(&ctx->lane);
    ctx->answer.order.rank = 0;
}

static void on_dispatch(struct rf_dispatch* ctx) {
    ctx->answer.order.key = take_turn(&ctx->lane);
    ctx->answer.order.rank = 0;
    ctx->answer.charge = ctx->cost;
    ctx->answer.action = RF_START;
    ctx->answer.reason = RF_REASON_IN_SHARE;
}

static void on_retire(struct rf_retire* ctx) {
    ctx->answer.order.key = turn_of(&ctx->lane);
    ctx->answer.order.rank = 0;
}

RF_POLICY("round-robin", .flags = RF_OWN_ANSWERS, .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
