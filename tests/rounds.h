// How often a random test goes round. Under a sanitizer every step takes ten times as long, and what it looks for does
// not become rarer: a tenth of the rounds there, all of them in the release build.
#pragma once

namespace ringfence {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#    if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool is_sanitized = true;
#    else
inline constexpr bool is_sanitized = false;
#    endif
#else
inline constexpr bool is_sanitized = false;
#endif

constexpr int rounds(int in_release) {
    return is_sanitized ? in_release / 10 : in_release;
}

}  // namespace ringfence
