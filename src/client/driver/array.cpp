#include "client/driver/array.h"

#include <algorithm>

#include "base/mutex.h"
#include "client/driver/freed_blocks.h"
#include "client/driver/told_why.h"
#include "client/session/tell.h"

namespace ringfence::driver {
namespace {

CUresult ask_for(const Array& array) {
    const ArrayShape& shape = array.shape;
    const wire::CreateArray wanted{.array = array.wire,
                                   .width = shape.width,
                                   .height = shape.height,
                                   .depth = shape.depth,
                                   .format = shape.format,
                                   .channels = shape.channels,
                                   .flags = shape.flags,
                                   .levels = shape.levels};
    return told_why(ask_for_memory([&] { return as_result(session().call(wanted)); }));
}

void erase(Array& array) {
    {
        const MutexLock lock(array.mutex);
        for (const Handle level : array.levels)
            tables().arrays.erase(level);
    }
    tables().arrays.erase(array.handle);
}

}  // namespace

ArrayShape shape_of(const CUDA_ARRAY3D_DESCRIPTOR& asked) {
    return {asked.Width,
            asked.Height,
            asked.Depth,
            static_cast<std::uint32_t>(asked.Format),
            asked.NumChannels,
            asked.Flags,
            0};
}

CUDA_ARRAY3D_DESCRIPTOR descriptor_of(const Array& array) {
    const ArrayShape& shape = array.shape;
    const bool has_layers = shape.is_layered() || shape.is_cubemap();
    const auto halved = [&](std::uint64_t size) {
        return size == 0 ? size : std::max<std::uint64_t>(size >> array.level, 1);
    };
    CUDA_ARRAY3D_DESCRIPTOR result = {};
    result.Width = halved(shape.width);
    result.Height = halved(shape.height);
    result.Depth = has_layers ? shape.depth : halved(shape.depth);
    result.Format = static_cast<CUarray_format>(shape.format);
    result.NumChannels = shape.channels;
    result.Flags = shape.flags;
    return result;
}

CUresult create_array(const ArrayShape& shape, Array*& array) {
    if (const auto checked = check_shape(shape); !checked.ok()) {
        if (checked.error().status == CUDA_ERROR_NOT_SUPPORTED) client::tell(checked.error().text());
        return as_result(checked.error().status);
    }
    auto made = std::make_unique<Array>();
    Array* const raw = made.get();
    raw->context = current_context()->handle.bits;
    raw->shape = shape;
    raw->handle = tables().arrays.insert(std::move(made));
    if (raw->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    raw->wire = raw->handle.bits;
    if (const CUresult status = ask_for(*raw); status != CUDA_SUCCESS) {
        tables().arrays.erase(raw->handle);
        return status;
    }
    array = raw;
    return CUDA_SUCCESS;
}

CUresult destroy_array(Array& array) {
    const CUresult status = as_result(session().call(wire::DestroyArray{.array = array.wire}));
    erase(array);
    return status;
}

void destroy_arrays(const Context& context) {
    const auto mine = tables().arrays.select(
        [&](const Array& array) { return array.context == context.handle.bits && !array.is_level(); });
    for (const Handle handle : mine)
        (void)destroy_array(*tables().arrays.find(handle));
}

void forget_arrays() {
    for (const Handle handle : tables().arrays.select([](const Array& array) { return !array.is_level(); }))
        erase(*tables().arrays.find(handle));
}

Array* find_array(CUarray handle) {
    Array* const found = tables().arrays.find(from_api(handle));
    return found == nullptr || (found->shape.is_mipmapped() && !found->is_level()) ? nullptr : found;
}

Array* find_mipmapped(CUmipmappedArray handle) {
    Array* const found = tables().arrays.find(from_api(handle));
    return found == nullptr || !found->shape.is_mipmapped() || found->is_level() ? nullptr : found;
}

CUresult find_level(Array& mipmapped, unsigned level, Array*& result) {
    if (level >= mipmapped.shape.levels) return CUDA_ERROR_INVALID_VALUE;
    const MutexLock lock(mipmapped.mutex);
    if (mipmapped.levels.empty()) mipmapped.levels.resize(mipmapped.shape.levels);
    Handle& handle = mipmapped.levels[level];
    if (handle.bits == 0) {
        auto made = std::make_unique<Array>();
        made->context = mipmapped.context;
        made->shape = mipmapped.shape;
        made->wire = mipmapped.wire;
        made->level = level;
        Array* const raw = made.get();
        handle = tables().arrays.insert(std::move(made));
        if (handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
        raw->handle = handle;
    }
    result = tables().arrays.find(handle);
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
