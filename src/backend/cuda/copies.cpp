// The copies and fills of a CudaDevice.
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "backend/box.h"
#include "backend/cuda/device.h"
#include "backend/cuda/graph.h"
#include "backend/text.h"

namespace ringfence::backend::cuda {
namespace {

std::byte* byte_pointer(Address address) {
    return reinterpret_cast<std::byte*>(address);
}

void copy_rows(const BoxCopy& copy) {
    for (std::uint64_t z = 0; z < copy.size.depth; ++z) {
        for (std::uint64_t y = 0; y < copy.size.height; ++y) {
            std::memmove(byte_pointer(copy.to.address + z * copy.to.slice + y * copy.to.pitch),
                         byte_pointer(copy.from.address + z * copy.from.slice + y * copy.from.pitch), copy.size.width);
        }
    }
}

}  // namespace

bool CudaDevice::is_host(Address address) const {
    return context_->host_halves().contain(address);
}

// A copy within the card counts as compute.
JobKind CudaDevice::kind_of(Address to, Address from) const {
    if (is_host(to) == is_host(from)) return JobKind::Compute;
    return is_host(to) ? JobKind::CopyFrom : JobKind::CopyTo;
}

// For a copy from host to host the driver would block the caller until all earlier work of the stream is done. No
// thread here may wait for a stream, so a host function copies.
Result<void> CudaDevice::copy_in_host(Stream& stream, const BoxCopy& copy) {
    return stream.call_host([copy] { copy_rows(copy); });
}

Result<void> CudaDevice::copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) {
    if (from.empty()) return {};
    return put(stream, JobKind::CopyTo, [this, to, from](StreamHandle handle) { return copy_now(handle, to, from); });
}

Result<void> CudaDevice::copy_now(StreamHandle stream, Address to, std::span<const std::byte> from) const {
    return context_->check(api().copy_to_device(to, from.data(), from.size(), stream),
                           [&] { return "copy to the device: " + bytes_at(from.size(), to); });
}

Result<void> CudaDevice::copy_to_host(Stream& stream, std::span<std::byte> to, Address from) {
    if (to.empty()) return {};
    return put(stream, JobKind::CopyFrom, [this, to, from](StreamHandle handle) {
        return context_->check(api().copy_to_host(to.data(), from, to.size(), handle),
                               [&] { return "copy from the device: " + bytes_at(to.size(), from); });
    });
}

Result<void> CudaDevice::copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) {
    if (bytes == 0) return {};
    if (is_host(to) && is_host(from)) return copy_in_host(stream, {{to, 0, 0}, {from, 0, 0}, {bytes, 1, 1}});
    return put(stream, kind_of(to, from), [this, to, from, bytes](StreamHandle handle) {
        return context_->check(api().copy(to, from, bytes, handle),
                               [&] { return "copy on the device: " + bytes_at(bytes, from); });
    });
}

Result<void> CudaDevice::pin(std::span<std::byte> memory) {
    return context_->check(api().host_register(memory.data(), memory.size(), register_portable | register_device_map),
                           [&] {
                               return "make host memory known to the device: " +
                                      bytes_at(memory.size(), reinterpret_cast<Address>(memory.data()));
                           });
}

Result<void> CudaDevice::unpin(std::span<std::byte> memory) {
    return context_->check(api().host_unregister(memory.data()), [&] {
        return "take host memory from the device: " + bytes_at(memory.size(), reinterpret_cast<Address>(memory.data()));
    });
}

Result<void> CudaDevice::copy_box(Stream& stream, const Box& to, const Box& from, const BoxSize& size) {
    RF_TRY(const BoxCopy copy, simplify(to, from, size));
    if (copy.is_plain()) return copy_on_device(stream, copy.to.address, copy.from.address, copy.size.width);
    if (is_host(copy.to.address) && is_host(copy.from.address)) return copy_in_host(stream, copy);
    RF_TRY(const Copy3D description, describe_copy({copy.to, copy.from, copy.size}));
    const JobKind kind = kind_of(copy.to.address, copy.from.address);
    return put(stream, kind, [this, description, size = copy.size](StreamHandle handle) {
        return context_->check(api().copy_3d(&description, handle), [&] {
            return "copy a box of " + std::to_string(size.width) + " bytes, " + std::to_string(size.height) +
                   " rows and " + std::to_string(size.depth) + " slices on the device";
        });
    });
}

// The driver copies from memory that is not pinned before it returns. `from` may be pinned, so the bytes are first
// copied to memory that is not.
Result<void> CudaDevice::write(Stream& stream, Address to, std::span<const std::byte> from) {
    if (is_host(to)) {
        return stream.call_host([to, bytes = std::vector<std::byte>(from.begin(), from.end())] {
            if (!bytes.empty()) std::memcpy(byte_pointer(to), bytes.data(), bytes.size());
        });
    }
    if (from.empty()) return {};
    std::array<std::byte, 4096> few;
    auto& on = static_cast<CudaStream&>(stream);
    if (from.size() <= few.size() && !on.must_wait()) {
        std::memcpy(few.data(), from.data(), from.size());
        return copy_now(on.handle(), to, {few.data(), from.size()});
    }
    return put(stream, JobKind::CopyTo,
               [this, to, own = std::vector<std::byte>(from.begin(), from.end())](StreamHandle handle) {
                   return copy_now(handle, to, own);
               });
}

Result<void> CudaDevice::fill(Stream& stream, Address to, std::uint32_t value, unsigned width, std::uint64_t count) {
    return fill_rows(stream, to, 0, value, width, count, 1);
}

Result<void> CudaDevice::fill_rows(Stream& stream, Address to, std::uint64_t pitch, std::uint32_t value, unsigned width,
                                   std::uint64_t count, std::uint64_t height) {
    RF_TRY(const std::uint64_t bytes, extent_of(FillNode{to, pitch, value, width, count, height}));
    if (bytes == 0) return {};
    const FillNode fill = {to, pitch, value, width, count, height};
    return put(stream, JobKind::Compute,
               [this, fill, bytes](StreamHandle handle) { return fill_now(handle, fill, bytes); });
}

Result<void> CudaDevice::fill_now(StreamHandle stream, const FillNode& fill, std::uint64_t bytes) const {
    const auto byte = static_cast<unsigned char>(fill.value);
    const auto half = static_cast<unsigned short>(fill.value);
    Status status = status::success;
    if (fill.height == 1) {
        switch (fill.width) {
            case 1: status = api().fill_8(fill.to, byte, fill.count, stream); break;
            case 2: status = api().fill_16(fill.to, half, fill.count, stream); break;
            default: status = api().fill_32(fill.to, fill.value, fill.count, stream);
        }
    } else {
        switch (fill.width) {
            case 1: status = api().fill_rows_8(fill.to, fill.pitch, byte, fill.count, fill.height, stream); break;
            case 2: status = api().fill_rows_16(fill.to, fill.pitch, half, fill.count, fill.height, stream); break;
            default: status = api().fill_rows_32(fill.to, fill.pitch, fill.value, fill.count, fill.height, stream);
        }
    }
    return context_->check(status, [&] { return "fill " + bytes_at(bytes, fill.to); });
}

}  // namespace ringfence::backend::cuda
