// Guarded modules on disk, with their compiled code: a module that was loaded before, by any tenant, is loaded again
// without looking at its PTX.
//
// A key is made of the PTX as the tenant wrote it, and of all that decides what becomes of it. Only modules that the
// checker has accepted and the device has compiled are kept, so a tenant can put nothing there that it could not have
// loaded anyway, and nothing under another text's key.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "cache/disk_cache.h"
#include "guard/guard.h"
#include "worker/guarded_module.h"

namespace ringfence::worker {

struct KeptModule {
    std::vector<std::byte> image;  // as backend::Device::load_image() takes it
    guard::GuardedPtx parts;       // without its text
    GuardedModule::Uses uses;
    PtxLines lines;
};

class ModuleCache {
public:
    explicit ModuleCache(std::unique_ptr<cache::DiskCache> disk) : disk_(std::move(disk)) {}

    // `assembler`: the version of that which compiles for the device, if it is not the driver.
    static std::string key_of(const backend::Device& device, std::string_view ptx, guard::Mode mode,
                              std::string_view assembler = {});
    // The key of variants that launches may need later. Kept by themselves when they were compiled; of `parts` there is
    // the kernel that the request names.
    static std::string late_key_of(const LateSource& source, const LateRequest& request);
    std::optional<KeptModule> find(const std::string& key) const;
    void keep(const std::string& key, const KeptModule& module) const;

    // As they lie in a file; any bytes may come back.
    static std::string packed(const KeptModule& module);
    static std::optional<KeptModule> unpacked(std::string_view bytes);

private:
    std::unique_ptr<cache::DiskCache> disk_;
};

}  // namespace ringfence::worker
