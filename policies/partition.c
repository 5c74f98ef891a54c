/* Each virtual GPU has multiprocessors of its own, as many as its share: what one does with its caches and units does
 * not slow the others' kernels. They are given out in the order of the virtual GPUs' numbers; for whom none are left has
 * all of them, as usual.
 *
 * All it does is to say so in PLACEMENT, which the dispatcher obeys; who is next is left to the built-in policy.
 * `ringfence policy map dump PLACEMENT` shows what each has: first, count, how many there are, how many it may have.
 */
#include <ringfence/policy.h>

#define VGPUS 16

RF_MAP_PLACEMENT(VGPUS);

static void on_admit(struct rf_admit* ctx) {
    rf_u32 vgpu = ctx->lane.vgpu;
    struct rf_placement* mine = rf_map_lookup(&PLACEMENT, &vgpu);
    if (!mine || ctx->lane.resource != RF_COMPUTE) return;
    rf_u32 device = mine->device;
    rf_u32 most = mine->most;
    rf_u32 first = 0;
    for (rf_u32 i = 0; i < VGPUS; ++i) {
        rf_u32 other = i;
        if (other >= vgpu) break;
        struct rf_placement* its = rf_map_lookup(&PLACEMENT, &other);
        if (its) first += its->count;
    }
    rf_u32 count = (rf_u32)((rf_u64)device * ctx->lane.share / RF_WHOLE);
    if (count == 0) count = 1;
    if (count > most) count = most;
    if (first >= device || count > device - first) first = count = 0;
    mine->first = first;
    mine->count = count;
}

RF_POLICY("partition", .admit = on_admit);
