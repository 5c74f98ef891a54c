// The guard's device functions, on the software GPU: called by small kernels, with good and with hostile arguments.
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "backend/soft/soft.h"
#include "guard/conditions/geometry.h"
#include "guard/runtime/device_heap.h"
#include "guard/runtime/faults.h"
#include "guard/runtime/print_ring.h"
#include "guard/runtime/runtime.h"

namespace ringfence::guard {
namespace {

using backend::Address;

constexpr const char* header = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .const .align 16 .b32 __rf_words[16];
)";

constexpr const char* test_kernels = R"(
.visible .entry violate(.param .u64 address, .param .u32 site)
{
    .reg .b64 %a;
    .reg .b32 %s;
    ld.param.u64 %a, [address];
    ld.param.u32 %s, [site];
    {
        .param .b64 p0;
        .param .b32 p1;
        st.param.b64 [p0], %a;
        st.param.b32 [p1], %s;
        call.uni __rf_violation, (p0, p1);
    }
    ret;
}
.visible .entry traps(.param .u64 flag)
{
    .reg .b64 %a;
    .reg .b32 %s;
    {
        .param .b32 p0;
        st.param.b32 [p0], 5;
        call.uni __rf_trap, (p0);
    }
    ld.param.u64 %a, [flag];
    st.global.u32 [%a], 1;
    ret;
}
.visible .entry asserts(.param .u64 message, .param .u64 file, .param .u64 function)
{
    .reg .b64 %a;
    {
        .param .b64 p0;
        .param .b64 p1;
        .param .b32 p2;
        .param .b64 p3;
        .param .b64 p4;
        ld.param.u64 %a, [message];
        st.param.b64 [p0], %a;
        ld.param.u64 %a, [file];
        st.param.b64 [p1], %a;
        st.param.b32 [p2], 42;
        ld.param.u64 %a, [function];
        st.param.b64 [p3], %a;
        st.param.b64 [p4], 1;
        call.uni __rf_assertfail, (p0, p1, p2, p3, p4);
    }
    ret;
}
.visible .entry prints(.param .u64 format, .param .u64 result, .param .u32 bytes)
{
    .local .align 8 .b8 depot[16];
    .reg .b64 %a, %l, %f, %o;
    .reg .b32 %t, %r;
    mov.u64 %l, depot;
    mov.u32 %t, %tid.x;
    st.local.u32 [%l], %t;
    st.local.u64 [%l+8], 77;
    cvta.local.u64 %a, %l;
    ld.param.u64 %f, [format];
    ld.param.u32 %r, [bytes];
    {
        .param .b64 p0;
        .param .b64 p1;
        .param .b32 p2;
        .param .b32 r0;
        st.param.b64 [p0], %f;
        st.param.b64 [p1], %a;
        st.param.b32 [p2], %r;
        call.uni (r0), __rf_vprintf, (p0, p1, p2);
        ld.param.b32 %r, [r0];
    }
    ld.param.u64 %o, [result];
    st.global.u32 [%o], %r;
    ret;
}
.visible .entry prints_from(.param .u64 format, .param .u64 arguments, .param .u32 bytes)
{
    .reg .b64 %a, %f;
    .reg .b32 %r;
    ld.param.u64 %f, [format];
    ld.param.u64 %a, [arguments];
    ld.param.u32 %r, [bytes];
    {
        .param .b64 p0;
        .param .b64 p1;
        .param .b32 p2;
        .param .b32 r0;
        st.param.b64 [p0], %f;
        st.param.b64 [p1], %a;
        st.param.b32 [p2], %r;
        call.uni (r0), __rf_vprintf, (p0, p1, p2);
    }
    ret;
}
// out[i] = malloc(bytes); its first word is set to i; frees it again if asked to.
.visible .entry allocates(.param .u64 out, .param .u64 bytes, .param .u32 frees)
{
    .reg .pred %p;
    .reg .b64 %a, %b, %o;
    .reg .b32 %i, %n, %f;
    mov.u32 %i, %ctaid.x;
    mov.u32 %n, %ntid.x;
    mov.u32 %f, %tid.x;
    mad.lo.u32 %i, %i, %n, %f;
    ld.param.u64 %b, [bytes];
    {
        .param .b64 p0;
        .param .b64 r0;
        st.param.b64 [p0], %b;
        call.uni (r0), __rf_malloc, (p0);
        ld.param.b64 %a, [r0];
    }
    ld.param.u64 %o, [out];
    mad.wide.u32 %o, %i, 8, %o;
    st.global.u64 [%o], %a;
    setp.eq.u64 %p, %a, 0;
    @%p ret;
    st.global.u32 [%a], %i;
    ld.param.u32 %f, [frees];
    setp.eq.u32 %p, %f, 0;
    @%p ret;
    {
        .param .b64 p0;
        st.param.b64 [p0], %a;
        call.uni __rf_free, (p0);
    }
    ret;
}
.visible .entry frees(.param .u64 pointer)
{
    .reg .b64 %a;
    ld.param.u64 %a, [pointer];
    {
        .param .b64 p0;
        st.param.b64 [p0], %a;
        call.uni __rf_free, (p0);
    }
    ret;
}
)";

