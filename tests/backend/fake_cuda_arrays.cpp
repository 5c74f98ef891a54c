// Arrays, textures and surfaces of the driver that needs no card. An array is bytes of the host's.
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "fake_cuda.h"

struct CUarray_st {
    std::size_t row_bytes = 0;
    std::size_t rows = 0;
    std::size_t slices = 0;
    std::vector<char> bytes;
};

struct CUmipmappedArray_st {
    std::vector<std::unique_ptr<CUarray_st>> levels;
};

namespace {

using namespace ringfence::backend::cuda;

std::mutex arrays_mutex;  // guards what follows
std::map<TextureHandle, ResourceDescription> textures;
std::map<TextureHandle, ResourceDescription> surfaces;
TextureHandle last_texture = 0;
ViewDescription last_view;
std::size_t array_count = 0;

std::size_t bytes_of(const ArrayDescription& description) {
    const std::size_t channel = description.format == 1 || description.format == 8                               ? 1
                                : description.format == 2 || description.format == 9 || description.format == 16 ? 2
                                                                                                                 : 4;
    return channel * description.channels;
}

// Full of what somebody else left there.
std::unique_ptr<CUarray_st> make(const ArrayDescription& description, unsigned level) {
    const auto halved = [level](std::size_t size) { return size >> level == 0 ? std::size_t{1} : size >> level; };
    auto array = std::make_unique<CUarray_st>();
    array->row_bytes = halved(description.width) * bytes_of(description);
    array->rows = halved(description.height);
    array->slices = (description.flags & 5) != 0 ? description.depth : halved(description.depth);
    array->bytes.assign(array->row_bytes * array->rows * array->slices, '\x5a');
    return array;
}

Status add(std::map<TextureHandle, ResourceDescription>& table, TextureHandle* handle,
           const ResourceDescription& resource) {
    FAKE_CHECK_CONTEXT();
    const std::lock_guard lock(arrays_mutex);
    table[++last_texture] = resource;
    *handle = last_texture;
    return status::success;
}

Status remove(std::map<TextureHandle, ResourceDescription>& table, TextureHandle handle) {
    FAKE_CHECK_CONTEXT();
    const std::lock_guard lock(arrays_mutex);
    return table.erase(handle) == 1 ? status::success : status::invalid_value;
}

}  // namespace

char* fake::array_row(const CopySide& side, std::size_t y, std::size_t z, std::size_t width) {
    auto& array = *static_cast<CUarray_st*>(side.array);
    if (side.x + width > array.row_bytes || side.y + y >= array.rows || side.z + z >= array.slices) return nullptr;
    return array.bytes.data() + ((side.z + z) * array.rows + side.y + y) * array.row_bytes + side.x;
}

extern "C" {

Status cuArray3DCreate_v2(ArrayHandle* array, const ArrayDescription* description) {
    FAKE_CHECK_CONTEXT();
    *array = make(*description, 0).release();
    const std::lock_guard lock(arrays_mutex);
    ++array_count;
    return status::success;
}

Status cuArrayDestroy(ArrayHandle array) {
    FAKE_CHECK_CONTEXT();
    const std::unique_ptr<CUarray_st> owner(array);
    const std::lock_guard lock(arrays_mutex);
    --array_count;
    return status::success;
}

Status cuMipmappedArrayCreate(MipmapHandle* array, const ArrayDescription* description, unsigned levels) {
    FAKE_CHECK_CONTEXT();
    auto made = std::make_unique<CUmipmappedArray_st>();
    for (unsigned level = 0; level < levels; ++level)
        made->levels.push_back(make(*description, level));
    *array = made.release();
    const std::lock_guard lock(arrays_mutex);
    ++array_count;
    return status::success;
}

Status cuMipmappedArrayGetLevel(ArrayHandle* level, MipmapHandle array, unsigned number) {
    FAKE_CHECK_CONTEXT();
    if (number >= array->levels.size()) return status::invalid_value;
    *level = array->levels[number].get();
    return status::success;
}

Status cuMipmappedArrayDestroy(MipmapHandle array) {
    FAKE_CHECK_CONTEXT();
    const std::unique_ptr<CUmipmappedArray_st> owner(array);
    const std::lock_guard lock(arrays_mutex);
    --array_count;
    return status::success;
}

Status cuTexObjectCreate(TextureHandle* texture, const ResourceDescription* resource, const TextureDescription*,
                         const ViewDescription* view) {
    if (view != nullptr) last_view = *view;
    return add(textures, texture, *resource);
}
Status cuTexObjectDestroy(TextureHandle texture) {
    return remove(textures, texture);
}
Status cuSurfObjectCreate(TextureHandle* surface, const ResourceDescription* resource) {
    return add(surfaces, surface, *resource);
}
Status cuSurfObjectDestroy(TextureHandle surface) {
    return remove(surfaces, surface);
}

// For tests: the last view that a texture was made with.
void fake_last_view(ViewDescription* view) {
    *view = last_view;
}

// For tests: how many arrays, textures and surfaces there are.
void fake_count_arrays(std::size_t* counts) {
    const std::lock_guard lock(arrays_mutex);
    counts[0] = array_count;
    counts[1] = textures.size();
    counts[2] = surfaces.size();
}

}  // extern "C"
