#include "soft_libraries/solver/library.h"

#include "soft_libraries/turns.h"

namespace ringfence::soft_libraries::solver {

Host*& host() {
    static Host* the_worker = nullptr;
    return the_worker;
}

namespace {

// With those of cuBLAS, fewer than OpenBLAS has buffers for. LAPACK's calls take minutes and cannot be stopped.
constexpr std::size_t most_at_once = 16;
constexpr std::size_t most_of_one_tenant = 4;

class Turn {
public:
    Turn() : tenant_(host()->tenant()) { turns().begin(tenant_); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { turns().end(tenant_); }

private:
    static Turns& turns() {
        static Turns all(most_at_once, most_of_one_tenant);
        return all;
    }
    const std::uint64_t tenant_;
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
