// Linked into every test program of a sanitized build: leaks are looked for in the test program itself, at its end, and
// not in each of the many processes that it starts, where the search takes seconds.
#include <cstdlib>

namespace {

[[maybe_unused]] const int children_are_not_searched = ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);

}  // namespace
