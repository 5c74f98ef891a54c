// A library that the worker has loaded.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace ringfence::adapters {

class LibraryFile {
public:
    // Refuses a file that others than root and this process's user could have changed (base/trusted_file.h). It stays
    // loaded: libraries are not made to be unloaded.
    [[nodiscard]] static Result<LibraryFile> open(const std::string& path);

    // One of NVIDIA's, for a card, from the first of the folders that has it. `before`: what it needs, by name, in the
    // order in which it can be loaded; whichever of these is there comes from the same folders, is checked in the same
    // way, and is found by its name when the library asks for it.
    [[nodiscard]] static Result<LibraryFile> open_for_card(const std::vector<std::string>& folders,
                                                           const std::string& name,
                                                           std::span<const char* const> before);

    // Null if there is no such function.
    void* find(const char* name) const;

    // One of Ringfence's own, which trusts nothing that lies in device memory.
    bool is_of_software_gpu() const { return find("ringfence_soft_library_begin") != nullptr; }

    template <typename Function>
    Function* function(const char* name) const {
        return reinterpret_cast<Function*>(find(name));
    }

    // NVIDIA's: it launches kernels on the thread's current context, and takes memory of the card for itself.
    bool is_for_card() const { return is_for_card_; }
    const std::string& path() const { return path_; }

private:
    LibraryFile(void* loaded, std::string path, bool is_for_card)
        : loaded_(loaded), path_(std::move(path)), is_for_card_(is_for_card) {}

    void* loaded_ = nullptr;
    std::string path_;
    bool is_for_card_ = false;
};

}  // namespace ringfence::adapters
