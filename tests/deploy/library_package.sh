#!/usr/bin/env bash
# Makes the packages of the native library, unpacks them somewhere, and builds programs with what is there and nothing else:
# C and C++ by pkg-config, C by CMake, shared and static. lintian looks at the packages, where it is installed.
#     library_package.sh BUILD-FOLDER VERSION
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(realpath "${1:?the build folder}") version=${2:?the version}
skipped=77
for command in dpkg-deb dpkg-shlibdeps pkg-config; do
    command -v "$command" >/dev/null || {
        echo "skipped: there is no $command"
        exit $skipped
    }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
expect() { # WHAT COMMAND...
    "${@:2}" &>"$folder/log" || {
        echo "FAILED: $1" >&2
        cat "$folder/log" >&2
        exit 1
    }
    echo "ok: $1"
}

cmake --install "$build" --component libringfence --prefix "$folder/installation" >/dev/null
expect "the packages are made" "$here/../../packaging/build_deb.sh" "$folder/installation" "$version" "$folder/packages" -Zgzip -z1
for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
if command -v lintian >/dev/null; then
    expect "lintian has nothing to say" lintian --allow-root --fail-on error,warning \
        --suppress-tags-from-file "$here/../../packaging/debian/not-for-debian" "$folder"/packages/*.deb
fi

libraries=$(dirname "$(find "$folder/root" -name 'libringfence.so.0')")
export PKG_CONFIG_PATH=$libraries/pkgconfig LD_LIBRARY_PATH=$libraries
expect "pkg-config knows the version" test "$(pkg-config --modversion ringfence)" = "$version"
cat >"$folder/program.c" <<'END'
#include <ringfence/ringfence.h>
#include <stdio.h>
int main(void) {
    rf_client* client = NULL;
    rf_error error = {0};
    rf_bytes none = {0};
    if (rf_client_open("/nowhere/at/all", none, &client, &error) != RF_DEVICE_LOST) return 1;
    return printf("%s: %s\n", rf_code_name(error.code), error.message) > 0 ? 0 : 1;
}
END
cat >"$folder/program.cpp" <<'END'
#include <ringfence/ringfence.hpp>
int main() { return ringfence::gpu::Client::open("/nowhere/at/all").code() == RF_DEVICE_LOST ? 0 : 1; }
END
read -ra flags <<<"$(pkg-config --cflags --libs ringfence)"
expect "a C program is compiled" cc -std=c99 -Wall -Wextra -Wpedantic -Werror "$folder/program.c" -o "$folder/in_c" "${flags[@]}"
expect "and runs" "$folder/in_c"
expect "with the library of the package" grep -q "$libraries/libringfence.so.0" <(ldd "$folder/in_c")
expect "a C++ program is compiled" c++ -std=c++17 -Wall -Wextra -Werror "$folder/program.cpp" -o "$folder/in_cpp" "${flags[@]}"
expect "and runs" "$folder/in_cpp"

mkdir "$folder/project"
cp "$folder/program.c" "$folder/project/"
cat >"$folder/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(program C CXX)
find_package(ringfence REQUIRED)
add_executable(shared program.c)
target_link_libraries(shared PRIVATE ringfence::ringfence)
add_executable(static program.c)
target_link_libraries(static PRIVATE ringfence::static)
set_target_properties(static PROPERTIES LINKER_LANGUAGE CXX)
END
expect "CMake finds it" cmake -S "$folder/project" -B "$folder/project/build" -D CMAKE_PREFIX_PATH="$folder/root/usr" \
    -D CMAKE_LIBRARY_ARCHITECTURE="$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
expect "CMake builds with it" cmake --build "$folder/project/build"
expect "and that runs" "$folder/project/build/shared"
expect "also without the shared library" env LD_LIBRARY_PATH= "$folder/project/build/static"
