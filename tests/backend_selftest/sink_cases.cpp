// Address spaces in which no access faults: kernels write all over the window and its zones, and nothing happens.
#include <sys/mman.h>

#include <cstring>
#include <string>

#include "base/unique_fd.h"
#include "guard/conditions/geometry.h"
#include "rig.h"

namespace ringfence::backend::selftest {
namespace {

constexpr std::uint64_t stray_window = std::uint64_t{1} << 37;
constexpr std::uint64_t stray_unit = std::uint64_t{2} << 20;
constexpr std::uint64_t host_unit = std::uint64_t{32} << 20;  // of host memory, where there are sinks (docs/memory.md)
constexpr AddressSpaceOptions stray_space = {.bytes = stray_window, .zone_bytes = guard::zone_bytes, .has_sinks = true};

// One thread for each unit, on some odd word of it: reads, adds, writes.
constexpr const char* stray_kernel = R"(
.version 8.0
.target sm_80
.address_size 64

.visible .entry stray(.param .u64 begin, .param .u64 step, .param .u64 count)
{
    .reg .pred %p;
    .reg .b32 %i, %n, %t, %v;
    .reg .b64 %at, %wide, %step, %count;
    mov.u32 %i, %ctaid.x;
    mov.u32 %n, %ntid.x;
    mov.u32 %t, %tid.x;
    mad.lo.u32 %i, %i, %n, %t;
    cvt.u64.u32 %wide, %i;
    ld.param.u64 %count, [count];
    setp.ge.u64 %p, %wide, %count;
    @%p ret;
    ld.param.u64 %at, [begin];
    ld.param.u64 %step, [step];
    mad.lo.u64 %at, %wide, %step, %at;
    atom.global.add.u32 %v, [%at], 1;
    add.u32 %v, %v, 1;
    st.global.u32 [%at+4], %v;
    ret;
}
)";

struct SinkRig {
    explicit SinkRig(Rig& the_rig)
        : rig(the_rig),
          module(rig.need(rig.device.load(stray_kernel), "load a kernel that goes astray")),
          stray(module ? rig.need(module->function("stray"), "find it") : nullptr) {}

    // True if a kernel that touches every unit of these addresses ends, and the context survives.
    bool survives(Address begin, std::uint64_t bytes, std::string_view what) {
        const std::uint64_t parameters[] = {begin + stray_unit - 64, stray_unit, bytes / stray_unit};
        Launch launch;
        launch.block = {128, 1, 1};
        launch.grid = {static_cast<std::uint32_t>((bytes / stray_unit + 127) / 128), 1, 1};
        rig.done(rig.device.launch(*rig.stream, *stray, launch, std::as_bytes(std::span(parameters))), "launch it");
        return rig.report.check(rig.stream->synchronize(), what);
    }
    // Window and both zones.
    bool survives_everywhere(const AddressSpace& space, std::string_view what) {
        constexpr std::uint64_t zone = (stray_space.zone_bytes + stray_unit - 1) / stray_unit * stray_unit;
        return survives(space.begin() - zone, stray_window + 2 * zone, what);
    }

