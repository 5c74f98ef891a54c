#include "soft_libraries/solver/library.h"

#include <condition_variable>
#include <mutex>

namespace ringfence::soft_libraries::solver {

Host*& host() {
    static Host* the_worker = nullptr;
    return the_worker;
}

namespace {

constexpr int most_at_once = 16;  // with those of cuBLAS, fewer than OpenBLAS has buffers for

class Turn {
public:
    Turn() {
        std::unique_lock lock(mutex());
        changed().wait(lock, [] { return running() < most_at_once; });
        ++running();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
        {
            const std::lock_guard lock(mutex());
            --running();
        }
        changed().notify_one();
    }

private:
    static std::mutex& mutex() {
        static std::mutex the_mutex;
        return the_mutex;
    }
    static std::condition_variable& changed() {
        static std::condition_variable the_condition;
        return the_condition;
    }
    static int& running() {
        static int count = 0;
        return count;
    }
};

}  // namespace

int submit(const Handle* h, std::function<void()> work) {
    const auto in_turn = [work = std::move(work)] {
        const Turn turn;
        if (!host()->is_unwanted()) work();
    };
    return host()->enqueue(h->stream, in_turn) ? success : execution_failed;
}

}  // namespace ringfence::soft_libraries::solver
