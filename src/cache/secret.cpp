#include "cache/secret.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::cache {
namespace {

Error unusable_secret(const std::string& file, const std::string& why, const std::string& remedy) {
    return Error::bad_input(fmt::format("compiled code is not kept: its secret {}: {}", escape(file), why))
        .with_remedy(remedy);
}

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
        return unusable_secret(file, "it lies in the folder that it protects",
                               "name another file (RINGFENCE_CACHE_SECRET)");
    }
    Result<Secret> secret = load_secret_file(file);
    if (secret.ok()) return secret;
    Error error = secret.take_error();
    error.message = "compiled code is not kept: " + error.message;
    if (error.remedy.empty()) error.remedy = "name another file (RINGFENCE_CACHE_SECRET)";
    return error;
}

}  // namespace ringfence::cache
