// Begins as CUPTI does: asks the driver for a private table. Its status for anything that goes wrong is 999.
#include <dlfcn.h>

extern "C" [[gnu::visibility("default")]] int cuptiActivityEnable(int /*kind*/) {
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (driver == nullptr) return 999;
    auto* const ask = reinterpret_cast<int (*)(const void**, const void*)>(dlsym(driver, "cuGetExportTable"));
    const void* table = nullptr;
    const unsigned char id[16] = {};
    return ask != nullptr && ask(&table, id) == 0 && table != nullptr ? 0 : 999;
}
