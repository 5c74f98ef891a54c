// ringfence-session: serves one session of the native API. Started by the daemon, with descriptors (schema/
// session_process.capnp): 3 its control socket, 4 the client's connection, 5 where a worker is to be had.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "session/confine.h"
#include "session/serve.h"

namespace {

ringfence::UniqueFd adopt(int descriptor) {
    return ringfence::UniqueFd(::fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 ? descriptor : -1);
}

}  // namespace

int main() {
    ::signal(SIGPIPE, SIG_IGN);
    ringfence::session::Descriptors descriptors{adopt(3), adopt(4), adopt(5)};
    if (!descriptors.control || !descriptors.client || !descriptors.channel) {
        std::fputs("ringfence-session: this program is started by ringfenced\n", stderr);
        return 2;
    }
    auto confined = ringfence::session::confine();
    ringfence::Error problem = ringfence::Error::internal("");
    try {
        problem = confined.ok() ? ringfence::session::serve(std::move(descriptors)) : confined.take_error();
    } catch (const std::exception& exception) {
        problem = ringfence::Error::internal(exception.what());
    }
    // The daemon reads it, and puts the process's name before it.
    std::fprintf(stderr, "%s\n", problem.text().c_str());
    // Without destructors: threads may still wait for a worker, which frees everything when the socket is closed.
    ::_exit(1);
}
