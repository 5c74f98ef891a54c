#include "driver/driver.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace ringfence::driver {

#define RINGFENCE_DRIVER_DEFINE(name, symbol, ...) int (*name)(__VA_ARGS__) = nullptr;
RINGFENCE_DRIVER_FUNCTIONS(RINGFENCE_DRIVER_DEFINE)
#undef RINGFENCE_DRIVER_DEFINE

namespace {

template <typename Function>
void find(void* library, const char* symbol, Function& function) {
    function = reinterpret_cast<Function>(::dlsym(library, symbol));
    if (function == nullptr) give_up(std::string("libcuda.so.1 has no ") + symbol);
}

}  // namespace

void give_up(const std::string& why) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %s\n", program_invocation_short_name, why.c_str());
    std::_Exit(1);
}

std::string describe(int status) {
    const char* text = nullptr;
    if (error_text(status, &text) != 0 || text == nullptr) text = "unknown error";
    return "status " + std::to_string(status) + ", " + text;
}

void check(int status, const char* what) {
    if (status != 0) give_up(std::string(what) + ": " + describe(status));
}

void start() {
    void* const library = ::dlopen("libcuda.so.1", RTLD_NOW);
    if (library == nullptr) give_up(std::string("there is no driver: ") + ::dlerror());
#define RINGFENCE_DRIVER_FIND(name, symbol, ...) find(library, symbol, name);
    RINGFENCE_DRIVER_FUNCTIONS(RINGFENCE_DRIVER_FIND)
#undef RINGFENCE_DRIVER_FIND
    check(init(0), "cuInit");
    int device = -1;
    check(device_get(&device, 0), "cuDeviceGet");
    Handle context = nullptr;
    check(primary_context(&context, device), "cuDevicePrimaryCtxRetain");
    check(set_current(context), "cuCtxSetCurrent");
}

std::string read_text(const std::string& path) {
    std::ifstream file(path);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (text.empty()) give_up("cannot read " + path);
    return text;
}

Handle load(const std::string& ptx) {
    Handle module = nullptr;
    check(module_load(&module, ptx.c_str()), "cuModuleLoadData");
    return module;
}

Handle function(Handle module, const char* name) {
    Handle found = nullptr;
    check(module_function(&found, module, name), "cuModuleGetFunction");
    return found;
}

Address memory(std::size_t bytes) {
    Address address = 0;
    check(allocate(&address, bytes), "cuMemAlloc");
    return address;
}

}  // namespace ringfence::driver
