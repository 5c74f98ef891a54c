/* First come, first served: the lane whose first job has waited longest is next. Shares and priorities are not looked at,
 * so whoever submits most gets most.
 */
#include <ringfence/policy.h>

/* When the first job of the lane came; earlier goes first. */
static __attribute__((always_inline)) rf_u64 place(const struct rf_lane* lane) {
    return (rf_u64)(lane->now - lane->longest_wait);
}

static void on_admit(struct rf_admit* ctx) {
    ctx->answer.order.key = place(&ctx->lane);
    ctx->answer.order.rank = 0;
}

static void on_dispatch(struct rf_dispatch* ctx) {
    ctx->answer.order.key = place(&ctx->lane);
    ctx->answer.order.rank = 0;
    ctx->answer.charge = ctx->cost;
    ctx->answer.action = RF_START;
    ctx->answer.reason = RF_REASON_IN_SHARE;
}

static void on_retire(struct rf_retire* ctx) {
    ctx->answer.order.key = place(&ctx->lane);
    ctx->answer.order.rank = 0;
}

RF_POLICY("fifo", .flags = RF_OWN_ANSWERS, .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
