#include "program.h"

#include <dlfcn.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#define DEFINE(name, symbol, ...) int (*name)(__VA_ARGS__) = nullptr;
DRIVER_FUNCTIONS(DEFINE)
#undef DEFINE

namespace {

template <typename Function>
void find_symbol(void* library, const char* symbol, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, symbol));
    EXPECT(function, "libcuda.so.1 has no %s", symbol);
}

void load_driver() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    EXPECT(library, "there is no driver: %s", dlerror());
#define FIND(name, symbol, ...) find_symbol(library, symbol, name);
    DRIVER_FUNCTIONS(FIND)
#undef FIND
}

}  // namespace

void fail(const char* file, int line, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    std::fprintf(stderr, "%s:%d: ", file, line);
    std::vfprintf(stderr, format, arguments);
    std::fprintf(stderr, "\n");
    va_end(arguments);
    std::_Exit(1);
}

void expect_status(int expected, int status, const char* call, const char* file, int line) {
    if (status != expected) fail(file, line, "%s: status %d, expected %d", call, status, expected);
}

Handle find_function(Handle module, const char* name) {
    Handle function = nullptr;
    CHECK(cuModuleGetFunction(&function, module, name));
    return function;
}

Address device_memory(std::size_t bytes) {
    Address memory = 0;
    CHECK(cuMemAlloc(&memory, bytes));
    return memory;
}

void begin() {
    load_driver();
    CHECK(cuInit(0));
    int device = -1;
    CHECK(cuDeviceGet(&device, 0));
    Handle context = nullptr;
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
}
