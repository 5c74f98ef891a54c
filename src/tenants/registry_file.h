// The registry's file. A process that changes it holds a lock; readers see either the old text or the new one.
#pragma once

#include <sys/stat.h>

#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "tenants/registry.h"

namespace ringfence::tenants {

// Nothing if there is no such file. It must belong to this user or to root, and no one else may write it.
Result<std::optional<Registry>> load_registry(const std::string& path);

// Changes the file, or creates it. If `change` fails nothing is written.
Result<Registry> change_registry(const std::string& path, const std::function<Result<void>(Registry&)>& change);

// Tells whether a file has changed since it was read.
class FileMark {
public:
    static FileMark of(const std::string& path);
    friend bool operator==(const FileMark&, const FileMark&) = default;

private:
    bool exists_ = false;
    dev_t device_ = 0;
    ino_t inode_ = 0;
    off_t size_ = 0;
    std::int64_t changed_ns_ = 0;
};

}  // namespace ringfence::tenants
