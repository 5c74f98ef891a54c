#include "softgpu/runtime/fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>

#include "base/sanitizers.h"

namespace ringfence::softgpu {
namespace {

#if RINGFENCE_ASAN || RINGFENCE_TSAN
constexpr std::size_t stack_factor = 4;  // their frames are larger
#else
constexpr std::size_t stack_factor = 1;
#endif
// The most stack that the runtime's own functions need when a kernel calls them.
constexpr std::size_t stack_reserve = stack_factor * (64 << 10);

// Room for the frames of all but a few kernels, whose fibers serve each other.
constexpr std::size_t usual_frames = 64 << 10;

std::size_t round_to_pages(std::size_t bytes) {
    static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

// Stacks that lie at the same distance from each other would all compete for the same lines of the cache.
std::size_t next_color() {
    static std::atomic<std::size_t> counter{0};
    return counter.fetch_add(1, std::memory_order_relaxed) % 24 * 320;
}

}  // namespace

std::unique_ptr<Fiber> Fiber::create(const FiberOptions& options, const FiberNeeds& needs) {
    const std::size_t guard = round_to_pages(1);
    const std::size_t frames = std::bit_ceil(round_to_pages(std::max(needs.frame_bytes, usual_frames)));
    const std::size_t stack =
        stack_factor * std::max<std::size_t>(round_to_pages(options.stack_bytes), std::size_t{64} << 10) + frames;
    const std::size_t local = std::bit_ceil(round_to_pages(std::max(options.local_bytes, needs.local_bytes)));
    const std::size_t bytes = guard + stack + local;
    void* const mapping =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapping == MAP_FAILED) return nullptr;
    auto fiber = std::make_unique<Fiber>();
    fiber->mapping_ = mapping;
    fiber->mapping_bytes_ = bytes;
    if (mprotect(mapping, guard, PROT_NONE) != 0) return nullptr;
    std::byte* const begin = static_cast<std::byte*>(mapping);
    fiber->context.stack = begin + guard;
    fiber->context.stack_bytes = stack;
    fiber->color_ = next_color();
    fiber->local_ = begin + guard + stack;
    fiber->local_end_ = begin + bytes;
    fiber->frame_bytes_ = frames;
    fiber->thread.fiber = fiber.get();
    fiber->reset_local();
    return fiber;
}

Fiber::~Fiber() {
    if (mapping_ == nullptr) return;
    forget_context(context);
    munmap(mapping_, mapping_bytes_);
}

void Fiber::reset_local() {
    thread.local_begin = local_;
    thread.local_top = local_;
    thread.local_end = local_end_;
}

bool Fiber::meets(const FiberNeeds& needs) const {
    return static_cast<std::size_t>(local_end_ - local_) >= needs.local_bytes && frame_bytes_ >= needs.frame_bytes;
}

void Fiber::limit_recursion(std::size_t frame_bytes) {
    thread.stack_limit = context.stack + stack_reserve + std::min(frame_bytes, frame_bytes_);
}

Fiber* FiberPool::take(const FiberNeeds& needs) {
    while (!idle_.empty()) {
        Fiber* const fiber = idle_.back();
        idle_.pop_back();
        if (fiber->meets(needs)) {
            fiber->limit_recursion(needs.frame_bytes);
            return fiber;
        }
        delete fiber;
        --all_;
    }
    std::unique_ptr<Fiber> fiber = Fiber::create(options_, needs);
    if (fiber == nullptr) return nullptr;
    fiber->limit_recursion(needs.frame_bytes);
    ++all_;
    return fiber.release();
}

void FiberPool::trim(std::size_t count) {
    while (idle_.size() > count) {
        delete idle_.back();
        idle_.pop_back();
        --all_;
    }
}

}  // namespace ringfence::softgpu
