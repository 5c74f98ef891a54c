#include "policy/skeleton.h"

#include <algorithm>

#include "base/escape.h"

namespace ringfence::policy {
namespace {

constexpr std::size_t longest_name = 31;

constexpr std::string_view skeleton =
    R"(/* A policy for Ringfence: each virtual GPU has its turn, by the time it had divided by its share.
 *
 *     clang -O2 -g -target bpf -mcpu=v3 -I . -c @NAME@.c
 *     ringfence policy verify @NAME@.o
 */
#include <ringfence/policy.h>

struct lane_state {
    rf_u64 time; /* the card's time it had, divided by its share */
};

/* Of each virtual GPU, compute and copies apart. */
struct vgpu_state {
    struct lane_state lanes[4];
};
RF_MAP(vgpus, RF_HASH, rf_u32, struct vgpu_state, 1024);

/* The least time of all that wait, by resource: newcomers begin there. */
static rf_u64 least[4];

static const struct vgpu_state nothing;

static __attribute__((always_inline)) struct lane_state* state_of(const struct rf_lane* lane) {
    rf_u32 vgpu = lane->vgpu;
    struct vgpu_state* state = rf_map_lookup(&vgpus, &vgpu);
    if (!state) {
        rf_map_update(&vgpus, &vgpu, &nothing, RF_NOEXIST);
        state = rf_map_lookup(&vgpus, &vgpu);
        if (!state) return RF_NULL; /* the map is full */
    }
    return &state->lanes[lane->resource & 3];
}

static __attribute__((always_inline)) rf_u64 virtual_time(rf_s64 time, rf_u32 share) {
    if (time <= 0) return 0;
    return (rf_u64)time * RF_WHOLE / (share ? share : 1);
}

/* Something waits where nothing did: its place. */
static void on_admit(struct rf_admit* ctx) {
    struct lane_state* state = state_of(&ctx->lane);
    if (!state) return;
    rf_u64 now = least[ctx->lane.resource & 3];
    if ((rf_s64)(state->time - now) < 0) state->time = now; /* what was not used is not saved */
    ctx->answer.order.key = state->time;
}

/* The first in order may put a job on the card. */
static void on_dispatch(struct rf_dispatch* ctx) {
    struct lane_state* state = state_of(&ctx->lane);
    if (!state) return;
    least[ctx->lane.resource & 3] = ctx->least_key;
    state->time += virtual_time(ctx->cost, ctx->lane.share);
    ctx->answer.order.key = state->time;
    ctx->answer.charge = ctx->cost;
    ctx->answer.action = RF_START;
    ctx->answer.reason = RF_REASON_IN_SHARE;
}

/* A job has ended: what it was charged was a guess. */
static void on_retire(struct rf_retire* ctx) {
    struct lane_state* state = state_of(&ctx->lane);
    if (!state) return;
    state->time += virtual_time(ctx->took, ctx->lane.share) - virtual_time(ctx->charge, ctx->lane.share);
    ctx->answer.order.key = state->time;
}

RF_POLICY("@NAME@", .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
)";

constexpr char header[] =
#include "policy_header.inc"
    ;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_allowed(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

}  // namespace

Result<void> check_policy_name(std::string_view name) {
    const bool is_fine = !name.empty() && name.size() <= longest_name && is_letter(name.front()) &&
                         std::all_of(name.begin(), name.end(), is_allowed);
    if (is_fine) return {};
    return Error::bad_input("'" + escape(name, longest_name) + "' is no name for a policy")
        .with_remedy("letters, digits, - and _, a letter first, 31 at most");
}

std::string skeleton_source(std::string_view name) {
    constexpr std::string_view placeholder = "@NAME@";
    std::string text(skeleton);
    for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at))
        text.replace(at, placeholder.size(), name);
    return text;
}

std::string_view policy_header() {
    return {header, sizeof header - 1};
}

}  // namespace ringfence::policy
