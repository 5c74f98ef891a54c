// Memory that is allocated: copies, fills, boxes.
#include <algorithm>

#include "rig.h"

namespace ringfence::backend::selftest {
namespace {

using Words = std::vector<std::uint32_t>;

Words count_from(std::uint32_t first, std::size_t count) {
    Words values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = first + static_cast<std::uint32_t>(i);
    return values;
}

void test_fills(Rig& rig, Address at) {
    rig.put(at, Words(16));
    rig.done(rig.device.fill(*rig.stream, at, 0x1ff, 1, 4), "fill bytes");
    rig.done(rig.device.fill(*rig.stream, at + 4, 0xabcd1234, 2, 2), "fill halves");
    rig.done(rig.device.fill(*rig.stream, at + 8, 7, 4, 2), "fill words");
    rig.same(rig.get(at, 5), {0xffffffff, 0x12341234, 7, 7, 0}, "fills by 1, 2 and 4 bytes");
    rig.put(at, Words(16));
    rig.done(rig.device.fill_rows(*rig.stream, at, 16, 9, 4, 2, 3), "fill rows of words");
    rig.done(rig.device.fill_rows(*rig.stream, at + 8, 16, 0x101, 2, 1, 2), "fill rows of halves");
    rig.done(rig.device.fill_rows(*rig.stream, at + 12, 16, 3, 1, 1, 2), "fill rows of bytes");
    rig.same(rig.get(at, 12), {9, 9, 0x101, 3, 9, 9, 0x101, 3, 9, 9, 0, 0}, "fills of rows");
    rig.fails_with(rig.device.fill(*rig.stream, at, 0, 3, 1), 1, "a fill by 3 bytes is refused");
    rig.done(rig.device.fill(*rig.stream, at, 0, 4, 0), "a fill of nothing");
}

void test_boxes(Rig& rig, Address from, Address to) {
    rig.put(from, count_from(0, 64));
    rig.put(to, Words(64));
    rig.done(rig.device.copy_box(*rig.stream, {to, 8, 0}, {from, 16, 0}, {8, 3, 1}), "copy rows");
    rig.same(rig.get(to, 7), {0, 1, 4, 5, 8, 9, 0}, "a copy of rows");
    rig.put(to, Words(64));
    rig.done(rig.device.copy_box(*rig.stream, {to, 8, 24}, {from, 16, 64}, {8, 2, 2}), "copy a box");
    rig.same(rig.get(to, 11), {0, 1, 4, 5, 0, 0, 16, 17, 20, 21, 0}, "a copy of a box");
    rig.put(to, Words(64));
    rig.done(rig.device.copy_box(*rig.stream, {to, 0, 4}, {from, 0, 32}, {4, 1, 3}), "copy slices of one row");
    rig.same(rig.get(to, 4), {0, 8, 16, 0}, "a copy of slices of one row");
    rig.fails_with(rig.device.copy_box(*rig.stream, {to, 4, 0}, {from, 16, 0}, {8, 2, 1}), 1,
                   "a copy of rows that overlap is refused");
    rig.report.check(rig.device.copy_box(*rig.stream, {to, 0, 0}, {from, 0, 0}, {0, 5, 5}), "a copy of nothing");
}

}  // namespace

void test_memory(Rig& rig) {
    const MemoryInfo before = rig.need(rig.device.memory_info(), "memory_info");
    rig.report.check(before.total != 0 && before.free <= before.total, "the memory's size");
    const Address a = rig.need(rig.device.allocate(32 << 20), "allocate");
    const Address b = rig.need(rig.device.allocate(256), "allocate");
    rig.same(a % 256, 0, "an allocation is aligned");
    const MemoryInfo after = rig.need(rig.device.memory_info(), "memory_info");
    rig.report.check(after.free + (32 << 20) <= before.free, "an allocation is counted");
    rig.put(a, count_from(5, 64));
    rig.same(rig.get(a, 64), count_from(5, 64), "copies to the device and back");
    rig.done(rig.device.copy_on_device(*rig.stream, b, a + 8, 100), "copy on the device");
    rig.same(rig.get(b, 25), count_from(7, 25), "a copy on the device");

    Words changing = {1, 2, 3};
    rig.done(rig.device.write(*rig.stream, b, std::as_bytes(std::span(changing))), "write");
    std::fill(changing.begin(), changing.end(), 99);
    rig.same(rig.get(b, 3), {1, 2, 3}, "a write takes its bytes at once");
    const Words large = count_from(0, 5000);
    rig.done(rig.device.write(*rig.stream, a, std::as_bytes(std::span(large))), "write");
    rig.same(rig.get(a, 5000), large, "a write of 20,000 bytes");

    test_fills(rig, b);
    test_boxes(rig, a, b);
    rig.report.check(rig.device.release(a), "free");
    rig.report.check(rig.device.release(b), "free");
}

}  // namespace ringfence::backend::selftest