constexpr std::uint64_t memory_bytes = 8 << 20;
constexpr std::uint64_t heap_bytes = 1 << 20;
constexpr std::uint64_t ring_bytes = sizeof(PrintRingHeader) + 4096;

// A device with one window, all of whose memory is `memory`; the heap lies at its beginning.
class DeviceFunctions : public testing::Test {
protected:
    DeviceFunctions() {
        space = device->create_address_space({.bytes = std::uint64_t{1} << 32}).take();
        window = {space->begin(), 32};
        memory = space->begin() + (2 << 20);
        EXPECT_TRUE(space->commit(memory, memory_bytes));
        space->announce(memory, memory_bytes);
        record = device->allocate(sizeof(FaultRecord)).take();
        ring_memory = device->allocate(ring_bytes).take();
        stream = device->create_stream().take();
        module = device->load(std::string(header) + std::string(runtime_text()) + test_kernels).take();
        std::memset(host(record), 0, sizeof(FaultRecord));
        ring = std::make_unique<PrintRing>(PrintRing::make({host(ring_memory), ring_bytes}).take());
        reset_heap();
        write_words();
    }

    static std::byte* host(Address address) { return reinterpret_cast<std::byte*>(address); }

    void reset_heap() {
        const auto bytes = make_device_heap(heap_bytes).take();
        std::memcpy(host(memory), bytes.data(), bytes.size());
    }

    void write_words() {
        std::array<std::uint32_t, word_count> words = {};
        words[0] = static_cast<std::uint32_t>((window.bytes() - 1) >> 32);
        words[1] = static_cast<std::uint32_t>(window.base >> 32);
        std::memcpy(&words[4], &record, 8);
        std::memcpy(&words[6], &ring_memory, 8);
        std::memcpy(&words[8], &memory, 8);
        const Address at = module->global("__rf_words").take().address;
        EXPECT_TRUE(device->write(*stream, at, std::as_bytes(std::span(words))));
    }

    template <typename... T>
    Result<void> launch(const char* kernel, std::uint32_t blocks, std::uint32_t threads, const T&... values) {
        const backend::Function* const function = module->function(kernel).take();
        std::vector<std::byte> bytes(function->info().parameter_bytes);
        std::size_t i = 0;
        (std::memcpy(bytes.data() + function->info().parameters[i++].offset, &values, sizeof(values)), ...);
        RF_RETURN_IF_ERROR(
            device->launch(*stream, *function, {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}}, bytes));
        return stream->synchronize();
    }

    std::optional<Fault> fault() const {
        return read_fault(std::span<const std::byte, sizeof(FaultRecord)>(host(record), sizeof(FaultRecord)));
    }

    Address put_text(std::uint64_t offset, const char* text) {
        std::memcpy(host(memory + heap_bytes + offset), text, std::strlen(text) + 1);
        return memory + heap_bytes + offset;
    }

    static std::unique_ptr<backend::Device> open() {
        backend::SoftOptions options;
        options.memory_bytes = 64 << 20;
        return backend::open_soft(options).take();
    }

    std::unique_ptr<backend::Device> device = open();
    std::unique_ptr<backend::AddressSpace> space;
    Window window;
    Address memory = 0;
    Address record = 0;
    Address ring_memory = 0;
    std::unique_ptr<backend::Stream> stream;
    std::unique_ptr<backend::Module> module;
    std::unique_ptr<PrintRing> ring;
};

TEST_F(DeviceFunctions, TheFirstViolationIsRecordedTheOthersAreCounted) {
    ASSERT_TRUE(launch("violate", 3, 40, std::uint64_t{0x123456789abc}, std::uint32_t{17}));
    ASSERT_TRUE(fault());
    EXPECT_EQ(fault()->kind, FaultKind::Violation);
    EXPECT_EQ(fault()->site, 17U);
    EXPECT_EQ(fault()->address, 0x123456789abcU);
    EXPECT_EQ(fault()->others, 119U);
    EXPECT_LT(fault()->block[0], 3U);
    EXPECT_LT(fault()->thread[0], 40U);
    ASSERT_TRUE(launch("violate", 1, 1, std::uint64_t{1}, std::uint32_t{18}));
    EXPECT_EQ(fault()->site, 17U);
    EXPECT_EQ(fault()->others, 120U);
}

