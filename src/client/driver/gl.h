// The functions of the OpenGL that the program itself has loaded, found by name. Ringfence does not link or load one.
#pragma once

#include <cstddef>

#include "abi/driver_types.h"

namespace ringfence::driver {

struct GlFunctions {
    const unsigned char* (*get_string)(unsigned name) = nullptr;
    void (*get_integers)(unsigned name, int* values) = nullptr;
    void (*pixel_store)(unsigned name, int value) = nullptr;
    unsigned char (*is_buffer)(unsigned buffer) = nullptr;
    void (*bind_buffer)(unsigned target, unsigned buffer) = nullptr;
    void (*get_buffer_value)(unsigned target, unsigned name, int* value) = nullptr;
    void (*get_buffer)(unsigned target, std::ptrdiff_t offset, std::ptrdiff_t bytes, void* data) = nullptr;
    void (*set_buffer)(unsigned target, std::ptrdiff_t offset, std::ptrdiff_t bytes, const void* data) = nullptr;
    unsigned char (*is_texture)(unsigned texture) = nullptr;
    void (*bind_texture)(unsigned target, unsigned texture) = nullptr;
    void (*get_level_value)(unsigned target, int level, unsigned name, int* value) = nullptr;
    void (*get_texture)(unsigned target, int level, unsigned format, unsigned type, void* pixels) = nullptr;
    void (*set_texture_2d)(unsigned target, int level, int x, int y, int width, int height, unsigned format,
                           unsigned type, const void* pixels) = nullptr;
    void (*set_texture_3d)(unsigned target, int level, int x, int y, int z, int width, int height, int depth,
                           unsigned format, unsigned type, const void* pixels) = nullptr;
};

// Status 219 unless the program has OpenGL 3.1 or later, with a current context in this thread.
CUresult find_gl(GlFunctions& gl);

CUresult register_gl_buffer(unsigned buffer, unsigned flags, CUgraphicsResource& result);
CUresult register_gl_image(unsigned image, unsigned target, unsigned flags, CUgraphicsResource& result);

}  // namespace ringfence::driver
