// Starts a worker's compilers, from a process that has none of the worker's descriptors.
//
// A process that the worker started itself would begin with a copy of each descriptor that the worker has, also of
// those that tenants have sent, and close them before it becomes another program. That takes as long as the owner of
// such a file wants (base/closing.h), and until then the worker's thread waits. So a process is started before the
// first tenant comes; the processes that it starts later have its descriptors, and are still children of the worker.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::compiler {

struct ProcessOptions;

// An assembler's process that could not become one, or not in its sandbox.
constexpr int exit_without_sandbox = 125;

// An assembler that is to be run once. It reads its descriptor 0 and writes its descriptor 1.
struct AssemblerOrder {
    char program[1024] = {};
    char architecture[16] = {};  // "sm_90"; empty: it is to tell its version
    std::uint64_t most_memory = 0;
    std::uint64_t most_output = 0;
    std::uint64_t most_seconds = 0;
};

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
    // A compiler that talks over `socket`. By any thread.
    Result<Child> start(int socket);
    // An assembler between two files. The same.
    Result<Child> start(const AssemblerOrder& order, int input, int output);
    // An assembler that was killed and has not ended. It is buried when it has; while there are several of them, no
    // other is started.
    void abandon(Child child);
    // It starts nothing any more.
    bool is_over() const;

private:
    Nursery(const ProcessOptions& options, Child process, UniqueFd socket);
    Result<Child> start(const AssemblerOrder& order, std::span<const int> files);
    Result<Child> ask(const AssemblerOrder& order, std::span<const int> files) RF_REQUIRES(mutex_);
    void bury() RF_REQUIRES(mutex_);

    const std::string program_;
    const std::chrono::milliseconds patience_;
    const Child process_;
    mutable Mutex mutex_;
    UniqueFd socket_ RF_GUARDED_BY(mutex_);
    std::vector<Child> abandoned_ RF_GUARDED_BY(mutex_);
};

// The first step of a compiler's program: if it was started as a nursery, it is one, and this does not return.
void be_nursery_if_asked(int argc, char** argv);

}  // namespace ringfence::compiler
