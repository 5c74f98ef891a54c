// The table by which a session's guarded kernels find its textures and surfaces (guard/conditions/texture_table.h).
//
// It lies in memory of the worker's that no kernel can name. Nothing in it ever dies under a kernel: an entry that is
// cleared leads to empty objects of the session's own, which live as long as the table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/result.h"
#include "guard/conditions/texture_table.h"

namespace ringfence::memory {

class TextureTable {
public:
    // `memory` has guard::texture_table_bytes at least, at the same address for the device, and outlives the table.
    static Result<std::unique_ptr<TextureTable>> create(backend::Device& device, backend::TextureSpace& space,
                                                        std::span<std::byte> memory);
    TextureTable(const TextureTable&) = delete;
    TextureTable& operator=(const TextureTable&) = delete;

    backend::Address address() const { return reinterpret_cast<backend::Address>(memory_.data()); }

    // Bit i: an instruction may look at it through column i.
    using Columns = std::uint64_t;
    static Columns columns_of(const backend::TextureResource& texture);
    static Columns columns_of_surface(const backend::ArrayLevelResource& surface);

    // Gives the number by which kernels find an object.
    Result<std::uint64_t> add(std::uint64_t handle, Columns columns);
    // From now on the number leads to empty objects; kernels that run may have the handle already.
    void clear(std::uint64_t number);
    // No kernel has the handle any more: the number can be another's.
    void free(std::uint64_t number) { free_.push_back(number); }

private:
    using Handles = std::array<std::uint64_t, guard::texture_columns>;

    explicit TextureTable(std::span<std::byte> memory) : memory_(memory) {}
    Result<void> make_empty_objects(backend::Device& device, backend::TextureSpace& space);
    void write(std::uint64_t number, unsigned column, std::uint64_t handle);

    std::span<std::byte> memory_;
    std::vector<std::unique_ptr<backend::TextureObject>> empty_objects_;
    Handles empty_ = {};
    std::vector<std::uint64_t> free_;
};

}  // namespace ringfence::memory
