// Texture and surface objects: from the 64-bit handles that kernels hold to what they stand for.
//
// A handle is a number, and a kernel may make up any. So a launch sees one table only, that of the session it belongs
// to, and looks every handle up in it; a number that is not in there, or is of the other kind, is a fault of the launch
// (as a card reports an illegal handle), never a look at somebody else's memory.
//
// Lookups take no lock. The table is kept as immutable snapshots: add() and remove() make a new one, and a launch holds
// the one that it began with until it ends. A snapshot keeps its objects alive, so an object that is destroyed while a
// kernel uses it goes away when that kernel is done.
//
//     TextureTable table;                                          // one for each session
//     RF_TRY(std::uint64_t handle, table.add(std::move(object)));  // cuTexObjectCreate, cuSurfObjectCreate
//     request.textures = table.snapshot();                         // a launch of that session's, when it runs
//     RF_RETURN_IF_ERROR(table.remove(handle));                    // cuTexObjectDestroy, cuSurfObjectDestroy
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "softgpu/math/texture.h"

namespace ringfence::softgpu {

enum class TextureKind : std::uint8_t { Texture, Surface };

// The object behind a handle.
struct TextureObject {
    TextureKind kind = TextureKind::Texture;
    math::Image image;      // a surface: one level, the one that the object was made for
    math::Sampler sampler;  // of a texture
    // Set for linear and pitch-linear memory of the program's own, which it may free or never have had: each access is
    // checked as a load of all of the image would be. The storage of arrays is kept by `owner` instead.
    bool checked_memory = false;
    // Linear memory (cudaResourceTypeLinear): only tex with integer coordinates, and no filter or address mode.
    bool linear_memory = false;
    // Memory of no elements: every fetch gives zeros.
    bool empty = false;
    std::shared_ptr<const void> owner;
};

// A launch's view of a table. Does not change.
class TextureSnapshot {
public:
    // Null if there is no such object.
    const TextureObject* find(std::uint64_t handle) const {
        const std::uint64_t index = handle & index_mask;
        if (index >= chunks_.size() * chunk_entries) return nullptr;
        const Entry& entry = (*chunks_[index / chunk_entries])[index % chunk_entries];
        return entry.handle == handle ? entry.object.get() : nullptr;
    }

private:
    friend class TextureTable;
    static constexpr std::uint64_t index_mask = 0xfffff;
    static constexpr std::uint64_t chunk_entries = 64;
    struct Entry {
        std::uint64_t handle = 0;
        std::shared_ptr<const TextureObject> object;
    };
    using Chunk = std::array<Entry, chunk_entries>;
    std::vector<std::shared_ptr<const Chunk>> chunks_;
};

// The objects of a session. All functions may be called by several threads at once.
class TextureTable {
public:
    TextureTable();
    TextureTable(const TextureTable&) = delete;
    TextureTable& operator=(const TextureTable&) = delete;

    // A handle, which is never 0. Fails if there are too many (2^20), or the object is not one that can be: no levels,
    // sizes of 0, a number of channels that is not 1, 2 or 4, rows shorter than their elements.
    Result<std::uint64_t> add(TextureObject object);
    Result<void> remove(std::uint64_t handle);
    std::shared_ptr<const TextureSnapshot> snapshot() const;

private:
    using Entry = TextureSnapshot::Entry;
    void store(std::uint64_t index, Entry entry) RF_REQUIRES(mutex_);

    mutable Mutex mutex_;
    std::shared_ptr<const TextureSnapshot> current_ RF_GUARDED_BY(mutex_);
    std::vector<std::uint32_t> free_ RF_GUARDED_BY(mutex_);  // indices
    std::uint64_t next_index_ RF_GUARDED_BY(mutex_) = 1;
    std::uint64_t next_generation_ RF_GUARDED_BY(mutex_) = 1;
};

}  // namespace ringfence::softgpu
