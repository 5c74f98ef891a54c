// Starts a worker's compilers, from a process that has none of the worker's descriptors.
//
// A process that the worker started itself would begin with a copy of each descriptor that the worker has, also of
// those that tenants have sent, and close them before it becomes another program. That takes as long as the owner of
// such a file wants (base/closing.h), and until then the worker's thread waits. So a process is started before the
// first tenant comes; the processes that it starts later have its descriptors, and are still children of the worker.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::compiler {

struct ProcessOptions;

class Nursery {
public:
    // Processes that are started here end with the calling thread.
    static Result<std::unique_ptr<Nursery>> open(const ProcessOptions& options);
    ~Nursery();
    Nursery(const Nursery&) = delete;
    Nursery& operator=(const Nursery&) = delete;

    struct Child {
        pid_t pid = -1;
        UniqueFd process;
    };
    // A compiler that talks over `socket`. One at a time.
    Result<Child> start(int socket);
    // It starts nothing any more.
    bool is_over() const;

private:
    Nursery(const ProcessOptions& options, Child process, UniqueFd socket);
    Result<Child> ask(int socket);

    const std::string program_;
    const std::chrono::milliseconds patience_;
    const Child process_;
    UniqueFd socket_;
};

// The first step of a compiler's program: if it was started as a nursery, it is one, and this does not return.
void be_nursery_if_asked(int argc, char** argv);

}  // namespace ringfence::compiler
