// What the self-test's cases are written with: a device with a stream and some kernels, and checks that say what they
// found and let the case go on.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend::selftest {

using OpenDevice = std::function<Result<std::unique_ptr<Device>>()>;

// Prints a line for each check.
class Report {
public:
    bool check(bool good, std::string_view what, std::string_view detail = {});
    bool check(const Result<void>& result, std::string_view what);
    void note(std::string_view what, double value, std::string_view unit);
    int failures() const { return failures_; }

private:
    int failures_ = 0;
};

struct Rig {
    // Ends the program if the device cannot be opened: nothing can be tested then.
    Rig(Report& report, OpenDevice open);

    // The value, or a failed check and a default.
    template <typename T>
    T need(Result<T> result, std::string_view what) {
        if (result.ok()) return result.take();
        report.check(false, what, result.error().text());
        return T{};
    }
    void done(const Result<void>& result, std::string_view what) {
        if (!result.ok()) report.check(false, what, result.error().text());
    }
    bool same(std::uint64_t is, std::uint64_t wanted, std::string_view what);
    bool same(const std::vector<std::uint32_t>& is, const std::vector<std::uint32_t>& wanted, std::string_view what);
    template <typename T>
    void fails_with(const Result<T>& result, std::int32_t status, std::string_view what) {
        if (result.ok()) {
            report.check(false, what, "it did not fail");
        } else {
            report.check(result.error().status == status, what,
                         "status " + std::to_string(result.error().status) + ", not " + std::to_string(status) + ": " +
                             result.error().text());
        }
    }

    void put(Address to, const std::vector<std::uint32_t>& values);
    std::vector<std::uint32_t> get(Address from, std::size_t count);
    const Function* kernel(std::string_view name);
    // values[i] = values[i] * factor + i for the threads of a grid.
    void scale(Stream& on, Address values, std::uint32_t factor, std::uint32_t threads);
    static std::vector<std::byte> scale_parameters(Address values, std::uint32_t factor);

    Report& report;
    OpenDevice open;
    std::unique_ptr<Device> owner;
    Device& device;
    std::unique_ptr<Stream> stream;
    std::unique_ptr<Module> module;
};

// A memory file of so many bytes.
int make_memory_file(std::uint64_t bytes);

double milliseconds(const std::function<void()>& work);

extern const char* const kernels;

// The cases.
void test_memory(Rig& rig);
void test_address_spaces(Rig& rig);
void test_host_memory(Rig& rig);
void test_sinks(Rig& rig);
void test_out_of_memory(Rig& rig);
void test_streams(Rig& rig);
void test_words(Rig& rig);
void test_modules(Rig& rig);
void test_graphs(Rig& rig);
void test_nobody_waits(Rig& rig);
void test_times(Rig& rig);
void test_faults(Rig& rig);

}  // namespace ringfence::backend::selftest
