// Result<T>: a value or the reason why there is none.
//
// Fallible functions return it; nothing in this project throws. Success costs no allocation: the error lives behind a
// pointer. There are two roots of failure: the input is bad (the caller can do something about it, and the error says
// what), or we have a bug.
//
//     Result<Module> load(const std::string& path) {
//         RF_TRY(std::string text, read_file(path, 64 * MiB));
//         RF_RETURN_IF_ERROR(check_header(text));
//         if (text.empty()) return Error::bad_input("the file is empty").with_remedy("compile it again");
//         return parse(text);
//     }
//
// Reading value() of a failure, or error() of a success, is our own bug and ends the process with a message.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace ringfence {

// A place in a text file. Lines and columns count from 1; 0 means not known.
struct SourceLocation {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

struct Error {
    enum class Kind : std::uint8_t {
        bad_input,  // what we were given is wrong; the caller can act on it
        internal,   // our own bug
    };

    Kind kind = Kind::internal;
    std::string message;
    std::optional<SourceLocation> location;
    std::string remedy;  // what to do about it; may be empty
    // The CUresult that a CUDA program gets for it; 0: none in particular.
    std::int32_t status = 0;

    static Error bad_input(std::string message) { return {Kind::bad_input, std::move(message), std::nullopt, {}, 0}; }
    static Error internal(std::string message) { return {Kind::internal, std::move(message), std::nullopt, {}, 0}; }

    Error at(SourceLocation where) && {
        location = std::move(where);
        return std::move(*this);
    }
    Error with_remedy(std::string what_to_do) && {
        remedy = std::move(what_to_do);
        return std::move(*this);
    }
    Error with_status(std::int32_t number) && {
        status = number;
        return std::move(*this);
    }

    // "file:line:column: message", then "  remedy: ..." on a line of its own. No newline at the end.
    [[nodiscard]] std::string text() const;
};

namespace detail {
[[noreturn]] void die_no_value(const Error& error);
[[noreturn]] void die_no_error();
}  // namespace detail

template <typename T>
class Result;

// A Result<T> may be made from an Error, or from anything that converts to T.
template <typename U, typename T>
concept ValueFor = std::convertible_to<U&&, T> && !std::same_as<std::remove_cvref_t<U>, Result<T>> &&
                   !std::same_as<std::remove_cvref_t<U>, Error>;

template <typename T>
class [[nodiscard]] Result {
    static_assert(!std::is_reference_v<T>, "return a pointer instead of a reference");
    static_assert(!std::same_as<T, Error>, "an Error is never a value");

public:
    // Implicit on purpose, so that `return value;` and `return Error::bad_input(...)` both work.
    template <ValueFor<T> U = T>
    Result(U&& value) : state_(std::in_place_index<0>, std::forward<U>(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::make_unique<Error>(std::move(error))) {}

    [[nodiscard]] bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] T& value() & {
        require_value();
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] const T& value() const& {
        require_value();
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] T&& value() && {
        require_value();
        return std::move(*std::get_if<0>(&state_));
    }

    [[nodiscard]] const Error& error() const {
        if (ok()) detail::die_no_error();
        return **std::get_if<1>(&state_);
    }

    // Moves the value, or the error, out.
    [[nodiscard]] T take() {
        require_value();
        return std::move(*std::get_if<0>(&state_));
    }
    [[nodiscard]] Error take_error() {
        if (ok()) detail::die_no_error();
        return std::move(**std::get_if<1>(&state_));
    }

private:
    void require_value() const {
        if (!ok()) detail::die_no_value(error());
    }

    std::variant<T, std::unique_ptr<Error>> state_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::make_unique<Error>(std::move(error))) {}

    [[nodiscard]] bool ok() const { return error_ == nullptr; }
    explicit operator bool() const { return ok(); }

    void value() const {
        if (!ok()) detail::die_no_value(*error_);
    }
    [[nodiscard]] const Error& error() const {
        if (ok()) detail::die_no_error();
        return *error_;
    }
    [[nodiscard]] Error take_error() {
        if (ok()) detail::die_no_error();
        return std::move(*error_);
    }

private:
    std::unique_ptr<Error> error_;
};

}  // namespace ringfence

#define RF_CONCAT_INNER(a, b) a##b
#define RF_CONCAT(a, b) RF_CONCAT_INNER(a, b)

// RF_TRY(auto x, call()): declares (or assigns) x from the value of a Result, or returns its error.
#define RF_TRY(declaration, ...) RF_TRY_NAMED(RF_CONCAT(rf_result_, __LINE__), declaration, __VA_ARGS__)
#define RF_TRY_NAMED(name, declaration, ...)  \
    auto name = (__VA_ARGS__);                \
    if (!name.ok()) return name.take_error(); \
    declaration = name.take()

// RF_RETURN_IF_ERROR(call()): returns the error of a Result and ignores its value.
#define RF_RETURN_IF_ERROR(...)                             \
    do {                                                    \
        auto rf_result = (__VA_ARGS__);                     \
        if (!rf_result.ok()) return rf_result.take_error(); \
    } while (false)
