// Thrust's policy with a stream, without waits, and with temporary memory that is not given back to the driver.
#pragma once

#include <thrust/execution_policy.h>

#include "program.h"

namespace program {

class CachedMemory {
public:
    using value_type = char;

    char* allocate(std::ptrdiff_t bytes) {
        const auto found = free_.lower_bound(bytes);
        if (found != free_.end() && found->first <= 2 * bytes) {
            char* const memory = found->second;
            sizes_[memory] = found->first;
            free_.erase(found);
            return memory;
        }
        char* memory = nullptr;
        check(cudaMalloc(&memory, bytes), "cudaMalloc");
        sizes_[memory] = bytes;
        return memory;
    }
    void deallocate(char* memory, std::size_t) { free_.emplace(sizes_[memory], memory); }

private:
    std::multimap<std::ptrdiff_t, char*> free_;
    std::map<char*, std::ptrdiff_t> sizes_;
};

inline auto policy() {
    static CachedMemory memory;
    return thrust::cuda::par_nosync(memory).on(stream());
}

}  // namespace program
