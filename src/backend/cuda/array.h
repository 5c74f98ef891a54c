// Arrays on a card, which are the driver's.
#pragma once

#include <memory>
#include <vector>

#include "backend/cuda/context.h"
#include "backend/device.h"

namespace ringfence::backend::cuda {

class CudaArray final : public Array {
public:
    // The array is cleared, since the driver does not clear memory between users.
    static Result<std::shared_ptr<Array>> create(const Context& context, const ArrayShape& shape);
    ~CudaArray() override;

    ArrayHandle level(std::uint32_t number) const { return levels_[number]; }
    MipmapHandle mipmap() const { return mipmap_; }

private:
    CudaArray(const Context& context, const ArrayShape& shape) : Array(shape), context_(context) {}
    Result<void> make();
    Result<void> clear() const;
    Result<void> clear_level(StreamHandle stream, std::uint32_t number) const;

    const Context& context_;
    MipmapHandle mipmap_ = nullptr;  // owns its levels
    std::vector<ArrayHandle> levels_;
};

// The driver's description of a copy.
Result<Copy3D> describe_array_copy(const ArrayCopySide& to, const ArrayCopySide& from, const BoxSize& size);

}  // namespace ringfence::backend::cuda
