// A program that has nothing of CUDA, and loads a library that has: kernels, and perhaps the runtime.
#include <dlfcn.h>

#include <cstdio>
#include <string>

int main(int, char** arguments) {
    std::string path = arguments[0];
    path = path.substr(0, path.rfind('/') + 1) + "libplugin.so";
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        std::fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    auto* const scale = reinterpret_cast<int (*)(int*, int, int)>(dlsym(library, "plugin_scale"));
    int values[32];
    for (int round = 1; round <= 2; ++round) {
        for (int i = 0; i < 32; ++i)
            values[i] = i;
        if (scale(values, 32, 7) != round) return 1;
        for (int i = 0; i < 32; ++i) {
            if (values[i] != 7 * i) return 1;
        }
    }
    std::printf("ok\n");
    return 0;
}
