/* Keeps a card below a power and a temperature: it lets the card rest between jobs.
 *
 * The card has a budget of busy time, which fills at the rate `duty`, up to BURST. A job may begin while there is some,
 * and takes what it took, also into debt; so the mean holds for jobs of any length. Who is next stays as it is built in,
 * and all rest alike: shares hold.
 *
 * Once a second the card's sensors say how it is. Above the cap the duty goes down in proportion, by a quarter at most;
 * below it goes up by 2 points. The limits are two maps, and the card's own where those are 0:
 *
 *     ringfence policy map set MOST_POWER 0 300000
 *
 * Where there are no sensors nothing is ever held.
 */
#include <ringfence/policy.h>

#define BURST 20000000    /* of the budget, ns */
#define DEEPEST 100000000 /* of debt: with the least duty a rest is 0.4 s at most, below what the watchdog bears */
#define LEAST 250000      /* of the duty: a quarter */
#define UP 20000
#define MARGIN 5000 /* thousandths of a degree below the one at which the card slows down by itself */

RF_MAP_ARRAY(MOST_POWER, rf_u32, 1);       /* milliwatts; 0: the card's own limit */
RF_MAP_ARRAY(MOST_TEMPERATURE, rf_u32, 1); /* thousandths of a degree; 0: a little below where the card slows down */

struct state {
    rf_s64 budget;
    rf_s64 filled; /* when */
    rf_u32 duty;   /* millionths; 0: not yet told anything */
    rf_u32 reserved;
};
RF_MAP_ARRAY(STATE, struct state, 1);

RF_INLINE struct state* state_at(rf_s64 now) {
    rf_u32 first = 0;
    struct state* state = rf_map_lookup(&STATE, &first);
    if (!state) return RF_NULL;
    rf_s64 passed = now - state->filled;
    if (passed < 0 || state->filled == 0) passed = 0;
    if (passed > 1000000000) passed = 1000000000;
    state->filled = now;
    state->budget += (rf_s64)((rf_u64)passed * state->duty / RF_WHOLE);
    if (state->budget > BURST) state->budget = BURST;
    return state;
}

/* What is left of the duty if `is` is to come down to `limit`. */
RF_INLINE rf_u32 brought_down(rf_u32 duty, rf_u32 is, rf_u32 limit) {
    if (limit == 0 || is <= limit) return duty;
    rf_u64 less = (rf_u64)duty * limit / is;
    rf_u64 least = (rf_u64)duty * 3 / 4;
    return (rf_u32)(less > least ? less : least);
}

static void on_thermal(struct rf_thermal* ctx) {
    rf_u32 first = 0;
    struct state* state = state_at(ctx->now);
    rf_u32* most_power = rf_map_lookup(&MOST_POWER, &first);
    rf_u32* most_temperature = rf_map_lookup(&MOST_TEMPERATURE, &first);
    if (!state || !most_power || !most_temperature) return;
    rf_u32 power = *most_power ? *most_power : ctx->power_limit;
    rf_u32 temperature = *most_temperature;
    if (!temperature && ctx->temperature_limit > MARGIN) temperature = ctx->temperature_limit - MARGIN;
    rf_u32 before = state->duty ? state->duty : RF_WHOLE;
    rf_u32 duty = brought_down(before, ctx->power, power);
    rf_u32 cooler = brought_down(before, ctx->temperature, temperature);
    if (cooler < duty) duty = cooler;
    if (duty == before) duty += UP;
    if (duty > RF_WHOLE) duty = RF_WHOLE;
    if (duty < LEAST) duty = LEAST;
    state->duty = duty;
}

/* The answer comes as the built-in policy gives it. */
static void on_dispatch(struct rf_dispatch* ctx) {
    if (ctx->lane.resource != RF_COMPUTE) return;
    struct state* state = state_at(ctx->lane.now);
    if (!state || state->duty == 0 || state->duty >= RF_WHOLE || state->budget > 0) return;
    rf_u64 owed = (rf_u64)(1 - state->budget);
    ctx->answer.action = RF_HOLD;
    ctx->answer.until = ctx->lane.now + (rf_s64)(owed * RF_WHOLE / state->duty) + 1;
    ctx->answer.reason = RF_REASON_HELD;
}

static void on_retire(struct rf_retire* ctx) {
    if (ctx->lane.resource != RF_COMPUTE) return;
    struct state* state = state_at(ctx->lane.now);
    if (!state) return;
    state->budget -= ctx->took;
    if (state->budget < -DEEPEST) state->budget = -DEEPEST;
}

RF_POLICY("power-cap", .flags = RF_ALONE_TOO, .dispatch = on_dispatch, .retire = on_retire, .thermal = on_thermal);
