// Tells which stream is the default stream in the present API call.
//
// CUDA exports variants of its functions (_ptds, _ptsz) for programs whose default stream is per thread. Their entries
// set this flag and call the plain function.
#pragma once

namespace ringfence::client {

// Initial-exec, so that finding the byte needs no call.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local bool default_stream_is_per_thread = false;

class PerThreadDefaultStream {
public:
    PerThreadDefaultStream() : before_(default_stream_is_per_thread) { default_stream_is_per_thread = true; }
    ~PerThreadDefaultStream() { default_stream_is_per_thread = before_; }
    PerThreadDefaultStream(const PerThreadDefaultStream&) = delete;
    PerThreadDefaultStream& operator=(const PerThreadDefaultStream&) = delete;

private:
    bool before_;
};

}  // namespace ringfence::client
