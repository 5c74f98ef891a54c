// A worker on the software GPU in a process of its own, and this process as its client.
#pragma once

#include <gtest/gtest.h>

namespace ringfence::test {

// Starts the worker when the first test needs it; it ends with this process.
class WithWorker : public ::testing::Test {
protected:
    static void SetUpTestSuite();
};

}  // namespace ringfence::test
