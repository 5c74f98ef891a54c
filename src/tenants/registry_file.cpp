#include "tenants/registry_file.h"

#include "base/escape.h"
#include "tenants/state_file.h"

namespace ringfence::tenants {

Result<std::optional<Registry>> load_registry(const std::string& path) {
    RF_TRY(const std::optional<std::string> text, read_state_file(path, Registry::most_bytes));
    if (!text) return std::optional<Registry>();
    RF_TRY(Registry registry, Registry::parse(*text, escape(path)));
    if (Result<void> bound = registry.check_bindings(); !bound) return bound.take_error().at({escape(path), 0, 0});
    return std::optional(std::move(registry));
}

Result<Registry> change_registry(const std::string& path, const std::function<Result<void>(Registry&)>& change) {
    RF_TRY(const UniqueFd lock, lock_state_file(path));
    RF_TRY(const std::optional<Registry> before, load_registry(path));
    Registry registry = before.value_or(Registry());
    RF_RETURN_IF_ERROR(change(registry));
    RF_RETURN_IF_ERROR(registry.check_bindings());
    RF_RETURN_IF_ERROR(write_state_file(path, registry.text()));
    return registry;
}

FileMark FileMark::of(const std::string& path) {
    FileMark mark;
    struct stat info = {};
    mark.exists_ = ::stat(path.c_str(), &info) == 0;
    if (!mark.exists_) return mark;
    mark.device_ = info.st_dev;
    mark.inode_ = info.st_ino;
    mark.size_ = info.st_size;
    mark.changed_ns_ = std::int64_t{info.st_ctim.tv_sec} * 1'000'000'000 + info.st_ctim.tv_nsec;
    return mark;
}

}  // namespace ringfence::tenants
