/* A share is the most that one gets: of kernels and copies, alone or not. For tenants that pay for a part of a card and
 * are to see the same card every day, whoever else is there. Who has no share of its own gets what others leave, without
 * a bound.
 *
 * All it does is to say so in IO_BUDGETS, which the dispatcher obeys; who is next is left to the built-in policy.
 * `ringfence policy map set IO_BUDGETS 0 250000,0,0` changes what it said, until that virtual GPU comes again.
 */
#include <ringfence/policy.h>

#define RESOURCES 3
#define LEFTOVER (RF_WHOLE / 1000) /* the share of who has none */

RF_MAP_IO_BUDGETS(256);

static void on_admit(struct rf_admit* ctx) {
    rf_u32 vgpu = ctx->lane.vgpu;
    rf_u32 resource = ctx->lane.resource;
    rf_u32 share = ctx->lane.share;
    struct rf_budget* budget = rf_map_lookup(&IO_BUDGETS, &vgpu);
    if (!budget || resource >= RESOURCES) return;
    budget->most[resource] = share > LEFTOVER ? share : 0;
}

RF_POLICY("hard-share", .admit = on_admit);
