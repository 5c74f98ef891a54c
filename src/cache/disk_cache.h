// Compiled code on disk, by content: whoever knows the key of something finds it, in this process or another.
//
// What is kept is run, so the folder must belong to this user and be closed to all others; it is refused otherwise. A
// file is written beside its place and moved there, and carries its length and a digest of its key and contents: one
// that is cut off, damaged or another's is as good as none, and is written anew. When the folder has grown beyond its
// limit, the files that were not used for longest go.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::cache {

struct DiskCacheOptions {
    std::string folder;  // empty: default_folder()
    std::uint64_t limit = std::uint64_t{2} << 30;
};

// $RINGFENCE_CACHE; otherwise ringfence/compiled in the user's folder for such things. Empty if there is none.
std::string default_folder();

// May be used by several threads at once, and any number of processes.
class DiskCache {
public:
    // Makes the folder if it is not there. What is wrong with one that is there is in the error.
    static Result<std::unique_ptr<DiskCache>> open(const DiskCacheOptions& options = {});

    // `key` is a name for a file, as key_of() makes them (digest.h).
    std::optional<std::string> find(std::string_view key) const;
    // Failing to keep something is no error: it is made again the next time.
    void keep(std::string_view key, std::string_view contents);

    const std::string& folder() const { return folder_; }

    // A file as it lies there, and back; nothing if it is not whole, or another key's.
    static std::string packed(std::string_view key, std::string_view contents);
    static std::optional<std::string_view> unpacked(std::string_view key, std::string_view file);

private:
    DiskCache(std::string folder, std::uint64_t limit, UniqueFd descriptor)
        : folder_(std::move(folder)), limit_(limit), descriptor_(std::move(descriptor)) {}

    std::optional<std::string> read(const std::string& name) const;
    bool write(const std::string& name, std::string_view bytes);
    void make_room();

    std::string folder_;
    std::uint64_t limit_;
    UniqueFd descriptor_;
    std::atomic<std::uint64_t> unlooked_ = UINT64_MAX / 2;  // written since the folder was last looked through
    std::atomic<unsigned> next_ = 0;
};

}  // namespace ringfence::cache
