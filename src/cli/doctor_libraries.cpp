#include "cli/doctor_libraries.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/core.h>

#include "adapters/library_folders.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/trusted_file.h"
#include "toml/reader.h"

namespace ringfence::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 7> wanted = {"libcufft.so.12",    "libcublas.so.13",   "libcublasLt.so.13",
                                               "libcusolver.so.12", "libcusparse.so.12", "libcurand.so.10",
                                               "libcudnn.so.9"};
constexpr const char* key = "libraries";
constexpr std::size_t settings_limit = 1 << 20;

std::vector<std::string> entries_of(const fs::path& folder) {
    std::vector<std::string> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        entries.push_back(entry->path().string());
    std::sort(entries.begin(), entries.end());
    return entries;
}

// lib/python3.X/site-packages/nvidia/PACKAGE/lib below a Python's own folder.
void add_packages(const fs::path& python, std::vector<std::string>& folders) {
    for (const std::string& version : entries_of(python / "lib")) {
        if (!fs::path(version).filename().string().starts_with("python3")) continue;
        for (const char* packages : {"site-packages", "dist-packages"}) {
            for (const std::string& package : entries_of(fs::path(version) / packages / "nvidia")) {
                std::error_code error;
                if (fs::is_directory(fs::path(package) / "lib", error)) folders.push_back(package + "/lib");
            }
        }
    }
}

// Where the program that the shell would start lies.
fs::path folder_of_python() {
    const char* path = std::getenv("PATH");
    const std::string folders = path == nullptr ? "/usr/bin:/bin" : path;
    for (std::size_t at = 0; at <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', at), folders.size());
        const fs::path folder = folders.substr(at, end - at);
        if (folder.is_absolute() && ::access((folder / "python3").c_str(), X_OK) == 0) return folder.parent_path();
        at = end + 1;
    }
    return {};
}

Result<std::string> settings_path() {
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config == '/')
        return std::string(config) + "/ringfence/ringfence.toml";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return std::string(home) + "/.config/ringfence/ringfence.toml";
    return Error::bad_input("there is no place for settings: neither XDG_CONFIG_HOME nor HOME is set");
}

bool sets_libraries(std::string_view line) {
    const std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string_view::npos || !line.substr(at).starts_with(key)) return false;
    const std::size_t after = line.find_first_not_of(" \t", at + std::string_view(key).size());
    return after != std::string_view::npos && line[after] == '=';
}

// Keys of the file itself come before its first table. A value that goes over several lines is left to its owner.
Result<std::string> with_setting(const std::string& text, const std::string& setting, const std::string& file) {
    std::string result = setting + "\n";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = std::string_view(text).substr(at, end - at);
        at = end + 1;
        if (!sets_libraries(line)) {
            result += std::string(line) + "\n";
        } else if (line.find(']') == std::string_view::npos) {
            return Error::bad_input(escape(file) + " sets libraries over several lines")
                .with_remedy("write there: " + setting);
        }
    }
    return result;
}

// With it the file says what is meant, and all else as before: one that the daemon cannot read keeps it from starting.
bool says_all(const std::string& text, const std::string& before, const std::string& file,
              const std::vector<std::string>& folders) {
    toml::parse_result now = toml::parse(text, file);
    toml::parse_result then = toml::parse(before, file);
    if (!now.succeeded() || !then.succeeded()) return false;
    const auto there = TomlReader(now.table(), file).texts(key);
    if (!there.ok() || there.value() != folders) return false;
    now.table().erase(key);
    then.table().erase(key);
    return now.table() == then.table();
}

}  // namespace

std::string library_version(const std::string& path) {
    std::error_code error;
    const std::string name = fs::canonical(path, error).filename().string();
    const std::size_t at = name.find(".so.");
    return at == std::string::npos ? "?" : escape(name.substr(at + 4));
}

std::vector<std::string> python_library_folders() {
    std::vector<std::string> folders;
    if (const char* environment = std::getenv("VIRTUAL_ENV"); environment != nullptr && *environment == '/')
        add_packages(environment, folders);
    if (const fs::path python = folder_of_python(); !python.empty()) {
        std::vector<std::string> more;
        add_packages(python, more);
        for (std::string& folder : more)
            if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
    }
    return folders;
}

LibrarySurvey survey_libraries(const std::vector<std::string>& folders) {
    LibrarySurvey survey;
    std::vector<std::string> found;
    for (const std::string& folder : folders) {
        bool is_useful = false;
        for (const char* name : wanted) {
            const std::string path = folder + "/" + name;
            if (::access(path.c_str(), F_OK) != 0) continue;
            const auto checked = check_only_trusted_write(path);
            survey.libraries.push_back({path, library_version(path), checked.ok() ? "" : checked.error().message});
            const bool is_new = std::find(found.begin(), found.end(), name) == found.end();
            if (checked.ok() && is_new) {
                found.emplace_back(name);
                is_useful = true;
            }
        }
        if (is_useful) survey.folders.push_back(folder);
    }
    for (const char* name : wanted)
        if (std::find(found.begin(), found.end(), name) == found.end()) survey.missing.emplace_back(name);
    return survey;
}

std::string libraries_setting(const LibrarySurvey& survey) {
    std::string list;
    for (const std::string& folder : survey.folders)
        list += (list.empty() ? "\"" : ", \"") + escape(folder) + "\"";
    return fmt::format("{} = [{}]", key, list);
}

Result<std::string> write_libraries_setting(const LibrarySurvey& survey) {
    RF_TRY(const std::string path, settings_path());
    std::string text;
    if (::access(path.c_str(), F_OK) == 0) {
        RF_TRY(text, read_file(path, settings_limit));
    }
    RF_TRY(const std::string written, with_setting(text, libraries_setting(survey), path));
    if (!says_all(written, text, path, survey.folders)) {
        return Error::bad_input(escape(path) + ": its setting libraries cannot be replaced without harm")
            .with_remedy("write there, before the first table: " + libraries_setting(survey));
    }
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    RF_RETURN_IF_ERROR(write_file_atomically(path, written));
    return path;
}

}  // namespace ringfence::cli
