// Policies in C for tests, compiled by clang: well-behaved ones and hostile ones.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "../has_clang.h"
#include "base/file.h"
#include "source_dir.h"

namespace ringfence {

// The object that clang makes of it; empty: it does not. `hooks`: the body of the file after the header.
inline std::string compile_policy(const std::string& source) {
    static int number = 0;
    const std::filesystem::path base = std::filesystem::path(testing::TempDir()) /
                                       ("policy_" + std::to_string(::getpid()) + "_" + std::to_string(number++));
    const std::string from = base.string() + ".c";
    const std::string to = base.string() + ".o";
    std::ofstream(from) << "#include <ringfence/policy.h>\n" << source;
    const std::string command = "clang -O2 -g -Wall -Wextra -Werror -target bpf -mcpu=v3 -I '" RINGFENCE_SOURCE_DIR
                                "/include' -c '" +
                                from + "' -o '" + to + "'";
    if (std::system(command.c_str()) != 0) return "";
    std::string object = read_file(to, 4 << 20).value();
    std::filesystem::remove(from);
    std::filesystem::remove(to);
    return object;
}

namespace policies {

// First come, first served; counts in a map, and says which version of itself it is.
inline std::string counting(const std::string& name) {
    return R"(
RF_MAP_ARRAY(counts, rf_u64, 4);
static void count(rf_u32 which) {
    rf_u64* value = rf_map_lookup(&counts, &which);
    if (value) *value += 1;
}
static void on_admit(struct rf_admit* ctx) {
    ctx->answer.order.key = (rf_u64)(ctx->lane.now - ctx->lane.longest_wait);
    ctx->answer.order.rank = 0;
}
static void on_dispatch(struct rf_dispatch* ctx) {
    count(0);
    ctx->answer.order.key = (rf_u64)ctx->lane.now;
    ctx->answer.order.rank = 0;
    ctx->answer.charge = ctx->cost;
    ctx->answer.action = RF_START;
    ctx->answer.reason = RF_REASON_IN_SHARE;
}
static void on_exit(struct rf_exit* ctx) { count(1 + (ctx->reason > 1)); }
RF_POLICY(")" +
           name + R"(", .admit = on_admit, .dispatch = on_dispatch, .exit = on_exit);
)";
}

// Nobody ever has a turn.
inline std::string denies_all() {
    return R"(
static void on_dispatch(struct rf_dispatch* ctx) {
    ctx->answer.action = RF_HOLD;
    ctx->answer.until = ctx->lane.now + 1000000;
    ctx->answer.reason = RF_REASON_HELD;
}
RF_POLICY("denies-all", .dispatch = on_dispatch);
)";
}

// One virtual GPU goes behind all others, always.
inline std::string starves_one(int vgpu) {
    return "#define VICTIM " + std::to_string(vgpu) + R"(u
static void on_admit(struct rf_admit* ctx) {
    ctx->answer.order.key = (rf_u64)ctx->lane.now;
    ctx->answer.order.rank = ctx->lane.vgpu == VICTIM ? 15 : 0;
}
static void on_dispatch(struct rf_dispatch* ctx) {
    ctx->answer.order.key = (rf_u64)ctx->lane.now;
    ctx->answer.order.rank = ctx->lane.vgpu == VICTIM ? 15 : 0;
    ctx->answer.charge = ctx->cost;
    ctx->answer.action = RF_START;
    ctx->answer.reason = RF_REASON_IN_SHARE;
}
static void on_retire(struct rf_retire* ctx) {
    ctx->answer.order.key = (rf_u64)ctx->lane.now;
    ctx->answer.order.rank = ctx->lane.vgpu == VICTIM ? 15 : 0;
}
RF_POLICY("starves-one", .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
)";
}

// As before, but for one job every 4.9 seconds: whoever waits has never waited for long.
inline std::string drips(int vgpu) {
    return "#define VICTIM " + std::to_string(vgpu) + R"(u
static rf_u64 fed;
static rf_u32 rank_of(rf_u32 vgpu, rf_u64 now) {
    if (vgpu != VICTIM) return 1;
    return now - fed > 4900000000ull ? 0 : 15;
}
static void on_admit(struct rf_admit* ctx) {
    ctx->answer.order.key = (rf_u64)ctx->lane.now;
    ctx->answer.order.rank = rank_of(ctx->lane.vgpu, (rf_u64)ctx->lane.now);
}
static void on_dispatch(struct rf_dispatch* ctx) {
    if (ctx->lane.vgpu == VICTIM) fed = (rf_u64)ctx->lane.now;
    ctx->answer.order.key = (rf_u64)ctx->lane.now;
    ctx->answer.order.rank = rank_of(ctx->lane.vgpu, (rf_u64)ctx->lane.now);
    ctx->answer.charge = 0;
    ctx->answer.action = RF_START;
    ctx->answer.reason = RF_REASON_IN_SHARE;
}
static void on_retire(struct rf_retire* ctx) {
    ctx->answer.order.key = (rf_u64)ctx->lane.now;
    ctx->answer.order.rank = rank_of(ctx->lane.vgpu, (rf_u64)ctx->lane.now);
}
RF_POLICY("drips", .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
)";
}