    Rig& rig;
    std::unique_ptr<Module> module;
    const Function* stray;
};

void test_device_memory(SinkRig& sinks, AddressSpace& space) {
    Rig& rig = sinks.rig;
    constexpr std::uint64_t bytes = std::uint64_t{64} << 20;
    const Address place = space.begin() + 5 * stray_unit;
    rig.report.note("commit 64 MiB", milliseconds([&] { rig.done(space.commit(place, bytes), "commit"); }), "ms");
    sinks.survives_everywhere(space, "strays are harmless beside device memory");
    rig.put(place, {5, 6, 7, 8});
    rig.scale(*rig.stream, place, 2, 4);
    rig.same(rig.get(place, 4), {10, 13, 16, 19}, "a kernel works on memory that lies between scratch");
    rig.report.note("decommit it", milliseconds([&] { rig.done(space.decommit(place, bytes), "decommit"); }), "ms");
    sinks.survives_everywhere(space, "strays are harmless where device memory was");
    rig.done(space.commit(space.begin(), stray_unit), "commit at the beginning");
    rig.done(space.commit(space.host_begin() - stray_unit, stray_unit), "commit at the end");
    sinks.survives_everywhere(space, "strays are harmless with memory at both ends");
}

void test_host_memory_between(SinkRig& sinks, AddressSpace& space) {
    Rig& rig = sinks.rig;
    constexpr std::uint64_t bytes = host_unit;
    const UniqueFd file(make_memory_file(2 * bytes));
    // The second one lies across two units of the reservation.
    const Address first = space.host_begin() + 7 * host_unit;
    const Address second = space.host_begin() + (std::uint64_t{1} << 30) - bytes;
    rig.report.note("attach 32 MiB of host memory",
                    milliseconds([&] { rig.done(space.attach_host(first, file.get(), bytes), "attach"); }), "ms");
    rig.done(space.attach_host(second, file.get(), 2 * bytes), "attach across two units");
    sinks.survives_everywhere(space, "strays are harmless beside host memory");
    auto* const words = reinterpret_cast<std::uint32_t*>(first);
    words[0] = 4;
    rig.scale(*rig.stream, first, 3, 1);
    rig.done(rig.stream->synchronize(), "wait for a kernel");
    rig.same(words[0], 12, "a kernel works on host memory that lies between scratch");
    rig.same(*reinterpret_cast<std::uint32_t*>(second), 12, "and so does the host");
    rig.report.note("detach it", milliseconds([&] { rig.done(space.detach_host(first, bytes), "detach"); }), "ms");
    sinks.survives_everywhere(space, "strays are harmless where host memory was");
    rig.done(space.attach_host(first, file.get(), bytes), "attach at the same place");
    rig.same(words[0], 12, "it holds what it held");
    sinks.survives_everywhere(space, "strays are harmless beside it");
}

}  // namespace

void test_sinks(Rig& rig) {
    std::unique_ptr<AddressSpace> space;
    const double time =
        milliseconds([&] { space = rig.need(rig.device.create_address_space(stray_space), "create with sinks"); });
    if (!space) return;
    rig.same(space->begin() % stray_window, 0, "it is aligned");
    std::unique_ptr<AddressSpace> other = rig.need(rig.device.create_address_space(stray_space), "create another");
    if (!other) return;
    rig.report.check(other->begin() >= space->begin() + stray_window + 2 * stray_space.zone_bytes ||
                         space->begin() >= other->begin() + stray_window + 2 * stray_space.zone_bytes,
                     "two of them lie so far apart that their zones do");
    // On the software GPU stray accesses are reported, and end the launch alone.
    if (!space->has_sinks()) return;
    rig.report.note("create an address space with sinks", time, "ms");

    SinkRig sinks(rig);
    if (sinks.stray == nullptr) return;
    rig.done(other->commit(other->begin(), stray_unit), "commit in another");
    rig.put(other->begin(), {1, 2, 3});
    // The sink holds no data of others at first.
    rig.same(rig.get(space->begin() + 64, 4), {0, 0, 0, 0}, "scratch memory is zeros at first");
    if (!sinks.survives_everywhere(*space, "strays are harmless all over window and zones")) return;
    test_device_memory(sinks, *space);
    test_host_memory_between(sinks, *space);
    rig.same(rig.get(other->begin(), 3), {1, 2, 3}, "another address space has noticed nothing");
    const double end = milliseconds([&] { space.reset(); });
    rig.report.note("destroy it", end, "ms");
    rig.scale(*rig.stream, other->begin(), 1, 3);
    rig.same(rig.get(other->begin(), 3), {1, 3, 5}, "and works on");
}

}  // namespace ringfence::backend::selftest
