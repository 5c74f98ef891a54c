// Fiber: what a thread of a kernel runs on when it may have to wait.
//
// A fiber is used for thread after thread, block after block. Its memory is one mapping: a guard page, the native
// stack, and the local memory of the threads.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "softgpu/runtime/abi.h"
#include "softgpu/runtime/context.h"

namespace ringfence::softgpu {

struct FiberOptions {
    std::size_t stack_bytes = 256 << 10;  // native, beside what a kernel's frames need; committed as it is used
    std::size_t local_bytes = 64 << 10;   // at least; a kernel that needs more gets it
};

// A kernel's requirements for each of its fibers.
struct FiberNeeds {
    std::size_t local_bytes = 0;
    std::size_t frame_bytes = 0;
};

enum class WaitKind : std::uint8_t { None, Spin, Barrier, Collective, ActiveMask, Condition, Cluster, Lanes };

// The target of a fiber's wait.
struct Wait {
    WaitKind kind = WaitKind::None;
    bool aligned = false;
    std::uint8_t barrier = 0;
    BarrierReduction reduction = BarrierReduction::Popc;
    SiteId site = 0;
    std::uint32_t mask = 0;
    const char* what = nullptr;
    bool (*is_done)(const void*) = nullptr;
    const void* argument = nullptr;
};

// A fiber's task: to run the threads [first, end) with `code`, or one lane of a diverged group.
struct Task {
    KernelFunction code = nullptr;
    std::uint32_t lanes = 1;
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    KernelFunction rest_code = nullptr;  // then the threads [end, rest_end)
    std::uint32_t rest_end = 0;
    std::uint32_t stage = 0;  // of vector code: the one to go on with
    std::byte* stage_memory = nullptr;
    // A lane: its group's fiber, where it goes on and with what.
    Fiber* group = nullptr;
    ResumeFunction resume = nullptr;
    std::uint32_t place = 0;
    const std::byte* registers = nullptr;
};

struct Fiber {
    Context context;
    ThreadState thread;
    Block* block = nullptr;
    Fiber* next = nullptr;   // in the queue that it is in
    std::uint32_t slot = 0;  // in the block's list of its fibers
    Wait wait;
    std::uint64_t value = 0;  // what the one that ended the wait gives it
    Task task;
    std::jmp_buf* exit_point = nullptr;  // where a thread goes that ends within a function
    bool parted = false;                 // the group that it runs has fallen apart
    std::uint32_t lanes_left = 0;        // of it that still run

    Fiber() = default;
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;
    ~Fiber();

    // Null if there is no memory left.
    static std::unique_ptr<Fiber> create(const FiberOptions& options, const FiberNeeds& needs);
    bool meets(const FiberNeeds& needs) const;
    // For a kernel whose frames take that much. Recursion stops while there is still room for all of them.
    void limit_recursion(std::size_t frame_bytes);
    // Gives the thread all of the fiber's own local memory.
    void reset_local();
    std::size_t color() const { return color_; }

private:
    void* mapping_ = nullptr;
    std::size_t mapping_bytes_ = 0;
    std::size_t frame_bytes_ = 0;  // the largest need that it meets
    std::byte* local_ = nullptr;
    std::byte* local_end_ = nullptr;
    std::size_t color_ = 0;
};

// First in, first out.
class FiberQueue {
public:
    bool empty() const { return first_ == nullptr; }
    std::uint32_t size() const { return size_; }
    Fiber* first() const { return first_; }
    void push(Fiber* fiber) {
        fiber->next = nullptr;
        (first_ == nullptr ? first_ : last_->next) = fiber;
        last_ = fiber;
        ++size_;
    }
    Fiber* pop() {
        Fiber* const fiber = first_;
        if (fiber == nullptr) __builtin_unreachable();  // only of a queue that is not empty
        first_ = fiber->next;
        --size_;
        return fiber;
    }
    void clear() {
        first_ = nullptr;
        size_ = 0;
    }

private:
    Fiber* first_ = nullptr;
    Fiber* last_ = nullptr;
    std::uint32_t size_ = 0;
};

// The fibers that a worker has at hand.
class FiberPool {
public:
    explicit FiberPool(const FiberOptions& options) : options_(options) {}

    // Null if there is no memory left.
    Fiber* take(const FiberNeeds& needs);
    void put(Fiber* fiber) { idle_.push_back(fiber); }
    // Keeps at most `count`.
    void trim(std::size_t count);
    std::size_t size() const { return all_; }
    ~FiberPool() { trim(0); }
    FiberPool(const FiberPool&) = delete;
    FiberPool& operator=(const FiberPool&) = delete;

private:
    FiberOptions options_;
    std::vector<Fiber*> idle_;
    std::size_t all_ = 0;
};

}  // namespace ringfence::softgpu