TEST_F(DeviceFunctions, TheCountOfViolationsHasALimit) {
    ASSERT_TRUE(launch("violate", 70, 1024, std::uint64_t{1}, std::uint32_t{1}));
    EXPECT_GE(fault()->others, fault_count_limit);
    EXPECT_LT(fault()->others, 71'680U);
}

TEST_F(DeviceFunctions, ATrapEndsTheThreadAndNotTheDevice) {
    const Address flag = memory + heap_bytes;
    ASSERT_TRUE(launch("traps", 1, 4, flag));
    EXPECT_EQ(fault()->kind, FaultKind::Trap);
    EXPECT_EQ(fault()->site, 5U);
    EXPECT_EQ(fault()->others, 3U);
    EXPECT_EQ(*reinterpret_cast<std::uint32_t*>(host(flag)), 0U);
}

TEST_F(DeviceFunctions, AnAssertionKeepsItsTexts) {
    const std::string longer(300, 'x');
    const Address message = put_text(0, "value < 3");
    const Address file = put_text(64, longer.c_str());
    const Address function = put_text(1024, "void k(int *)");
    ASSERT_TRUE(launch("asserts", 1, 2, message, file, function));
    ASSERT_TRUE(fault());
    EXPECT_EQ(fault()->kind, FaultKind::Assertion);
    EXPECT_EQ(fault()->line, 42U);
    EXPECT_EQ(fault()->message, "value < 3");
    EXPECT_EQ(fault()->file, longer.substr(0, fault_text_bytes));
    EXPECT_EQ(fault()->function, "void k(int *)");
}

TEST_F(DeviceFunctions, AnAssertionDoesNotReadOthersTexts) {
    const Address secret = device->allocate(64).take();
    std::strcpy(reinterpret_cast<char*>(host(secret)), "secret");
    // Fenced, this is in the window, where nothing is announced: the software GPU says so, and names that address.
    const Result<void> done = launch("asserts", 1, 1, secret, secret, secret);
    ASSERT_FALSE(done.ok());
    char address[32];
    std::snprintf(address, sizeof(address), "0x%llx", static_cast<unsigned long long>(window.fence(secret)));
    EXPECT_NE(done.error().text().find(address), std::string::npos) << done.error().text();
}

TEST_F(DeviceFunctions, PrintingGoesThroughTheRing) {
    const Address format = put_text(0, "%% thread %d says %llu\n");
    const Address result = memory + heap_bytes + 4096;
    ASSERT_TRUE(launch("prints", 1, 3, format, result, std::uint32_t{16}));
    EXPECT_EQ(*reinterpret_cast<std::uint32_t*>(host(result)), 2U);
    const auto read = [](Address address, std::size_t) { return std::string(reinterpret_cast<char*>(host(address))); };
    std::set<std::string> lines;
    for (const PrintRecord& printed : ring->take())
        lines.insert(print(printed, read));
    EXPECT_EQ(lines, (std::set<std::string>{"% thread 0 says 77\n", "% thread 1 says 77\n", "% thread 2 says 77\n"}));
    EXPECT_EQ(ring->take_dropped(), 0U);
}

TEST_F(DeviceFunctions, NoFormatIsAnError) {
    const Address result = memory + heap_bytes;
    ASSERT_TRUE(launch("prints", 1, 1, Address{0}, result, std::uint32_t{16}));
    EXPECT_EQ(*reinterpret_cast<std::int32_t*>(host(result)), -1);
    EXPECT_TRUE(ring->take().empty());
}

TEST_F(DeviceFunctions, AFullRingDropsAndTheNextRoundHasRoom) {
    const Address format = put_text(0, "x");
    const Address result = memory + heap_bytes + 4096;
    for (int round = 0; round < 3; ++round) {
        ASSERT_TRUE(launch("prints", 2, 500, format, result, std::uint32_t{16}));
        EXPECT_EQ(ring->take().size(), 4096U / 32);
        EXPECT_EQ(ring->take_dropped(), 1000 - 4096U / 32);
    }
}

TEST_F(DeviceFunctions, ArgumentsOutsideLocalMemoryAreFenced) {
    const Address format = put_text(0, "x");
    const Address secret = device->allocate(64).take();
    EXPECT_FALSE(window.contains(secret));
    ASSERT_FALSE(launch("prints_from", 1, 1, format, secret, std::uint32_t{64}).ok());
    ring->clear();
    const Address own = memory + heap_bytes;
    ASSERT_TRUE(launch("prints_from", 1, 1, format, own, std::uint32_t{0xffffffff}));
    const std::vector<PrintRecord> records = ring->take();
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].arguments.size(), largest_print_arguments);
}

