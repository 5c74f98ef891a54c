#include "client/driver/array_copy.h"

#include <algorithm>

#include "client/driver/array.h"
#include "client/driver/capture.h"
#include "client/driver/copy_params.h"
#include "client/driver/stream_trace.h"
#include "client/driver/uploads.h"
#include "client/session/transfer.h"

namespace ringfence::driver {
namespace {

// Where one side of a copy begins.
struct PlaceOfCopy {
    const Array* array = nullptr;  // null: memory
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    std::uint64_t z = 0;
    client::Box box;
    Side side = Side::Session;
};

CUresult check_array(const PlaceOfCopy& place, const client::BoxSize& size) {
    const auto checked = check_box(place.array->shape, place.array->level, place.x, place.y, place.z, size.width,
                                   size.height, size.depth);
    return checked.ok() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult check_memory(PlaceOfCopy& place, const client::BoxSize& size, CUmemorytype type) {
    if (type == CU_MEMORYTYPE_DEVICE && !session().allocations().find(place.box.address))
        return CUDA_ERROR_INVALID_VALUE;
    return find_side(place.box, size, place.side);
}

CUresult find_to(const CUDA_MEMCPY3D& asked, const client::BoxSize& size, PlaceOfCopy& to) {
    if (asked.dstMemoryType != CU_MEMORYTYPE_ARRAY) {
        RF_CU(memory_to(asked, to.box));
        return check_memory(to, size, asked.dstMemoryType);
    }
    to = {find_array(asked.dstArray), asked.dstXInBytes, asked.dstY, asked.dstZ, {}, Side::Session};
    return to.array == nullptr ? CUDA_ERROR_INVALID_VALUE : check_array(to, size);
}

CUresult find_from(const CUDA_MEMCPY3D& asked, const client::BoxSize& size, PlaceOfCopy& from) {
    if (asked.srcMemoryType != CU_MEMORYTYPE_ARRAY) {
        RF_CU(memory_from(asked, from.box));
        return check_memory(from, size, asked.srcMemoryType);
    }
    from = {find_array(asked.srcArray), asked.srcXInBytes, asked.srcY, asked.srcZ, {}, Side::Session};
    return from.array == nullptr ? CUDA_ERROR_INVALID_VALUE : check_array(from, size);
}

PlaceOfCopy moved(PlaceOfCopy place, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    place.x += x;
    place.y += y;
    place.z += z;
    return place;
}

PlaceOfCopy in_memory(const client::Box& box) {
    PlaceOfCopy place;
    place.box = box;
    return place;
}

void submit(const Stream& stream, const PlaceOfCopy& to, const PlaceOfCopy& from, const client::BoxSize& size) {
    wire::CopyArray copy;
    copy.stream = stream.wire();
    copy.to = to.box.address;
    copy.to_pitch = to.box.pitch;
    copy.to_slice = to.box.slice;
    if (to.array != nullptr) {
        copy.to_array = to.array->wire;
        copy.to_level = to.array->level;
        copy.to_x = to.x;
        copy.to_y = to.y;
        copy.to_z = to.z;
    }
    copy.from = from.box.address;
    copy.from_pitch = from.box.pitch;
    copy.from_slice = from.box.slice;
    if (from.array != nullptr) {
        copy.from_array = from.array->wire;
        copy.from_level = from.array->level;
        copy.from_x = from.x;
        copy.from_y = from.y;
        copy.from_z = from.z;
    }
    copy.width = size.width;
    copy.height = size.height;
    copy.depth = size.depth;
    session().submit(copy);
}

CUresult send(Stream& stream, const PlaceOfCopy& to, const PlaceOfCopy& from, const client::BoxSize& size,
              CopyWaits waits) {
    using client::Box;
    using client::BoxSize;
    if (from.side == Side::Program) {
        const TracedWork traced(stream, CopyWork{{}, {}, size}, to.side, from.side);
        RF_CU(as_result(client::upload_parts(
            session(), stream.wire(), from.box, size,
            [&](std::uint64_t x, std::uint64_t y, std::uint64_t z, const Box& staged, const BoxSize& part) {
                submit(stream, moved(to, x, y, z), in_memory(staged), part);
            })));
        return waits == CopyWaits::ForHost ? finish_upload(stream) : CUDA_SUCCESS;
    }
    if (to.side == Side::Program) {
        const TracedWork traced(stream, CopyWork{{}, {}, size}, to.side, from.side);
        return as_result(client::download_parts(
            session(), stream.wire(), to.box, size,
            [&](std::uint64_t x, std::uint64_t y, std::uint64_t z, const Box& staged, const BoxSize& part) {
                submit(stream, in_memory(staged), moved(from, x, y, z), part);
            }));
    }
    {
        const TracedWork traced(stream, CopyWork{{}, {}, size}, to.side, from.side);
        submit(stream, to, from, size);
    }
    const bool touches_host = to.side == Side::SessionHost || from.side == Side::SessionHost;
    if (!touches_host || waits != CopyWaits::ForHost) return CUDA_SUCCESS;
    return as_result(session().call(wire::SynchronizeStream{.stream = stream.wire()}));
}

// Walks along a run.
struct RunWalk {
    std::uint64_t row_bytes = 0;  // 0: memory has no rows
    std::uint64_t at = 0;

    std::uint64_t x() const { return row_bytes == 0 ? 0 : at % row_bytes; }
    std::uint64_t left_in_row(std::uint64_t bytes) const {
        return row_bytes == 0 ? bytes : std::min(bytes, row_bytes - x());
    }
};

// Fails unless all of the bytes exist.
CUresult begin_walk(const RunOfBytes& run, std::size_t bytes, RunWalk& walk) {
    if (run.type != CU_MEMORYTYPE_ARRAY) {
        walk = {0, run.begin};
        return CUDA_SUCCESS;
    }
    const Array* const array = find_array(run.array);
    if (array == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const ArrayExtent extent = level_extent(array->shape, array->level);
    const std::uint64_t all = extent.row_bytes * extent.rows;
    if (run.row >= extent.rows) return CUDA_ERROR_INVALID_VALUE;
    walk = {extent.row_bytes, run.row * extent.row_bytes};
    const bool fits = run.begin <= all - walk.at && bytes <= all - walk.at - run.begin;
    walk.at += run.begin;
    return fits ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

void set_to(CUDA_MEMCPY3D& box, const RunOfBytes& run, const RunWalk& walk) {
    box.dstMemoryType = run.type;
    box.dstPitch = box.WidthInBytes;
    box.dstDevice = walk.at;
    box.dstHost = reinterpret_cast<void*>(walk.at);
    if (walk.row_bytes == 0) return;
    box.dstArray = run.array;
    box.dstXInBytes = walk.x();
    box.dstY = walk.at / walk.row_bytes;
}

void set_from(CUDA_MEMCPY3D& box, const RunOfBytes& run, const RunWalk& walk) {
    box.srcMemoryType = run.type;
    box.srcPitch = box.WidthInBytes;
    box.srcDevice = walk.at;
    box.srcHost = reinterpret_cast<const void*>(walk.at);
    if (walk.row_bytes == 0) return;
    box.srcArray = run.array;
    box.srcXInBytes = walk.x();
    box.srcY = walk.at / walk.row_bytes;
}

// How many whole rows can be copied as one box.
std::uint64_t whole_rows(const RunWalk& to, const RunWalk& from, std::uint64_t width, std::uint64_t bytes) {
    const auto is_whole = [width](const RunWalk& walk) { return walk.row_bytes == 0 || walk.row_bytes == width; };
    return is_whole(to) && is_whole(from) ? bytes / width : 1;
}

}  // namespace

CUresult put_array_copy(Stream& stream, const CUDA_MEMCPY3D& asked, CopyWaits waits) {
    const client::BoxSize size{asked.WidthInBytes, asked.Height, asked.Depth};
    if (size.is_empty()) return CUDA_SUCCESS;
    PlaceOfCopy to;
    PlaceOfCopy from;
    RF_CU(find_from(asked, size, from));
    RF_CU(find_to(asked, size, to));
    if (captures_under_way()) {
        // Graphs have no nodes for it.
        RF_CU(refuse_while_capturing(stream));
        if (waits == CopyWaits::ForHost) RF_CU(check_capture_allows_unsafe());
    }
    return send(stream, to, from, size, waits);
}

CUresult copy_run(Stream& stream, const RunOfBytes& to, const RunOfBytes& from, std::size_t bytes, CopyWaits waits) {
    RunWalk to_walk;
    RunWalk from_walk;
    RF_CU(begin_walk(to, bytes, to_walk));
    RF_CU(begin_walk(from, bytes, from_walk));
    while (bytes > 0) {
        CUDA_MEMCPY3D box = {};
        box.WidthInBytes = std::min(to_walk.left_in_row(bytes), from_walk.left_in_row(bytes));
        box.Height = whole_rows(to_walk, from_walk, box.WidthInBytes, bytes);
        box.Depth = 1;
        set_to(box, to, to_walk);
        set_from(box, from, from_walk);
        RF_CU(put_array_copy(stream, box, waits));
        const std::size_t copied = box.WidthInBytes * box.Height;
        to_walk.at += copied;
        from_walk.at += copied;
        bytes -= copied;
    }
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
