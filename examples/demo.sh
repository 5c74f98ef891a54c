#!/usr/bin/env bash
# Shows what works today. `./rf demo` builds the program and runs this; by hand:
#     RINGFENCE=path/to/ringfence OUT=folder examples/demo.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

ringfence=${RINGFENCE:-ringfence}
out=${OUT:-$(mktemp -d)}
mkdir -p "$out"

say() { printf '\n# %s\n' "$@"; }
show() {
    printf '$ ringfence %s\n' "$*"
    "$ringfence" "$@"
}

say "A tiled matrix multiply, as a compiler would hand it to the driver. What is in it?"
show ptx stats matmul.ptx

say "Its control flow: a loop over tiles, and in it a loop over products."
show ptx cfg matmul.ptx --function matmul --format svg -o "$out/matmul.svg"
echo "written: $out/matmul.svg"

say "Parsed and printed again, it is the same program. The first lines of the kernel:"
show ptx print matmul.ptx -o "$out/matmul.ptx"
sed -n '/\.entry/,/cvta/p' "$out/matmul.ptx"

say "A kernel with four mistakes. All of them are found in one go, each with its place."
if show ptx lint faulty.ptx; then
    echo "demo: faulty.ptx was accepted" >&2
    exit 1
fi
