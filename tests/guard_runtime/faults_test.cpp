// The fault record, the heap's header and the text of the device functions, as the host reads them.
#include "guard/runtime/faults.h"

#include <cstring>

#include <gtest/gtest.h>

#include "guard/runtime/device_heap.h"
#include "guard/runtime/runtime.h"

namespace ringfence::guard {
namespace {

using Memory = std::array<std::byte, sizeof(FaultRecord)>;

Memory memory_of(const FaultRecord& record) {
    Memory memory;
    std::memcpy(memory.data(), &record, sizeof(record));
    return memory;
}

TEST(Faults, NothingIsThereBeforeTheRecordIsComplete) {
    FaultRecord record = {};
    EXPECT_FALSE(read_fault(memory_of(record)));
    record.state = 1;
    record.kind = 1;
    EXPECT_FALSE(read_fault(memory_of(record)));
}

TEST(Faults, AKindThatIsNoneIsNoFault) {
    FaultRecord record = {};
    record.state = 2;
    record.kind = 77;
    EXPECT_FALSE(read_fault(memory_of(record)));
}

TEST(Faults, TextsNeedNoZeroAtTheirEnd) {
    FaultRecord record = {};
    record.state = 2;
    record.kind = 3;
    record.line = 7;
    record.message.fill('m');
    record.file.fill('\x1b');
    record.function[0] = 'f';
    const auto fault = read_fault(memory_of(record));
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->message, std::string(fault_text_bytes, 'm'));
    EXPECT_EQ(fault->function, "f");
    EXPECT_EQ(describe(*fault).find('\x1b'), std::string::npos);
}

TEST(DeviceHeap, SizesThatCannotBeAreRefused) {
    EXPECT_FALSE(make_device_heap(100).ok());
    EXPECT_FALSE(make_device_heap(largest_heap + 1).ok());
}

TEST(DeviceHeap, WhatTheHeaderSaysIsBounded) {
    const std::array<std::byte, heap_header_bytes> fresh = make_device_heap(4096).take();
    EXPECT_EQ(read_device_heap(fresh, 4096).used, heap_header_bytes);
    std::array<std::byte, heap_header_bytes> forged;
    forged.fill(std::byte{0xff});
    EXPECT_EQ(read_device_heap(forged, 4096).used, 4096U);
}

TEST(RuntimeText, FunctionsAreFoundByName) {
    for (const char* name :
         {"__rf_violation", "__rf_trap", "__rf_assertfail", "__rf_vprintf", "__rf_malloc", "__rf_free"}) {
        const std::string_view text = runtime_function(name);
        EXPECT_TRUE(text.starts_with(".func ")) << name;
        EXPECT_TRUE(text.ends_with("}\n")) << name;
        EXPECT_EQ(text.find(".func", 1), std::string_view::npos) << name;
    }
    EXPECT_EQ(runtime_function("__rf_"), "");
    EXPECT_EQ(runtime_function("rf_free"), "");
}

}  // namespace
}  // namespace ringfence::guard
