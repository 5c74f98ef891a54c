#include "client/driver/gl.h"

#include <dlfcn.h>

#include <initializer_list>

namespace ringfence::driver {
namespace {

using FindByName = void* (*)(const char*);

// Looks in a library that is loaded already.
void* find_in(const char* library, const char* name) {
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) return nullptr;
    void* const found = dlsym(handle, name);
    dlclose(handle);
    return found;
}

// As programs find them: linked, in a library that they opened, or by asking EGL or GLX.
void* find_gl_function(const char* name) {
    if (void* const linked = dlsym(RTLD_DEFAULT, name)) return linked;
    for (const char* const library : {"libOpenGL.so.0", "libGL.so.1"}) {
        if (void* const opened = find_in(library, name)) return opened;
    }
    struct Asked {
        const char* library;
        const char* function;
    };
    for (const Asked& asked : {Asked{"libEGL.so.1", "eglGetProcAddress"}, Asked{"libGLX.so.0", "glXGetProcAddressARB"},
                               Asked{"libGL.so.1", "glXGetProcAddressARB"}}) {
        void* const finder = find_in(asked.library, asked.function);
        if (finder == nullptr) continue;
        if (void* const found = reinterpret_cast<FindByName>(finder)(name)) return found;
    }
    return nullptr;
}

template <typename Function>
bool find_into(Function*& place, const char* name) {
    place = reinterpret_cast<Function*>(find_gl_function(name));
    return place != nullptr;
}

bool find_functions(GlFunctions& gl) {
    return find_into(gl.get_string, "glGetString") && find_into(gl.get_integers, "glGetIntegerv") &&
           find_into(gl.pixel_store, "glPixelStorei") && find_into(gl.is_buffer, "glIsBuffer") &&
           find_into(gl.bind_buffer, "glBindBuffer") && find_into(gl.get_buffer_value, "glGetBufferParameteriv") &&
           find_into(gl.get_buffer, "glGetBufferSubData") && find_into(gl.set_buffer, "glBufferSubData") &&
           find_into(gl.is_texture, "glIsTexture") && find_into(gl.bind_texture, "glBindTexture") &&
           find_into(gl.get_level_value, "glGetTexLevelParameteriv") && find_into(gl.get_texture, "glGetTexImage") &&
           find_into(gl.set_texture_2d, "glTexSubImage2D") && find_into(gl.set_texture_3d, "glTexSubImage3D");
}

}  // namespace

CUresult find_gl(GlFunctions& gl) {
    constexpr unsigned version = 0x1F02;
    if (!find_functions(gl) || gl.get_string(version) == nullptr) return CUDA_ERROR_INVALID_GRAPHICS_CONTEXT;
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
