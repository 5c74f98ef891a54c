#include "cache/secret.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/escape.h"
#include "cache/folders.h"

namespace ringfence::cache {
namespace {

constexpr const char* name_another = "name another file (RINGFENCE_CACHE_SECRET)";
constexpr const char* not_kept = "compiled code is not kept: its secret";

bool lies_in(const std::string& file, const std::string& folder) {
    std::error_code problem;
    const auto inner = std::filesystem::weakly_canonical(file, problem).parent_path();
    const auto outer = std::filesystem::weakly_canonical(folder, problem);
    const std::string inner_text = inner.string() + "/";
    return inner_text.starts_with(outer.string() + "/");
}

}  // namespace

std::string default_secret_file() {
    if (const char* file = std::getenv("RINGFENCE_CACHE_SECRET"); file != nullptr && *file != 0) return file;
    if (const char* folder = std::getenv("XDG_STATE_HOME"); folder != nullptr && *folder == '/')
        return std::string(folder) + "/ringfence/cache.secret";
    if (const char* folder = std::getenv("HOME"); folder != nullptr && *folder == '/')
        return std::string(folder) + "/.local/state/ringfence/cache.secret";
    return {};
}

Result<Secret> load_secret(const std::string& file, const std::string& protected_folder) {
    if (file.empty()) {
        return Error::bad_input("compiled code is not kept: there is no place for its secret")
            .with_remedy("set HOME, XDG_STATE_HOME or RINGFENCE_CACHE_SECRET");
    }
    if (lies_in(file, protected_folder)) {
        return Error::bad_input(std::string(not_kept) + " " + escape(file) + ": it lies in the folder that it protects")
            .with_remedy(name_another);
    }
    RF_RETURN_IF_ERROR(make_folders(std::filesystem::path(file).parent_path().string()));
    return load_secret_file(file, {not_kept, name_another});
}

}  // namespace ringfence::cache
