#include "softgpu/runtime/texture_table.h"

#include <string>
#include <utility>

#include "base/cuda_status.h"

namespace ringfence::softgpu {
namespace {

// Handles are an index below, and above it a number that no handle had before: an old handle does not become valid
// again when its place is used for another object.
constexpr unsigned index_bits = 20;

const char* problem_of(const math::ImageLevel& level, const math::Image& image) {
    if (level.base == nullptr) return "it has a level without memory";
    if (level.width == 0 || level.height == 0 || level.depth == 0) return "it has a level of size 0";
    if (level.row_bytes < std::uint64_t{level.width} * image.element_bytes())
        return "its rows are shorter than their elements";
    if (level.depth > 1 && image.dimensions != 3) return "it has depth and is not 3D";
    return nullptr;
}

const char* problem_of(const TextureObject& object) {
    const math::Image& image = object.image;
    if (image.channels != 1 && image.channels != 2 && image.channels != 4) return "it has not 1, 2 or 4 channels";
    if (image.dimensions < 1 || image.dimensions > 3) return "it has not one to three dimensions";
    if (image.layers == 0) return "it has no layers";
    if (image.dimensions == 3 && image.slices() != 1) return "it is both 3D and layered";
    if (image.levels.empty()) return "it has no levels";
    for (const math::ImageLevel& level : image.levels) {
        if (const char* problem = problem_of(level, image)) return problem;
    }
    return nullptr;
}

}  // namespace

TextureTable::TextureTable() : current_(std::make_shared<const TextureSnapshot>()) {}

std::shared_ptr<const TextureSnapshot> TextureTable::snapshot() const {
    const MutexLock lock(mutex_);
    return current_;
}

void TextureTable::store(std::uint64_t index, Entry entry) {
    auto next = std::make_shared<TextureSnapshot>(*current_);
    const std::uint64_t number = index / TextureSnapshot::chunk_entries;
    if (number == next->chunks_.size()) next->chunks_.push_back(std::make_shared<const TextureSnapshot::Chunk>());
    auto chunk = std::make_shared<TextureSnapshot::Chunk>(*next->chunks_[number]);
    (*chunk)[index % TextureSnapshot::chunk_entries] = std::move(entry);
    next->chunks_[number] = std::move(chunk);
    current_ = std::move(next);
}

Result<std::uint64_t> TextureTable::add(TextureObject object) {
    if (const char* problem = problem_of(object)) {
        return Error::bad_input(std::string("cannot make a texture or surface object: ") + problem)
            .with_status(cuda_status::invalid_value);
    }
    const MutexLock lock(mutex_);
    std::uint64_t index = next_index_;
    if (!free_.empty()) {
        index = free_.back();
        free_.pop_back();
    } else if (next_index_ > TextureSnapshot::index_mask) {
        return Error::bad_input("cannot make a texture or surface object: there are too many; destroy some")
            .with_status(cuda_status::out_of_memory);
    } else {
        ++next_index_;
    }
    const std::uint64_t handle = (next_generation_++ << index_bits) | index;
    store(index, {handle, std::make_shared<const TextureObject>(std::move(object))});
    return handle;
}

Result<void> TextureTable::remove(std::uint64_t handle) {
    const MutexLock lock(mutex_);
    if (current_->find(handle) == nullptr) {
        return Error::bad_input("there is no texture or surface object with this handle")
            .with_status(cuda_status::invalid_value);
    }
    const std::uint64_t index = handle & TextureSnapshot::index_mask;
    store(index, {});
    free_.push_back(static_cast<std::uint32_t>(index));
    return {};
}

}  // namespace ringfence::softgpu
