// A thread, or why there is none: a tenant that uses up the system's threads must not end the process.
#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/cuda_status.h"
#include "base/result.h"

namespace ringfence {

template <typename Function>
Result<std::thread> start_thread(Function function) {
    try {
        return std::thread(std::move(function));
    } catch (const std::system_error& error) {
        return Error::bad_input(std::string("the system gives the worker no more threads: ") + error.what())
            .with_remedy("end other programs, or raise the limit (ulimit -u, or the pids limit of a container)")
            .with_status(cuda_status::operating_system);
    }
}

}  // namespace ringfence
