// Guarded modules on disk, with their compiled code. A module that any tenant has loaded before is loaded again without
// rewriting, checking and compiling it.
//
// A key is a digest of the tenant's PTX and of all settings that affect the result. Only modules that the checker has
// accepted and the device has compiled are stored. So a tenant can store nothing that it could not have loaded anyway,
// and nothing under another text's key.
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
    std::vector<std::byte> image;  // for backend::Device::load_image()
    guard::GuardedPtx parts;       // without its text
    GuardedModule::Uses uses;
    PtxLines lines;
};

class ModuleCache {
public:
    explicit ModuleCache(std::unique_ptr<cache::DiskCache> disk) : disk_(std::move(disk)) {}

    // `assembler`: the version of the assembler, if not the driver compiles.
    static std::string key_of(const backend::Device& device, std::string_view ptx, guard::Mode mode,
                              std::string_view assembler = {});
    // The key of variants that are compiled later and stored apart from their module. Their `parts` hold only the
    // kernel that the request names.
    static std::string late_key_of(const LateSource& source, const LateRequest& request);
    std::optional<KeptModule> find(const std::string& key) const;
    void keep(const std::string& key, const KeptModule& module) const;

    // The contents of a file. unpacked() accepts any bytes, since files may be damaged.
    static std::string packed(const KeptModule& module);
    static std::optional<KeptModule> unpacked(std::string_view bytes);

private:
    std::unique_ptr<cache::DiskCache> disk_;
};

}  // namespace ringfence::worker
