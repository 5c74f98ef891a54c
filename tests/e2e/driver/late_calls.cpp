// Calls at times when much of a process is gone already: from destructors of a thread's own objects, from destructors
// of keys, from handlers at exit. Whatever we had for the thread must still be there, or be made anew: nothing that was
// freed may be read or written.
//
// So free() of this program gives nothing back: it fills what it is given, and at the very end everything must be as it
// was filled.
#include <malloc.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "program.h"

extern "C" void __libc_free(void* memory);  // NOLINT(bugprone-reserved-identifier): the C library's own free

namespace {

constexpr unsigned char filler = 0xDB;
constexpr std::size_t most_blocks = 1 << 20;
constexpr std::size_t largest_block = 1 << 20;
constinit std::atomic<std::size_t> block_count{0};
void* blocks[most_blocks];

std::size_t fillable(void* block) {
    return malloc_usable_size(block);
}

void check_freed_memory() {
    const std::size_t count = std::min(block_count.load(), most_blocks);
    for (std::size_t i = 0; i < count; ++i) {
        const auto* const bytes = static_cast<const unsigned char*>(blocks[i]);
        for (std::size_t at = 0; at < fillable(blocks[i]); ++at) {
            EXPECT(bytes[at] == filler, "byte %zu of %zu of freed memory was overwritten with %02x", at,
                   fillable(blocks[i]), bytes[at]);
        }
    }
    EXPECT(count > 0 && count < most_blocks, "%zu blocks were freed", count);
    std::printf("ok\n");
    std::fflush(stdout);
}

Handle scale;
std::string kernels;
std::atomic<int> calls_made{0};

// A library that was used, as registered kernels are: unloading it waits for the worker.
Handle used_library() {
    Handle library = nullptr;
    Handle kernel = nullptr;
    CHECK(cuLibraryLoadData(&library, kernels.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    CHECK(cuLibraryGetKernel(&kernel, library, "scale"));
    return library;
}

// The worker says why it refuses: what it says is kept for the thread.
void fail_with_text() {
    Address none = 0;
    EXPECT_STATUS(status_out_of_memory, cuMemAlloc(&none, std::size_t{1} << 42));
}

void use_device() {
    const Address data = device_memory(256);
    launch(scale, 1, 64, 0, nullptr, data, 1, 1, 0LL);
    int factor = 1;
    void* arguments[] = {&factor, nullptr, &factor, &factor};
    EXPECT_STATUS(status_invalid_value, cuLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK(cuCtxSynchronize());
    (void)fetch<int>(data, 64);
    CHECK(cuMemFree(data));
    fail_with_text();
    calls_made.fetch_add(1);
}

void enter_context() {
    Handle context = nullptr;
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
}

// Made before the thread's first call, so its destructor runs when thread_locals of ours would be gone.
struct CallsWhenDestroyed {
    Handle library = nullptr;
    CallsWhenDestroyed() = default;
    CallsWhenDestroyed(const CallsWhenDestroyed&) = delete;
    CallsWhenDestroyed& operator=(const CallsWhenDestroyed&) = delete;
    ~CallsWhenDestroyed() {
        if (library == nullptr) return;
        CHECK(cuLibraryUnload(library));
        use_device();
    }
};

// By then there may be no context any more: which of two keys comes first is nobody's promise.
void call_at_end_of_thread(void*) {
    enter_context();
    use_device();
}

void work_in_thread(pthread_key_t earlier, pthread_key_t later) {
    thread_local CallsWhenDestroyed last;
    enter_context();
    use_device();
    last.library = used_library();
    pthread_setspecific(earlier, &last);
    pthread_setspecific(later, &last);
}

Handle library_at_exit;

void call_at_exit() {
    CHECK(cuLibraryUnload(library_at_exit));
    use_device();
    EXPECT(calls_made.load() == 10, "%d of 10 calls were made", calls_made.load());
}

}  // namespace

extern "C" void free(void* memory) {
    if (memory == nullptr) return;
    const std::size_t bytes = fillable(memory);
    const std::size_t at = bytes <= largest_block ? block_count.fetch_add(1) : most_blocks;
    if (at >= most_blocks) {
        __libc_free(memory);
        return;
    }
    std::memset(memory, filler, bytes);
    blocks[at] = memory;
}

int main() {
    std::atexit(check_freed_memory);  // the last to run
    pthread_key_t earlier = 0;
    pthread_key_t later = 0;
    EXPECT(pthread_key_create(&earlier, call_at_end_of_thread) == 0, "no key");
    std::ifstream file(KERNELS);
    kernels.assign(std::istreambuf_iterator<char>(file), {});
    (void)begin();
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, kernels.c_str()));
    scale = find_function(module, "scale");
    use_device();
    EXPECT(pthread_key_create(&later, call_at_end_of_thread) == 0, "no key");
    for (int i = 0; i < 2; ++i)
        std::thread(work_in_thread, earlier, later).join();
    library_at_exit = used_library();
    std::atexit(call_at_exit);
    fail_with_text();
    return 0;
}
