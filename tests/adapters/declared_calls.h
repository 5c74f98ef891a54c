// Calls of declared functions with random arguments, on memory that ends where their declaration says.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "adapters/adapter.h"
#include "adapters/libraries.h"
#include "adapters/signature.h"
#include "channel/library_functions.h"
#include "library_caller.h"
#include "sparse_descriptors.h"

namespace ringfence::adapters {

// The arguments of a call, so that it can be repeated on other memory.
struct CallArguments {
    std::vector<std::int64_t> integers;
    std::vector<std::size_t> scalar_bytes;
    std::vector<std::uint64_t> memory;
    std::vector<std::vector<std::uint64_t>> pointers;
    std::vector<SparseDescriptor> descriptors;
    std::int64_t updated = 0;  // what host memory holds that is read and written
};

inline std::size_t count_of(const FunctionSignature& function, const char* kinds) {
    const std::string all = function.parameters;
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](char kind) { return std::strchr(kinds, kind) != nullptr; }));
}

class DeclaredCalls {
public:
    // The library's handle; its other objects are those after it.
    static constexpr std::uint64_t handle = 0x1234;

    explicit DeclaredCalls(std::vector<FunctionSignature> its_functions) : functions(std::move(its_functions)) {}

    static std::vector<std::byte> frame_of(const FunctionSignature& function, const CallArguments& arguments) {
        channel::LibraryFrame frame;
        std::size_t integer = 0;
        std::size_t scalar = 0;
        std::size_t memory = 0;
        std::size_t pointers = 0;
        std::size_t descriptors = 0;
        const std::int64_t size[3] = {};
        // As many bytes as a call may give at most. With zeros, nothing but the result would be touched.
        const std::vector<std::byte> scalars(4096, std::byte{0x3f});
        for (const char kind : std::string(function.parameters)) {
            if (kind == 'h') frame.add(handle);
            if (kind >= '0' && kind <= '9') frame.add(handle + static_cast<std::uint64_t>(kind - '0'));
            if (kind == 'w') frame.add(0);
            if (std::strchr("iltkc", kind) != nullptr) frame.add(arguments.integers[integer++]);
            if (kind == 'f' || kind == 'd') frame.add(1.0);
            if (kind == 's' || kind == 'r') frame.add_copy(scalars.data(), arguments.scalar_bytes[scalar++]);
            if (kind == 'm') frame.add(arguments.memory[memory++]);
            if (kind == 'u') frame.add_copy(&arguments.updated, sizeof arguments.updated);
            if (kind == 'z') frame.add_copy(size, sizeof size);
            if (std::strchr(descriptor_kinds, kind) != nullptr) arguments.descriptors[descriptors++].add_to(frame);
            if (kind == 'p') {
                const std::vector<std::uint64_t>& array = arguments.pointers[pointers++];
                frame.add_copy(array.data(), array.size() * sizeof(std::uint64_t));
            }
        }
        return frame.bytes();
    }

    Result<Answer> call(std::size_t number, const CallArguments& arguments) {
        return adapter->call(caller, channel::first_declared_function + static_cast<std::uint32_t>(number),
                             frame_of(functions[number], arguments));
    }

    // Makes each function's calls until `wanted` came to the library; gives how often one was refused for a byte that
    // was missing. `never`: a function that the library never carries out.
    int call_all(int wanted, int most_tries, const std::string& never = "") {
        ::signal(SIGSEGV, tell_call);
        std::mt19937 random(20);
        int refusals = 0;
        for (std::size_t number = 0; number < functions.size(); ++number) {
            if (count_of(functions[number], "mpsABXV") == 0) continue;  // settings
            int made = 0;
            int succeeded = 0;
            const auto wants_more = [&] {
                return made < wanted || (succeeded == 0 && functions[number].name != never);
            };
            for (int tried = 0; wants_more() && tried < most_tries; ++tried) {
                CallArguments arguments = random_arguments(number, random);
                if (!settle(number, arguments) || !give_memory(arguments)) continue;
                refusals += try_with_less(number, arguments);
                // A library that reaches further meets a page that cannot be touched, and this program ends.
                std::snprintf(current_call_, sizeof current_call_, "%s", functions[number].name);
                const auto answer = call(number, arguments);
                EXPECT_TRUE(answer.ok()) << answer.error().text();
                ++made;
                succeeded += answer.ok() && answer.value().status == 0 ? 1 : 0;
            }
            EXPECT_GE(made, wanted) << functions[number].name;
            EXPECT_EQ(succeeded > 0, functions[number].name != never) << functions[number].name;
        }
        return refusals;
    }

    std::vector<FunctionSignature> functions;
    std::array<int, 8> types = {0, 1, 2, 3, 4, 5, 10, 14};  // of elements, as cudaDataType has them
    std::vector<int> compute_types = {64, 68, 70, 72, 74, 77};
    bool holds_anything = false;  // the memory; otherwise zeros
    Libraries libraries{soft_library_folder()};
    Adapter* adapter = nullptr;
    LibraryCaller caller;

private:
    static constexpr std::uint64_t first_place = std::uint64_t{1} << 40;  // stands for memory that is not there yet
    static constexpr std::uint64_t between_places = std::uint64_t{1} << 32;

    // For whoever looks at a crash.
    static inline char current_call_[128] = "";
    static void tell_call(int) {
        (void)!::write(STDERR_FILENO, current_call_, std::strlen(current_call_));
        (void)!::write(STDERR_FILENO, ": reached too far\n", 18);
        ::_exit(1);
    }

