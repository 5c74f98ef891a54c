// The table in which a session's guarded kernels look up textures and surfaces (guard/conditions/texture_table.h).
//
// It lies in the worker's memory, which no kernel can address. Its entries are valid at any time: a cleared entry
// refers to empty objects of the session, which exist as long as the table.
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
    // `memory` must have at least guard::texture_table_bytes, at the same address on the device, and outlive the table.
    static Result<std::unique_ptr<TextureTable>> create(backend::Device& device, backend::TextureSpace& space,
                                                        std::span<std::byte> memory);
    TextureTable(const TextureTable&) = delete;
    TextureTable& operator=(const TextureTable&) = delete;

    backend::Address address() const { return reinterpret_cast<backend::Address>(memory_.data()); }

    // Bit i: instructions may use the object through column i.
    using Columns = std::uint64_t;
    static Columns columns_of(const backend::TextureResource& texture);
    static Columns columns_of_surface(const backend::ArrayLevelResource& surface);

    // Adds an object. Returns the number by which kernels find it.
    Result<std::uint64_t> add(std::uint64_t handle, Columns columns);
    // From now on the number refers to empty objects. Running kernels may still have the old handle.
    void clear(std::uint64_t number);
    // No kernel has the old handle any more: the number can be reused.
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
