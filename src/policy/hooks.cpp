#include "policy/hooks.h"

// The layouts of contexts, computed from the C declarations, so that they cannot differ.
#include "ringfence/policy.h"

namespace ringfence::policy {
namespace {

#define RF_READ(type, field) \
    { #field, offsetof(type, field), sizeof(type::field), false }
#define RF_WRITE(type, field) \
    { "answer." #field, offsetof(type, answer.field), sizeof(type::answer.field), true }
#define RF_LANE(type)                                                                             \
    RF_READ(type, lane.now), RF_READ(type, lane.work_in_flight), RF_READ(type, lane.mean_job),    \
        RF_READ(type, lane.longest_wait), RF_READ(type, lane.vgpu), RF_READ(type, lane.resource), \
        RF_READ(type, lane.queued), RF_READ(type, lane.in_flight), RF_READ(type, lane.share),     \
        RF_READ(type, lane.utilisation), RF_READ(type, lane.priority), RF_READ(type, lane.reserved)
#define RF_ORDER(type) RF_WRITE(type, order.key), RF_WRITE(type, order.rank), RF_WRITE(type, order.reserved)

constexpr ContextField init_fields[] = {RF_READ(rf_init, now)};
constexpr ContextField submit_fields[] = {RF_READ(rf_submit, now),       RF_READ(rf_submit, cost),
                                          RF_READ(rf_submit, bytes),     RF_READ(rf_submit, vgpu),
                                          RF_READ(rf_submit, session),   RF_READ(rf_submit, resource),
                                          RF_READ(rf_submit, priority),  RF_WRITE(rf_submit, cost),
                                          RF_WRITE(rf_submit, priority), RF_WRITE(rf_submit, reserved)};
constexpr ContextField admit_fields[] = {RF_LANE(rf_admit), RF_ORDER(rf_admit)};
constexpr ContextField dispatch_fields[] = {RF_LANE(rf_dispatch),
                                            RF_READ(rf_dispatch, cost),
                                            RF_READ(rf_dispatch, awaited_idle),
                                            RF_READ(rf_dispatch, awaited_gap),
                                            RF_READ(rf_dispatch, least_key),
                                            RF_READ(rf_dispatch, awaited),
                                            RF_READ(rf_dispatch, runnable),
                                            RF_READ(rf_dispatch, in_flight),
                                            RF_READ(rf_dispatch, reserved),
                                            RF_ORDER(rf_dispatch),
                                            RF_WRITE(rf_dispatch, charge),
                                            RF_WRITE(rf_dispatch, until),
                                            RF_WRITE(rf_dispatch, action),
                                            RF_WRITE(rf_dispatch, reason)};
constexpr ContextField retire_fields[] = {RF_LANE(rf_retire), RF_READ(rf_retire, took), RF_READ(rf_retire, charge),
                                          RF_ORDER(rf_retire)};
constexpr ContextField copy_fields[] = {
    RF_READ(rf_copy, now),    RF_READ(rf_copy, bytes),    RF_READ(rf_copy, vgpu),  RF_READ(rf_copy, resource),
    RF_READ(rf_copy, others), RF_READ(rf_copy, reserved), RF_WRITE(rf_copy, piece)};
constexpr ContextField memory_fields[] = {
    RF_READ(rf_memory, now),       RF_READ(rf_memory, idle),   RF_READ(rf_memory, needed), RF_READ(rf_memory, resident),
    RF_READ(rf_memory, elsewhere), RF_READ(rf_memory, share),  RF_READ(rf_memory, vgpu),   RF_READ(rf_memory, session),
    RF_READ(rf_memory, priority),  RF_READ(rf_memory, queued), RF_WRITE(rf_memory, score)};
constexpr ContextField tick_fields[] = {RF_READ(rf_tick, now), RF_READ(rf_tick, period)};
constexpr ContextField exit_fields[] = {RF_READ(rf_exit, now), RF_READ(rf_exit, reason), RF_READ(rf_exit, reserved)};

constexpr ContextField thermal_fields[] = {RF_READ(rf_thermal, now),         RF_READ(rf_thermal, period),
                                           RF_READ(rf_thermal, temperature), RF_READ(rf_thermal, temperature_limit),
                                           RF_READ(rf_thermal, power),       RF_READ(rf_thermal, power_limit)};

constexpr std::array<HookInfo, hook_count> hooks{{
    {"init", sizeof(rf_init), init_fields},
    {"submit", sizeof(rf_submit), submit_fields},
    {"admit", sizeof(rf_admit), admit_fields},
    {"dispatch", sizeof(rf_dispatch), dispatch_fields},
    {"retire", sizeof(rf_retire), retire_fields},
    {"copy_enqueue", sizeof(rf_copy), copy_fields},
    {"memory_pressure", sizeof(rf_memory), memory_fields},
    {"reclaim", sizeof(rf_memory), memory_fields},
    {"tick", sizeof(rf_tick), tick_fields},
    {"exit", sizeof(rf_exit), exit_fields},
    {"thermal", sizeof(rf_thermal), thermal_fields},
}};

constexpr bool fields_are_whole() {
    for (const HookInfo& hook : hooks) {
        std::uint32_t end = 0;
        for (const ContextField& field : hook.fields) {
            if (field.offset != end) return false;
            end = field.offset + field.size;
        }
        if (end != hook.context_size) return false;
    }
    return true;
}
static_assert(fields_are_whole(), "a field is missing, or out of order");
static_assert(offsetof(rf_ops, init) == 40 && sizeof(rf_ops) == 40 + 8 * hook_count);

#undef RF_READ
#undef RF_WRITE
#undef RF_LANE
#undef RF_ORDER

}  // namespace

const HookInfo& info_of(Hook hook) {
    return hooks[static_cast<std::size_t>(hook)];
}

bool has_bytes(const HookInfo& hook, std::int64_t offset, std::uint64_t size) {
    return offset >= 0 && offset <= std::int64_t{hook.context_size} &&
           size <= hook.context_size - static_cast<std::uint64_t>(offset);
}

const ContextField* read_only_field(const HookInfo& hook, std::int64_t offset, std::uint64_t size) {
    const std::int64_t end = offset + static_cast<std::int64_t>(size);
    for (const ContextField& field : hook.fields) {
        const bool is_touched = std::int64_t{field.offset} < end && offset < std::int64_t{field.offset} + field.size;
        if (is_touched && !field.is_writable) return &field;
    }
    return nullptr;
}

}  // namespace ringfence::policy
