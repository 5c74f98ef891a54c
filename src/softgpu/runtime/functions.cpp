#include "softgpu/runtime/functions.h"

namespace ringfence::softgpu {
namespace {

template <typename F>
RuntimeFunction entry(const char* name, F* function) {
    return {name, reinterpret_cast<void*>(function)};
}

}  // namespace

std::span<const RuntimeFunction> runtime_functions() {
    static const RuntimeFunction functions[] = {
        entry("rf_check", rf_check),
        entry("rf_check_range", rf_check_range),
        entry("rf_check_lanes", rf_check_lanes),
        entry("rf_check_each", rf_check_each),
        entry("rf_read_each", rf_read_each),
        entry("rf_write_each", rf_write_each),
        entry("rf_check_local", rf_check_local),
        entry("rf_check_cluster", rf_check_cluster),
        entry("rf_check_shared", rf_check_shared),
        entry("rf_fault_shared", rf_fault_shared),
        entry("rf_fault_stack", rf_fault_stack),
        entry("rf_is_shared", rf_is_shared),
        entry("rf_is_cluster_shared", rf_is_cluster_shared),
        entry("rf_is_local", rf_is_local),
        entry("rf_is_global", rf_is_global),
        entry("rf_is_const", rf_is_const),
        entry("rf_is_param", rf_is_param),
        entry("rf_poll", rf_poll),
        entry("rf_yield", rf_yield),
        entry("rf_check_function", rf_check_function),
        entry("rf_fault_branch", rf_fault_branch),
        entry("rf_trap", rf_trap),
        entry("rf_exit", rf_exit),
        entry("rf_diverge", rf_diverge),
        entry("rf_leave_stages", rf_leave_stages),
        entry("rf_barrier_sync", rf_barrier_sync),
        entry("rf_barrier_arrive", rf_barrier_arrive),
        entry("rf_barrier_reduce", rf_barrier_reduce),
        entry("rf_cluster_arrive", rf_cluster_arrive),
        entry("rf_cluster_wait", rf_cluster_wait),
        entry("rf_warp_sync", rf_warp_sync),
        entry("rf_shuffle", rf_shuffle),
        entry("rf_vote", rf_vote),
        entry("rf_match_any", rf_match_any),
        entry("rf_match_all", rf_match_all),
        entry("rf_reduce", rf_reduce),
        entry("rf_elect", rf_elect),
        entry("rf_active_mask", rf_active_mask),
        entry("rf_vprintf", rf_vprintf),
        entry("rf_malloc", rf_malloc),
        entry("rf_free", rf_free),
        entry("rf_assertfail", rf_assertfail),
        entry("rf_clock", rf_clock),
        entry("rf_global_timer", rf_global_timer),
        entry("rf_nanosleep", rf_nanosleep),
    };
    return functions;
}

}  // namespace ringfence::softgpu
