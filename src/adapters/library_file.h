// A library that the worker has loaded.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"

namespace ringfence::adapters {

class LibraryFile {
public:
    // Refuses a file that others than root and this process's user could have changed. It stays loaded: libraries are
    // not made to be unloaded.
    [[nodiscard]] static Result<LibraryFile> open(const std::string& path);

    // Null if there is no such function.
    void* find(const char* name) const;

    // One of Ringfence's own, which trusts nothing that lies in device memory.
    bool is_of_software_gpu() const { return find("ringfence_soft_library_begin") != nullptr; }

    template <typename Function>
    Function* function(const char* name) const {
        return reinterpret_cast<Function*>(find(name));
    }

private:
    explicit LibraryFile(void* loaded) : loaded_(loaded) {}

    void* loaded_ = nullptr;
};

}  // namespace ringfence::adapters