TEST_F(DeviceFunctions, AllocationsLieApart) {
    const Address out = memory + 2 * heap_bytes;
    ASSERT_TRUE(launch("allocates", 4, 64, out, std::uint64_t{40}, std::uint32_t{0}));
    std::set<Address> places;
    for (std::uint32_t i = 0; i < 256; ++i) {
        Address at = 0;
        std::memcpy(&at, host(out + 8 * i), 8);
        ASSERT_GE(at, memory + heap_header_bytes);
        ASSERT_LE(at + 40, memory + heap_bytes);
        EXPECT_EQ(at % 16, 0U);
        EXPECT_EQ(*reinterpret_cast<std::uint32_t*>(host(at)), i);
        places.insert(at);
    }
    ASSERT_EQ(places.size(), 256U);
    for (auto a = places.begin(), b = std::next(a); b != places.end(); ++a, ++b)
        EXPECT_GE(*b - *a, 56U);
}

TEST_F(DeviceFunctions, WhatWasFreedIsUsedAgain) {
    const Address out = memory + 2 * heap_bytes;
    for (int round = 0; round < 20; ++round)
        ASSERT_TRUE(launch("allocates", 8, 64, out, std::uint64_t{1000}, std::uint32_t{1}));
    const auto header_bytes = std::span<const std::byte, heap_header_bytes>(host(memory), heap_header_bytes);
    EXPECT_LE(read_device_heap(header_bytes, heap_bytes).used, heap_header_bytes + 512 * 1024);
    EXPECT_EQ(read_device_heap(header_bytes, heap_bytes).bad_frees, 0U);
}

TEST_F(DeviceFunctions, ThereIsNothingWhenTheHeapIsUsedUp) {
    const Address out = memory + 2 * heap_bytes;
    ASSERT_TRUE(launch("allocates", 1, 64, out, std::uint64_t{100'000}, std::uint32_t{0}));
    unsigned given = 0;
    for (std::uint32_t i = 0; i < 64; ++i) {
        Address at = 0;
        std::memcpy(&at, host(out + 8 * i), 8);
        given += at == 0 ? 0 : 1;
    }
    EXPECT_EQ(given, 7U);
    for (const std::uint64_t bytes :
         {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1} << 36, ~std::uint64_t{14}}) {
        ASSERT_TRUE(launch("allocates", 1, 1, out, bytes, std::uint32_t{0}));
        EXPECT_EQ(*reinterpret_cast<Address*>(host(out)), 0U) << bytes;
    }
}

TEST_F(DeviceFunctions, BadFreesAreIgnored) {
    const Address out = memory + 2 * heap_bytes;
    ASSERT_TRUE(launch("allocates", 1, 1, out, std::uint64_t{64}, std::uint32_t{1}));
    const Address freed = *reinterpret_cast<Address*>(host(out));
    ASSERT_TRUE(launch("frees", 1, 1, freed));
    ASSERT_TRUE(launch("frees", 1, 1, out));
    ASSERT_TRUE(launch("frees", 1, 1, Address{0}));
    const auto header_bytes = std::span<const std::byte, heap_header_bytes>(host(memory), heap_header_bytes);
    EXPECT_EQ(read_device_heap(header_bytes, heap_bytes).bad_frees, 2U);
}

// Whatever stands in the heap: what is touched lies in the window. Where nothing is announced, the software GPU names
// the address.
TEST_F(DeviceFunctions, AForgedHeapDoesNotReachOutside) {
    const Address out = memory + 2 * heap_bytes;
    const Address victim = device->allocate(4096).take();
    std::memset(host(victim), 0x5a, 4096);
    std::uint64_t seed = 1;
    for (int round = 0; round < 60; ++round) {
        for (std::uint64_t i = 0; i < heap_header_bytes; i += 8) {
            seed = seed * 6364136223846793005U + 1442695040888963407U;
            const std::uint64_t value = round % 3 == 0 ? seed : round % 3 == 1 ? (victim - memory) >> 4 : seed >> 40;
            std::memcpy(host(memory + i), &value, 8);
        }
        for (const char* kernel : {"allocates", "frees"}) {
            const Result<void> done = kernel[0] == 'a'
                                          ? launch(kernel, 1, 2, out, std::uint64_t{64}, std::uint32_t{1})
                                          : launch(kernel, 1, 2, round % 2 == 0 ? victim + 16 : memory + 64);
            if (done.ok()) continue;
            const std::string text = done.error().text();
            const std::size_t at = text.find("address 0x");
            ASSERT_NE(at, std::string::npos) << text;
            // The kernel itself writes to where malloc sends it: malloc's word must be good as well.
            EXPECT_TRUE(window.contains(std::strtoull(text.c_str() + at + 8, nullptr, 16))) << text;
        }
    }
    for (int i = 0; i < 4096; ++i)
        ASSERT_EQ(host(victim)[i], std::byte{0x5a});
}

}  // namespace
}  // namespace ringfence::guard
