// Which sanitizers this code is built with: g++ and clang say so in different ways.
#pragma once

#if defined(__has_feature)
#    define RINGFENCE_HAS_FEATURE(name) __has_feature(name)
#else
#    define RINGFENCE_HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || RINGFENCE_HAS_FEATURE(address_sanitizer)
#    define RINGFENCE_ASAN 1
#else
#    define RINGFENCE_ASAN 0
#endif

#if defined(__SANITIZE_THREAD__) || RINGFENCE_HAS_FEATURE(thread_sanitizer)
#    define RINGFENCE_TSAN 1
#else
#    define RINGFENCE_TSAN 0
#endif
