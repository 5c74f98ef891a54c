// Compiled code on disk, by content: it is found by its key, in this process or another.
//
// Kept code is run, so the folder must belong to this user and be closed to all others; it is refused otherwise. A file
// is written beside its place and moved there, and carries its length and a digest of its key and contents, which needs
// this user's secret (secret.h): one that is truncated, damaged, forged or another's is ignored, reported, and written
// anew. When the folder has grown beyond its limit, the files that were not used for longest go.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"
#include "cache/secret.h"

namespace ringfence::cache {

struct DiskCacheOptions {
    std::string folder;  // empty: default_folder()
    std::uint64_t limit = std::uint64_t{2} << 30;
    std::string secret_file = {};  // empty: default_secret_file()
    // Told of files that were not believed, but only of the first of them. Any thread calls it.
    std::function<void(const std::string&)> on_disbelief = {};
};

// $RINGFENCE_CACHE; otherwise ringfence/compiled in the user's folder for such things. Empty if there is none.
std::string default_folder();

// May be used by several threads at once, and any number of processes.
class DiskCache {
public:
    // Makes the folder if it is not there. The error says what is wrong with an existing one.
    static Result<std::unique_ptr<DiskCache>> open(const DiskCacheOptions& options = {});

    // `key` is a name for a file, as key_of() makes them (digest.h).
    std::optional<std::string> find(std::string_view key) const;
    // Failing to keep something is no error: it is made again the next time.
    void keep(std::string_view key, std::string_view contents);

    const std::string& folder() const { return folder_; }
    // How many files were there and not believed.
    std::uint64_t disbelieved() const { return disbelieved_; }

    // A file as it lies there, and back; nothing if it is not whole, another key's, or not sealed with the secret.
    static std::string packed(const Secret& secret, std::string_view key, std::string_view contents);
    static std::optional<std::string_view> unpacked(const Secret& secret, std::string_view key, std::string_view file);

private:
    DiskCache(std::string folder, const DiskCacheOptions& options, const Secret& secret, UniqueFd descriptor)
        : folder_(std::move(folder)),
          limit_(options.limit),
          on_disbelief_(options.on_disbelief),
          secret_(secret),
          descriptor_(std::move(descriptor)) {}

    std::optional<std::string> read(const std::string& name) const;
    bool write(const std::string& name, std::string_view bytes);
    void make_room();
    void disbelieve(std::string_view name) const;

    std::string folder_;
    std::uint64_t limit_;
    std::function<void(const std::string&)> on_disbelief_;
    Secret secret_;
    UniqueFd descriptor_;
    std::atomic<std::uint64_t> unlooked_ = UINT64_MAX / 2;  // written since the folder was last looked through
    std::atomic<unsigned> next_ = 0;
    mutable std::atomic<std::uint64_t> disbelieved_ = 0;
};

}  // namespace ringfence::cache
