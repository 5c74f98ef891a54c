// The services that a worker offers to a library of the software GPU that it loads.
//
// Such a library has the names, parameters and promises of one of NVIDIA's (cuFFT, cuBLAS…), and computes on the
// processor, with FFTW or OpenBLAS. Device addresses are addresses of the worker's. Streams are opaque: work is handed
// to `enqueue`, and runs when all that came before on its stream is done.
#pragma once

#include <cstdint>
#include <functional>

namespace ringfence::soft_libraries {

class Host {
public:
    virtual ~Host() = default;
    // Copies all it needs into `work`: the caller's arguments are gone when it runs. If the stream is given up, it is
    // destroyed without being called. False: the stream takes no more.
    virtual bool enqueue(void* stream, std::function<void()> work) = 0;
    // Waits for all work of the stream. False: something on it failed.
    virtual bool synchronize(void* stream) = 0;
    // Asked by work that is running: nobody wants it any more, and it should end soon, whatever is done of it.
    virtual bool is_unwanted() { return false; }
    // The same: whose it is. Two numbers are the same only for work of one tenant.
    virtual std::uint64_t tenant() { return 0; }
};

}  // namespace ringfence::soft_libraries

// Every library exports this. Called once, before anything else; `host` outlives the library.
extern "C" void ringfence_soft_library_begin(ringfence::soft_libraries::Host* host);
