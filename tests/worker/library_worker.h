// A worker with the software GPU's libraries.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>

#include <gtest/gtest.h>

#include "../function_number.h"
#include "adapters/cublas.h"
#include "adapters/libraries.h"
#include "kernel_time.h"
#include "test_client.h"

namespace ringfence::worker {

struct LibraryWorkerTest : WorkerTest {
    void SetUp() override { make(std::chrono::minutes(1)); }

    void make(std::chrono::milliseconds kernel_limit) {
        worker.reset();
        WorkerOptions options = worker_options();
        options.kernel_limit = kernel_limit;
        options.session.kernel_now = time.now();
        options.session.libraries = std::make_shared<adapters::Libraries>(adapters::soft_library_folder());
        if (const auto found = options.session.libraries->find(channel::Library::Cublas); !found.ok())
            GTEST_SKIP() << found.error().text();
        worker = make_worker(60'000, options);
    }

    KernelTime time;

    static std::uint32_t number_of(std::string_view name) {
        return function_number(adapters::cublas_functions(), name);
    }
};

}  // namespace ringfence::worker