// Holds the device for 480 ms, has one job start, and so on, for each in turn.
inline std::string stalls_by_turns() {
    return R"(
static volatile rf_u64 last;
static volatile rf_u32 last_vgpu;
static void on_admit(struct rf_admit* ctx) {
    ctx->answer.order.key = (rf_u64)ctx->lane.now;
    ctx->answer.order.rank = ctx->lane.vgpu == last_vgpu;
}
static void on_dispatch(struct rf_dispatch* ctx) {
    rf_u64 now = (rf_u64)ctx->lane.now;
    ctx->answer.order.key = now;
    ctx->answer.charge = 0;
    ctx->answer.order.rank = 0;
    if (ctx->in_flight == 0 && now - last < 480000000ull) {
        ctx->answer.action = RF_HOLD;
        ctx->answer.until = ctx->lane.now + 1000000;
        ctx->answer.reason = RF_REASON_HELD;
        return;
    }
    last = now;
    last_vgpu = ctx->lane.vgpu;
    ctx->answer.order.rank = 1;
    ctx->answer.action = RF_START;
    ctx->answer.reason = RF_REASON_IN_SHARE;
}
static void on_retire(struct rf_retire* ctx) {
    ctx->answer.order.key = (rf_u64)ctx->lane.now;
    ctx->answer.order.rank = ctx->lane.vgpu == last_vgpu;
}
RF_POLICY("stalls-by-turns", .admit = on_admit, .dispatch = on_dispatch, .retire = on_retire);
)";
}

inline std::string talks_nonsense() {
    return R"(
static void on_admit(struct rf_admit* ctx) { ctx->answer.order.rank = 4711; }
static void on_dispatch(struct rf_dispatch* ctx) {
    ctx->answer.order.rank = 0xffffffffu;
    ctx->answer.charge = -5;
    ctx->answer.action = 7;
    ctx->answer.reason = 99;
    ctx->answer.until = -1;
}
RF_POLICY("nonsense", .admit = on_admit, .dispatch = on_dispatch);
)";
}

// More instructions than anybody has time for, at every decision; the verifier sees that they come to an end.
inline std::string takes_its_time() {
    return R"(
static volatile rf_u64 sink;
static void on_dispatch(struct rf_dispatch* ctx) {
    for (rf_u32 i = 0; i < 3000; ++i)
        sink += i;
    ctx->answer.action = RF_START;
}
RF_POLICY("takes-its-time", .dispatch = on_dispatch);
)";
}

// Few instructions, and megabytes that a helper copies.
inline std::string copies_much() {
    return R"(
struct large { rf_u8 bytes[65536]; };
RF_MAP_ARRAY(values, struct large, 2);
static void on_dispatch(struct rf_dispatch* ctx) {
    rf_u32 from = 0, to = 1;
    struct large* value = rf_map_lookup(&values, &from);
    if (!value) return;
    for (rf_u32 i = 0; i < 17; ++i)
        rf_map_update(&values, &to, value, RF_ANY);
    ctx->answer.action = RF_START;
}
RF_POLICY("copies-much", .dispatch = on_dispatch);
)";
}

// Never comes to an end: no verifier accepts that.
inline std::string hangs() {
    return R"(
static volatile rf_u64 sink;
static void on_dispatch(struct rf_dispatch* ctx) {
    while (sink != 1)
        sink = 0;
    ctx->answer.action = RF_START;
}
RF_POLICY("hangs", .dispatch = on_dispatch);
)";
}

// Fills all its maps.
inline std::string hoards() {
    return R"(
RF_MAP(few, RF_HASH, rf_u64, rf_u64, 8);
RF_MAP_QUEUE(queue, rf_u64, 8);
RF_MAP_RING(ring, 4096);
static rf_u64 next;
static void on_dispatch(struct rf_dispatch* ctx) {
    rf_u64 key = ++next;
    rf_map_update(&few, &key, &key, RF_ANY);
    rf_map_push(&queue, &key, RF_ANY);
    rf_ring_write(&ring, &key, sizeof key, 0);
    ctx->answer.action = RF_START;
}
RF_POLICY("hoards", .dispatch = on_dispatch);
)";
}

}  // namespace policies
}  // namespace ringfence
