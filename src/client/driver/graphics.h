// Makes OpenGL's and VDPAU's buffers and images in the program's process usable by kernels: mapping copies them
// to the session's memory, and unmapping writes them back. The worker only sees memory and arrays.
// docs/graphics.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abi/driver_types.h"
#include "base/handle.h"
#include "base/mutex.h"

namespace ringfence::driver {

// One array of an image, with its levels.
struct GraphicsImage {
    CUDA_ARRAY3D_DESCRIPTOR description = {};
    unsigned levels = 1;
};

// An object of the other API. Bytes are rows without gaps, then slices.
class GraphicsObject {
public:
    GraphicsObject() = default;
    GraphicsObject(const GraphicsObject&) = delete;
    GraphicsObject& operator=(const GraphicsObject&) = delete;
    virtual ~GraphicsObject() = default;
    // Fails unless this thread can access the object now, and its size and format are as when it was registered.
    virtual CUresult check() = 0;
    virtual CUresult read(unsigned image, unsigned level, std::span<std::byte> to) = 0;
    virtual CUresult write(unsigned image, unsigned level, std::span<const std::byte> from) = 0;
};

struct GraphicsResource {
    Handle handle;
    std::unique_ptr<GraphicsObject> object;
    std::uint64_t bytes = 0;            // of a buffer
    std::vector<GraphicsImage> images;  // none: it is a buffer
    Mutex mutex;
    unsigned map_flags RF_GUARDED_BY(mutex) = 0;
    bool is_mapped RF_GUARDED_BY(mutex) = false;
    CUdeviceptr memory RF_GUARDED_BY(mutex) = 0;                // allocated when first mapped
    std::vector<CUmipmappedArray> arrays RF_GUARDED_BY(mutex);  // the same
};

constexpr unsigned known_map_flags =
    CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY | CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD;

// The resource's handle for the program. Flags are cuGraphicsRegisterFlags.
CUresult register_graphics(std::unique_ptr<GraphicsResource> resource, unsigned flags, CUgraphicsResource& result);
// Call it when all registrations are gone.
void forget_graphics();

// Fails if an object cannot be registered with these flags: read-only and write-only exclude each other.
CUresult check_register_flags(unsigned flags, unsigned known);

}  // namespace ringfence::driver
