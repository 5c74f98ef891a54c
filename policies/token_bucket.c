/* Token buckets for copies: a virtual GPU's share of copying is what it gets at most while others are there, not only
 * what it gets at least. For links that are shared with more than this card, and for tenants that pay for a rate.
 *
 * A lane of copies has a bucket of tokens, nanoseconds of the copy engine. It fills at the rate of the share, up to
 * BURST. A copy may go when the bucket is not empty, and takes what it needs, also into debt; so the mean holds for
 * copies of any length. Lanes with tokens go first. If only lanes without have copies, the engine is held until one has;
 * never for longer than PATIENCE, which is below what the watchdog takes for a stall.
 *
 * `copy_enqueue` cuts copies to what a bucket is worth, so that a long one does not run far into debt. Kernels are not
 * touched: the built-in policy orders them.
 */
#include <ringfence/policy.h>

#define BURST 20000000          /* of tokens */
#define DEEPEST 200000000       /* of debt: what is owed beyond it is forgiven */
#define PATIENCE 200000000      /* how long a lane is held */
#define WITH_TOKENS 0
#define WITHOUT 8
#define BYTES_PER_MS 20000000ull /* of the link, about */
#define LEAST_PIECE (256ull << 10)

struct bucket {
    rf_s64 tokens;
    rf_s64 filled; /* when */
    rf_u64 share;
};
RF_MAP(buckets, RF_LRU_HASH, rf_u64, struct bucket, 1024);

RF_INLINE rf_u64 key_of(rf_u32 resource, rf_u32 vgpu) {
    return (rf_u64)resource << 32 | vgpu;
}

RF_INLINE void fill(struct bucket* bucket, rf_s64 now) {
    rf_s64 passed = now - bucket->filled;
    if (passed < 0) passed = 0;
    if (passed > 1000000000) passed = 1000000000;
    bucket->tokens += (rf_s64)((rf_u64)passed * bucket->share / RF_WHOLE);
    if (bucket->tokens > BURST) bucket->tokens = BURST;
    bucket->filled = now;
}

RF_INLINE struct bucket* bucket_of(const struct rf_lane* lane) {
    rf_u64 key = key_of(lane->resource, lane->vgpu);
    struct bucket* bucket = rf_map_lookup(&buckets, &key);
    if (!bucket) {
        struct bucket fresh = {.tokens = 0, .filled = lane->now, .share = lane->share};
        rf_map_update(&buckets, &key, &fresh, RF_ANY);
        bucket = rf_map_lookup(&buckets, &key);
        if (!bucket) return RF_NULL;
    }
    bucket->share = lane->share;
    fill(bucket, lane->now);
    return bucket;
}

/* How long until the bucket is not empty any more. */
RF_INLINE rf_s64 time_to_fill(const struct bucket* bucket) {
    if (bucket->tokens > 0) return 0;
    rf_u64 owed = (rf_u64)(1 - bucket->tokens);
    rf_s64 time = (rf_s64)(owed * RF_WHOLE / (bucket->share ? bucket->share : 1));
    return time > PATIENCE ? PATIENCE : time + 1;
}

/* By when its bucket is not empty: those that are full are alike, and go in the order in which they came. */
RF_INLINE void place(const struct rf_lane* lane, const struct bucket* bucket, struct rf_order* order) {
    rf_s64 wait = time_to_fill(bucket);
    order->key = (rf_u64)(wait ? lane->now + wait : lane->now - lane->longest_wait);
    order->rank = wait ? WITHOUT : WITH_TOKENS;
}

static void on_admit(struct rf_admit* ctx) {
    if (ctx->lane.resource == RF_COMPUTE) return;
    struct bucket* bucket = bucket_of(&ctx->lane);
    if (!bucket) return;
    struct rf_order order = {};
    place(&ctx->lane, bucket, &order);
    ctx->answer.order.key = order.key;
    ctx->answer.order.rank = order.rank;
}

static void on_dispatch(struct rf_dispatch* ctx) {
    if (ctx->lane.resource == RF_COMPUTE) return;
    struct bucket* bucket = bucket_of(&ctx->lane);
    if (!bucket) return;
    rf_s64 wait = time_to_fill(bucket);
    int is_held = wait > 0 && ctx->lane.longest_wait < PATIENCE;
    if (!is_held) {
        bucket->tokens -= ctx->cost;
        if (bucket->tokens < -DEEPEST) bucket->tokens = -DEEPEST;
    }
    struct rf_order order = {};
    place(&ctx->lane, bucket, &order);
    ctx->answer.order.key = order.key;
    ctx->answer.order.rank = order.rank;
    ctx->answer.charge = is_held ? 0 : ctx->cost;
    ctx->answer.until = is_held ? ctx->lane.now + wait : 0;
    ctx->answer.action = is_held ? RF_HOLD : RF_START;
    ctx->answer.reason = is_held ? RF_REASON_HELD : RF_REASON_IN_SHARE;
}

static void on_retire(struct rf_retire* ctx) {
    if (ctx->lane.resource == RF_COMPUTE) return;
    struct bucket* bucket = bucket_of(&ctx->lane);
    if (!bucket) return;
    bucket->tokens -= ctx->took - ctx->charge; /* what it was charged was a guess */
    if (bucket->tokens < -DEEPEST) bucket->tokens = -DEEPEST;
    struct rf_order order = {};
    place(&ctx->lane, bucket, &order);
    ctx->answer.order.key = order.key;
    ctx->answer.order.rank = order.rank;
}

/* A piece is what half of a full bucket is worth. */
static void on_copy(struct rf_copy* ctx) {
    if (!ctx->others) return;
    rf_u64 piece = BURST / 2 / 1000000 * BYTES_PER_MS;
    rf_u64 key = key_of(ctx->resource, ctx->vgpu);
    struct bucket* bucket = rf_map_lookup(&buckets, &key);
    if (bucket && bucket->tokens < BURST / 2) {
        rf_s64 left = bucket->tokens > 0 ? bucket->tokens : 0;
        piece = (rf_u64)left / 1000 * (BYTES_PER_MS / 1000);
    }
    if (piece < LEAST_PIECE) piece = LEAST_PIECE;
    ctx->answer.piece = piece < ctx->bytes ? piece : ctx->bytes;
}

RF_POLICY("token-bucket", .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire, .copy_enqueue = on_copy);
