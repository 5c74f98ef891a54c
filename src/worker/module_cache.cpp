#include "worker/module_cache.h"

#include <fmt/format.h>

#include "base/archive.h"
#include "cache/digest.h"
#include "guard/kept_module.h"

namespace ringfence::worker {

std::string ModuleCache::key_of(const backend::Device& device, std::string_view ptx, guard::Mode mode,
                                std::string_view assembler) {
    const std::string kind = device.image_kind();
    const std::string_view parts[] = {"guarded module",
                                      RINGFENCE_MODULE_CACHE_VERSION,
                                      guard::rules_version(),
                                      mode == guard::Mode::Check ? "check" : "fence",
                                      kind,
                                      assembler,
                                      ptx};
    return cache::key_of(parts);
}

std::string ModuleCache::late_key_of(const LateSource& source, const LateRequest& request) {
    const std::string bounds = fmt::format("{}", fmt::join(request.bounds, " "));
    const std::string_view parts[] = {"late variants", source.key, source.layout, request.kernel, bounds};
    return cache::key_of(parts);
}

template <typename Archive>
void visit_fields(Archive& archive, GuardedModule::Uses& uses) {
    auto& [heap, prints, fault_record, grid_workspace, textures, words, managed] = uses;
    archive(heap, prints, fault_record, grid_workspace, textures, words, managed);
}

std::string ModuleCache::packed(const KeptModule& module) {
    ArchiveWriter writer;
    writer(guard::kept(module.parts), module.uses, module.lines, module.image);
    return writer.take();
}

std::optional<KeptModule> ModuleCache::unpacked(std::string_view bytes) {
    ArchiveReader reader(bytes);
    std::string parts;
    KeptModule module;
    reader(parts, module.uses, module.lines, module.image);
    if (!reader.is_whole()) return std::nullopt;
    std::optional<guard::GuardedPtx> guarded = guard::unkept(parts);
    if (!guarded) return std::nullopt;
    module.parts = std::move(*guarded);
    return module;
}

std::optional<KeptModule> ModuleCache::find(const std::string& key) const {
    const std::optional<std::string> file = disk_->find(key);
    return file ? unpacked(*file) : std::nullopt;
}

void ModuleCache::keep(const std::string& key, const KeptModule& module) const {
    disk_->keep(key, packed(module));
}

}  // namespace ringfence::worker
