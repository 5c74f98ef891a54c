#include "fft_library.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace ringfence::soft_libraries::fft {

namespace {

void* function_of(void* library, const char* name) {
    void* function = dlsym(library, name);
    if (function == nullptr) {
        std::fprintf(stderr, "%s does not export %s\n", RINGFENCE_SOFT_CUFFT, name);
        std::abort();
    }
    return function;
}

Library load() {
    Library loaded;
    loaded.handle = dlopen(RINGFENCE_SOFT_CUFFT, RTLD_NOW | RTLD_LOCAL);
    if (loaded.handle == nullptr) {
        std::fprintf(stderr, "%s\n", dlerror());
        std::abort();
    }
#define CUFFT_FUNCTION(name, parameters) \
    loaded.name = reinterpret_cast<name##_function*>(function_of(loaded.handle, #name));
#include "soft_libraries/fft/cufft_functions.inc"
#undef CUFFT_FUNCTION
    auto* begin = reinterpret_cast<decltype(&ringfence_soft_library_begin)>(
        function_of(loaded.handle, "ringfence_soft_library_begin"));
    begin(&host());
    return loaded;
}

}  // namespace

bool TestHost::enqueue(void* stream, std::function<void()> work) {
    {
        const std::lock_guard lock(lock_);
        if (refuse_) return false;
        last_stream_ = stream;
        if (keep_) {
            streams_[stream].push_back(std::move(work));
            return true;
        }
    }
    work();
    return true;
}

bool TestHost::synchronize(void* stream) {
    while (waiting(stream) > 0)
        run_first(stream);
    return true;
}

void TestHost::keep_work(bool keep) {
    const std::lock_guard lock(lock_);
    keep_ = keep;
}

void TestHost::refuse_work(bool refuse) {
    const std::lock_guard lock(lock_);
    refuse_ = refuse;
}

std::size_t TestHost::waiting(void* stream) const {
    const std::lock_guard lock(lock_);
    const auto found = streams_.find(stream);
    return found == streams_.end() ? 0 : found->second.size();
}

void TestHost::run_first(void* stream) {
    std::function<void()> work;
    {
        const std::lock_guard lock(lock_);
        work = std::move(streams_[stream].front());
        streams_[stream].pop_front();
    }
    work();
}

void TestHost::drop(void* stream) {
    const std::lock_guard lock(lock_);
    streams_.erase(stream);
}

void* TestHost::last_stream() const {
    const std::lock_guard lock(lock_);
    return last_stream_;
}

TestHost& host() {
    static TestHost only;
    return only;
}

const Library& library() {
    static const Library loaded = load();
    return loaded;
}

}  // namespace ringfence::soft_libraries::fft
