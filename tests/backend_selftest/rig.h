// The frame of the self-test's cases: a device with a stream and some kernels, and checks that print what they found
// and let the case go on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "backend/device.h"
#include "backend/facts/facts.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::backend::selftest {

using OpenDevice = std::function<Result<std::unique_ptr<Device>>()>;

// Prints a line for each check.
class Report {
public:
    bool check(bool good, std::string_view what, std::string_view detail = {});
    bool check(const Result<void>& result, std::string_view what);
    void skip(std::string_view what, std::string_view why);
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
    bool is_soft() const { return device.image_kind().starts_with("soft"); }
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

// A word of 8 bytes that the host sees too.
class SharedWord {
public:
    explicit SharedWord(Rig& rig);
    bool is_there() const { return space_ != nullptr; }
    AddressSpace& space() const { return *space_; }
    Address address() const { return space_->host_begin(); }
    void store(std::uint64_t value) const;
    std::uint64_t load() const;

private:
    UniqueFd file_;
    std::unique_ptr<AddressSpace> space_;
};

// While it lives a word is 0, for so long at most; then it is 1. Somebody waits for that.
class Blocker {
public:
    Blocker(const SharedWord& word, std::chrono::milliseconds longest);
    ~Blocker();
    Blocker(const Blocker&) = delete;
    Blocker& operator=(const Blocker&) = delete;

    bool is_blocking() const { return word_.load() == 0; }

private:
    const SharedWord& word_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_over_ = false;
    std::thread releaser_;
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
void test_prints(Rig& rig);
void test_words(Rig& rig);
void test_modules(Rig& rig);
void test_graphs(Rig& rig);
void test_nobody_waits(Rig& rig);
void test_held_streams(Rig& rig);
void test_partitions(Rig& rig);
void test_who_waits(Rig& rig);
void test_times(Rig& rig);
void test_fault_of_store(Rig& rig);
void test_fault_of_alignment(Rig& rig);
void test_fault_of_trap(Rig& rig);
void test_fault_of_assertion(Rig& rig);
void test_quick_facts(Rig& rig);
void test_slow_facts(Rig& rig);
void test_fatal_fact(Rig& rig, const Fact& fact);

}  // namespace ringfence::backend::selftest
