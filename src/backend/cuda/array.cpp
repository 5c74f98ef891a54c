#include "backend/cuda/array.h"

#include <algorithm>
#include <string>
#include <utility>

#include "backend/box.h"
#include "backend/cuda/device.h"

namespace ringfence::backend::cuda {
namespace {

// Zeros are copied in parts of this size.
constexpr std::uint64_t clearing_bytes = std::uint64_t{4} << 20;

ArrayDescription describe(const ArrayShape& shape) {
    return {shape.width, shape.height, shape.depth, static_cast<int>(shape.format), shape.channels, shape.flags};
}

Result<void> describe_side(const Box& box, const BoxSize& size, CopySide& side) {
    side.device = box.address;
    side.pitch = std::max(box.pitch, size.width);
    side.height = size.height;
    if (size.depth == 1) return {};
    // With one row per slice the pitch was not checked, so slices are copied as rows.
    if (size.height == 1) {
        side.pitch = std::max(box.slice, size.width);
        return {};
    }
    if (box.pitch == 0 || box.slice % box.pitch != 0) {
        return Error::bad_input("cannot copy a box whose slices are no multiple of its rows")
            .with_status(status::not_supported);
    }
    side.height = box.slice / box.pitch;
    return {};
}

Result<void> describe_side(const ArrayPlace& place, const BoxSize& size, CopySide& side) {
    RF_RETURN_IF_ERROR(
        check_box(place.array->shape(), place.level, place.x, place.y, place.z, size.width, size.height, size.depth));
    side.memory_type = memory_type_array;
    side.array = static_cast<const CudaArray&>(*place.array).level(place.level);
    side.x = place.x;
    side.y = place.y;
    side.z = place.z;
    return {};
}

}  // namespace

Result<std::shared_ptr<Array>> CudaArray::create(const Context& context, const ArrayShape& shape) {
    std::shared_ptr<CudaArray> array(new CudaArray(context, shape));
    RF_RETURN_IF_ERROR(array->make());
    RF_RETURN_IF_ERROR(array->clear());
    return std::shared_ptr<Array>(std::move(array));
}

CudaArray::~CudaArray() {
    if (mipmap_ != nullptr) {
        context_.api().mipmap_destroy(mipmap_);
    } else if (!levels_.empty()) {
        context_.api().array_destroy(levels_[0]);
    }
}

Result<void> CudaArray::make() {
    const ArrayDescription description = describe(shape());
    if (!shape().is_mipmapped()) {
        ArrayHandle array = nullptr;
        RF_RETURN_IF_ERROR(context_.check(context_.api().array_create(&array, &description), "make an array"));
        levels_.push_back(array);
        return {};
    }
    RF_RETURN_IF_ERROR(
        context_.check(context_.api().mipmap_create(&mipmap_, &description, shape().levels), "make a mipmapped array"));
    for (std::uint32_t number = 0; number < shape().levels; ++number) {
        ArrayHandle level = nullptr;
        RF_RETURN_IF_ERROR(
            context_.check(context_.api().mipmap_level(&level, mipmap_, number), "find an array's level"));
        levels_.push_back(level);
    }
    return {};
}

// On a stream of its own, so that it waits for no other work.
Result<void> CudaArray::clear() const {
    StreamHandle stream = nullptr;
    RF_RETURN_IF_ERROR(
        context_.check(context_.api().stream_create(&stream, stream_non_blocking, 0), "clear an array: make a stream"));
    Result<void> cleared;
    for (std::uint32_t number = 0; number < shape().level_count() && cleared; ++number)
        cleared = clear_level(stream, number);
    if (cleared) cleared = context_.check(context_.api().stream_synchronize(stream), "clear an array");
    context_.api().stream_destroy(stream);
    return cleared;
}

Result<void> CudaArray::clear_level(StreamHandle stream, std::uint32_t number) const {
    const ArrayExtent extent = level_extent(shape(), number);
    const std::uint64_t rows = std::clamp<std::uint64_t>(clearing_bytes / extent.row_bytes, 1, extent.rows);
    // Memory that is not pinned: the driver has copied it when the call returns.
    const std::vector<std::byte> zeros(rows * extent.row_bytes);
    Copy3D copy;
    copy.from.memory_type = memory_type_host;
    copy.from.host = const_cast<std::byte*>(zeros.data());
    copy.from.pitch = extent.row_bytes;
    copy.from.height = rows;
    copy.to.memory_type = memory_type_array;
    copy.to.array = level(number);
    copy.width = extent.row_bytes;
    copy.depth = 1;
    for (copy.to.z = 0; copy.to.z < extent.slices; ++copy.to.z) {
        for (copy.to.y = 0; copy.to.y < extent.rows; copy.to.y += rows) {
            copy.height = std::min(rows, extent.rows - copy.to.y);
            RF_RETURN_IF_ERROR(context_.check(context_.api().copy_3d(&copy, stream), "clear an array"));
        }
    }
    return {};
}

Result<Copy3D> describe_array_copy(const ArrayCopySide& to, const ArrayCopySide& from, const BoxSize& size) {
    Copy3D copy;
    RF_RETURN_IF_ERROR(std::visit([&](const auto& side) { return describe_side(side, size, copy.to); }, to));
    RF_RETURN_IF_ERROR(std::visit([&](const auto& side) { return describe_side(side, size, copy.from); }, from));
    copy.width = size.width;
    copy.height = size.height;
    copy.depth = size.depth;
    return copy;
}

Result<std::shared_ptr<Array>> CudaDevice::create_array(const ArrayShape& shape) {
    return CudaArray::create(*context_, shape);
}

Result<void> CudaDevice::copy_array(Stream& stream, const ArrayCopySide& to, const ArrayCopySide& from,
                                    const BoxSize& size) {
    if (size.width == 0 || size.height == 0 || size.depth == 0) return {};
    RF_TRY(const Copy3D description, describe_array_copy(to, from, size));
    const auto is_in_host = [this](const ArrayCopySide& side) {
        const auto* box = std::get_if<Box>(&side);
        return box != nullptr && is_host(box->address);
    };
    const JobKind kind = is_in_host(to) ? JobKind::CopyFrom : is_in_host(from) ? JobKind::CopyTo : JobKind::Compute;
    // The captured arrays stay alive if the work goes to the card later.
    return put(stream, kind, [this, description, to, from](StreamHandle handle) {
        return context_->check(api().copy_3d(&description, handle), "copy from or to an array");
    });
}

}  // namespace ringfence::backend::cuda
