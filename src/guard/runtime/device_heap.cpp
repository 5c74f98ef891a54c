#include "guard/runtime/device_heap.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace ringfence::guard {

Result<std::array<std::byte, heap_header_bytes>> make_device_heap(std::uint64_t bytes) {
    if (bytes < heap_header_bytes || bytes > largest_heap) {
        return Error::bad_input("a heap for device code of " + std::to_string(bytes) + " bytes")
            .with_remedy("give it between " + std::to_string(heap_header_bytes) + " bytes and 64 GiB");
    }
    DeviceHeapHeader header = {};
    header.bytes = bytes;
    header.used = heap_header_bytes;
    std::array<std::byte, heap_header_bytes> memory = {};
    std::memcpy(memory.data(), &header, sizeof(header));
    return memory;
}

DeviceHeapState read_device_heap(std::span<const std::byte, heap_header_bytes> header, std::uint64_t bytes) {
    DeviceHeapHeader is = {};
    std::memcpy(&is, header.data(), sizeof(is));
    return {std::min(is.used, bytes), is.bad_frees};
}

}  // namespace ringfence::guard
