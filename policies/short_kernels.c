/* Short kernels first: who has waited for eight times as long as its kernel takes goes before who has not. How long that
 * is was measured, by the kernel's name, within its virtual GPU (JOB_META); the mean of all its jobs, as other policies
 * have it, says little of a program that has short kernels beside long ones. Shares are not looked at.
 */
#include <ringfence/policy.h>

#define PATIENCE 8

RF_MAP_JOB_META(256);

RF_INLINE rf_u64 place(const struct rf_lane* lane) {
    rf_u32 index = RF_LANE_INDEX(*lane);
    rf_u64 since = (rf_u64)(lane->now - lane->longest_wait);
    rf_u64 length = (rf_u64)lane->mean_job;
    const struct rf_job_meta* job = rf_map_lookup(&JOB_META, &index);
    if (job && job->expected) {
        length = (rf_u64)job->expected;
        since = (rf_u64)job->ready;
    }
    return since + PATIENCE * length;
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

RF_POLICY("short-kernels", .flags = RF_OWN_ANSWERS, .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