    // Types and sizes of all kinds: small ones mostly, so that many calls are right.
    CallArguments random_arguments(std::size_t number, std::mt19937& random) const {
        CallArguments arguments;
        const auto roll = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
        const int largest = roll(0, 1) == 0 ? 3 : 12;
        const int usual_type = types[static_cast<std::size_t>(roll(0, 7))];
        for (const char kind : std::string(functions[number].parameters)) {
            if (kind == 't') {
                arguments.integers.push_back(roll(0, 3) != 0 ? usual_type
                                                             : types[static_cast<std::size_t>(roll(0, 7))]);
            } else if (kind == 'k') {
                arguments.integers.push_back(
                    compute_types[static_cast<std::size_t>(roll(0, static_cast<int>(compute_types.size()) - 1))]);
            } else if (kind == 'c') {
                arguments.integers.push_back("ASON"[roll(0, 3)]);
            } else if (kind == 'i' || kind == 'l') {
                const int smallest = roll(0, 9) == 0 ? -1 : 0;
                arguments.integers.push_back(roll(0, 60) == 0 ? roll(-9, 99) : roll(smallest, largest));
            }
        }
        arguments.scalar_bytes.assign(count_of(functions[number], "sr"), 0);
        for (std::size_t i = 0; i < count_of(functions[number], "m"); ++i)
            arguments.memory.push_back(first_place + i * between_places);
        arguments.pointers.resize(count_of(functions[number], "p"));
        std::uint64_t place = first_place << 1;
        const int side = roll(1, 3);
        for (const char kind : std::string(functions[number].parameters)) {
            if (std::strchr(descriptor_kinds, kind) == nullptr) continue;
            const int type = roll(0, 9) != 0 ? usual_type : types[static_cast<std::size_t>(roll(0, 7))];
            arguments.descriptors.push_back(SparseDescriptor::random(kind, type, side, random));
            for (std::uint64_t* address : arguments.descriptors.back().places())
                *address = place += between_places;
        }
        arguments.updated = roll(0, 60) == 0 ? -1 : roll(0, 40);
        return arguments;
    }

    // Gives the scalars the sizes, and the arrays of pointers the lengths, that the function wants: its refusals say
    // which. False: it refuses the call anyway.
    bool settle(std::size_t number, CallArguments& arguments) {
        constexpr std::size_t most_pointers = 16;
        caller.takes_all = caller.only_asks = true;
        std::size_t scalars = 0;
        std::size_t arrays = 0;
        for (;;) {
            caller.asked.clear();
            const auto asked = call(number, arguments);
            if (asked.ok()) return false;                                     // the library's own refusal
            if (asked.error().status == cuda_status::not_ready) return true;  // all it had to say
            const std::string text = asked.error().text();
            if (const auto wanted = number_after(text, "bytes, not ");
                wanted && scalars < arguments.scalar_bytes.size()) {
                arguments.scalar_bytes[scalars++] = *wanted;
            } else if (const auto count = number_after(text, "pointers, not ");
                       count && *count <= most_pointers && arrays < arguments.pointers.size()) {
                for (std::size_t i = 0; i < *count; ++i)
                    arguments.pointers[arrays].push_back(first_place +
                                                         ((arrays + 1) * most_pointers + i) * between_places);
                ++arrays;
            } else {
                return false;
            }
        }
    }

    static std::optional<std::size_t> number_after(const std::string& text, const std::string& words) {
        const std::size_t at = text.find(words);
        if (at == std::string::npos) return std::nullopt;
        return std::strtoul(text.c_str() + at + words.size(), nullptr, 10);
    }

    // Exactly as much as the call was found to reach. False: that is too much for a test.
    bool give_memory(CallArguments& arguments) {
        const std::vector<LibraryCaller::Reach> reaches = caller.asked;
        caller.takes_all = caller.only_asks = false;
        caller.memory.clear();
        caller.protected_bytes.clear();
        pieces_.clear();
        const auto give = [&](std::uint64_t& address) {
            const auto reach = std::find_if(reaches.begin(), reaches.end(),
                                            [&](const LibraryCaller::Reach& one) { return one.address == address; });
            const std::uint64_t bytes = reach != reaches.end() ? reach->bytes : 0;
            if (bytes > 1 << 20) return false;
            pieces_.push_back(std::make_unique<EdgeMemory>(bytes));
            if (holds_anything) {
                for (std::byte& one : pieces_.back()->bytes())
                    one = static_cast<std::byte>(contents_());
            }
            address = pieces_.back()->address();
            caller.memory[address] = bytes;
            return true;
        };
        for (std::uint64_t& address : arguments.memory)
            if (!give(address)) return false;
        for (std::vector<std::uint64_t>& array : arguments.pointers)
            for (std::uint64_t& address : array)
                if (!give(address)) return false;
        for (SparseDescriptor& descriptor : arguments.descriptors)
            for (std::uint64_t* address : descriptor.places())
                if (!give(*address)) return false;
        return true;
    }

    // Each piece in turn is one byte too short: nothing comes to the library. How often that was tried.
    int try_with_less(std::size_t number, const CallArguments& arguments) {
        int tries = 0;
        const int begun = caller.begun;
        for (auto& [address, bytes] : caller.memory) {
            if (bytes == 0) continue;
            --bytes;
            const auto refused = call(number, arguments);
            EXPECT_EQ(refused.ok() ? 0 : refused.error().status, cuda_status::invalid_value) << functions[number].name;
            ++bytes;
            ++tries;
        }
        EXPECT_EQ(caller.begun, begun) << functions[number].name << " came to the library";
        return tries;
    }

    std::vector<std::unique_ptr<EdgeMemory>> pieces_;
    std::mt19937 contents_{7};
};

}  // namespace ringfence::adapters
