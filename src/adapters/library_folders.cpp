#include "adapters/library_folders.h"

#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::adapters {
namespace {

namespace fs = std::filesystem;

#if defined(__x86_64__)
constexpr const char* system_folder = "/usr/lib/x86_64-linux-gnu";
constexpr const char* toolkit_targets[] = {"x86_64-linux"};
#else
constexpr const char* system_folder = "/usr/lib/aarch64-linux-gnu";
constexpr const char* toolkit_targets[] = {"sbsa-linux", "aarch64-linux"};
#endif

// "libcufft.so." of "libcufft.so.12".
std::string_view without_version(std::string_view name) {
    const std::size_t at = name.find(".so.");
    return at == std::string_view::npos ? name : name.substr(0, at + std::strlen(".so."));
}

// The other versions of the library in a folder.
std::vector<fs::path> versions_in(const std::string& folder, std::string_view name) {
    std::vector<fs::path> found;
    std::error_code error;
    const std::string_view stem = without_version(name);
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string other = entry->path().filename().string();
        if (other.starts_with(stem) && other != name) found.push_back(entry->path());
    }
    return found;
}

}  // namespace

std::vector<std::string> usual_library_folders() {
    std::vector<std::string> folders = {"/usr/local/cuda/lib64"};
    for (const char* target : toolkit_targets)
        folders.push_back(fmt::format("/usr/local/cuda/targets/{}/lib", target));
    folders.emplace_back(system_folder);
    return folders;
}

std::vector<std::string> other_versions(const std::vector<std::string>& folders, std::string_view name) {
    std::set<std::string> names;
    for (const std::string& folder : folders)
        for (const fs::path& other : versions_in(folder, name))
            names.insert(escape(other.filename().string()));
    return {names.begin(), names.end()};
}

Result<std::string> find_library(const std::vector<std::string>& folders, std::string_view name) {
    std::string others;
    std::string places;
    for (const std::string& folder : folders) {
        std::string path = fmt::format("{}/{}", folder, name);
        if (::access(path.c_str(), F_OK) == 0) return path;
        for (const fs::path& other : versions_in(folder, name))
            others += (others.empty() ? "" : ", ") + escape(other.string());
        places += (places.empty() ? "" : ", ") + escape(folder);
    }
    std::string what = fmt::format("there is no {} in {}", name, places);
    if (!others.empty()) what += fmt::format("; of another version there is {}", others);
    return Error::bad_input(std::move(what))
        .with_remedy("ringfence doctor --libraries finds what this machine has, and writes the setting");
}

}  // namespace ringfence::adapters
