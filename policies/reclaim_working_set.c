/* Memory leaves the card by working set (Denning 1968): what a session has is in use if it used the card within its
 * window. Whoever is outside of its window goes first, the one with most on the card before others, so that few have to
 * move. Only if that is not enough somebody inside a window is taken, the one closest to its end.
 *
 * Windows learn. A session whose memory is wanted back soon after it was taken was taken too early: its window doubles.
 * One that stays away for long has its window halved, down to the usual one.
 */
#include <ringfence/policy.h>

#define USUAL_WINDOW 2000000000ll
#define LONGEST_WINDOW 64000000000ll
#define OUTSIDE (1ull << 62)
#define LARGEST ((1ull << 40) - 1)

struct session {
    rf_s64 window;
    rf_s64 left; /* when some of its memory was first seen elsewhere; 0: all of it is on the card */
};
RF_MAP(sessions, RF_LRU_HASH, rf_u64, struct session, 4096);

RF_INLINE struct session* session_of(const struct rf_memory* ctx) {
    rf_u64 key = (rf_u64)ctx->vgpu << 32 | ctx->session;
    struct session* session = rf_map_lookup(&sessions, &key);
    if (session) return session;
    struct session fresh = {.window = USUAL_WINDOW, .left = 0};
    rf_map_update(&sessions, &key, &fresh, RF_ANY);
    return rf_map_lookup(&sessions, &key);
}

static void on_pressure(struct rf_memory* ctx) {
    struct session* session = session_of(ctx);
    if (!session) return;
    if (!ctx->elsewhere) session->left = 0;
    rf_u64 pages = ctx->resident >> 12;
    if (pages > LARGEST) pages = LARGEST;
    rf_s64 beyond = ctx->idle - session->window;
    if (!ctx->queued && beyond >= 0) {
        ctx->answer.score = OUTSIDE + pages;
        return;
    }
    /* How much of the window is left, the least first. Who waits for the card uses its memory now. */
    rf_u64 left = ctx->queued ? LONGEST_WINDOW : (rf_u64)(-beyond);
    ctx->answer.score = left >= LONGEST_WINDOW ? 1 : LONGEST_WINDOW - left + 1;
}

static void on_reclaim(struct rf_memory* ctx) {
    struct session* session = session_of(ctx);
    if (!session) return;
    if (!session->left) session->left = ctx->now;
    if (!ctx->queued) {
        ctx->answer.score = 0;
        return;
    }
    /* Asked again and again until it is back: learned from once. */
    if (session->left > 0) {
        rf_s64 away = ctx->now - session->left;
        if (away < session->window) session->window *= 2;
        else if (away > 8 * session->window) session->window >>= 1;
        if (session->window > LONGEST_WINDOW) session->window = LONGEST_WINDOW;
        if (session->window < USUAL_WINDOW) session->window = USUAL_WINDOW;
        session->left = -1;
    }
    rf_u64 pages = ctx->elsewhere >> 12;
    ctx->answer.score = LARGEST - (pages > LARGEST ? LARGEST : pages) + 1; /* the smallest first */
}

RF_POLICY("reclaim-working-set", .memory_pressure = on_pressure, .reclaim = on_reclaim);
