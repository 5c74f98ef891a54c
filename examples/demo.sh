#!/usr/bin/env bash
# Shows what works today. `./rf demo` builds the programs and runs this; by hand:
#     RINGFENCE=path/to/ringfence PROGRAMS=folder/of/picture/and/so/on OUT=folder examples/demo.sh
# It fails when anything does not go as it says.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

ringfence=${RINGFENCE:-ringfence}
programs=${PROGRAMS:?the folder of the programs picture, neighbour, intruder, spectrum, solver and shapes}
picture=$programs/picture
out=${OUT:-$(mktemp -d)}
mkdir -p "$out"

say() {
    printf '\n'
    printf '# %s\n' "$@"
}
show() {
    printf '$ ringfence %s\n' "$*"
    "$ringfence" "$@"
}
die() {
    echo "demo: $*" >&2
    exit 1
}
is_png() { [[ $(head -c 8 "$1" | od -An -tx1 | tr -d ' ') == 89504e470d0a1a0a ]] || die "$1 is not a picture"; }

say "Two programs share one GPU context. One keeps a ledger there and computes; the other knows the ledger's address" \
    "and attacks it, ten times. Each is a process under 'ringfence run --isolation shared', on the software GPU."
python3 neighbours/neighbours.py --ringfence "$(command -v "$ringfence")" --programs "$programs"

if ((EUID == 0)); then # it makes processes of several users
    say "The same as a service for all users: the daemon, its worker and the two programs each have a user of their own." \
        "The hostile one tries to get at the others' processes and files, to end the daemon, and the ten attacks again."
    python3 ../tests/deploy/two_tenants.py --programs "$programs" --only processes files down kernels
fi

say "PTX is what CUDA compilers hand to the driver. A tiled matrix multiply: what is in it, and its control flow."
show ptx stats matmul.ptx
show ptx cfg matmul.ptx --function matmul --format svg -o "$out/matmul.svg"
echo "written: $out/matmul.svg"

say "A kernel with four mistakes. All of them are found in one go, each with its place."
status=0
show ptx lint faulty.ptx || status=$?
((status == 1)) || die "faulty.ptx: lint ended with $status"

say "Now kernels run: compiled for this machine's processor, no card needed. The edge of the Mandelbrot set."
rm -f "$out/mandelbrot.png" "$out/galaxy.png"
"$picture" mandelbrot . "$out"
is_png "$out/mandelbrot.png"

say "Two galaxies pass each other: every star attracts every other, with shared memory and barriers."
"$picture" galaxy . "$out"
is_png "$out/galaxy.png"

if compgen -G "$programs/../lib/ringfence/libringfence-soft-cufft.so*" >/dev/null; then # built where FFTW and OpenBLAS are
    folder=$(mktemp -d)
    export RINGFENCE_SOCKET=$folder/socket
    trap '"$ringfence" down >/dev/null; rm -rf "$folder"' EXIT
    rm -f "$out/spectrum.png" "$out/solver.png" "$out/shapes.png"
    say "Programs that use CUDA's libraries. A tune, a rising whistle and noise; cuFFT takes them apart."
    show run --backend soft -- "$programs/spectrum" "$out/spectrum.png"
    is_png "$out/spectrum.png"
    echo "written: $out/spectrum.png"

    say "The potential between charged discs: cuSOLVER solves Laplace's equation, cuBLAS says how well."
    show run --backend soft -- "$programs/solver" "$out/solver.png"
    is_png "$out/solver.png"
    echo "written: $out/solver.png"

    say "A network learns to tell discs, rings, squares and crosses apart, with cuDNN, in a worker of its own."
    show run --backend soft --isolation private -- "$programs/shapes" "$out/shapes.png"
    is_png "$out/shapes.png"
    echo "written: $out/shapes.png"
    "$ringfence" down >/dev/null
    rm -rf "$folder"
    trap - EXIT
    unset RINGFENCE_SOCKET
fi

if command -v clang >/dev/null && [[ -x $programs/policy_busy ]]; then # the compiler of policies, and a program of tests
    say "Who is next on the card is said by a policy: a program in C, verified before it runs. Two tenants with 70 % and" \
        "30 % keep the GPU busy, and the policy is exchanged meanwhile."
    python3 policies/swap.py --ringfence "$(command -v "$ringfence")" --busy "$programs/policy_busy"
fi

say "A kernel with a bug: shift.cu moves a thousand numbers up by one place, and the last has no place to go." \
    "Every access is checked, so this is how far it comes:"
sed -n '5,$p' shift.cu
head -c 4000 ../LICENSE >"$out/numbers.bin" # any thousand numbers do
shift_up=(ptx run shift.ptx --grid 4 --block 256 --arg "in:$out/numbers.bin" --arg "out:$out/shifted.bin:4000")
rm -f "$out/shifted.bin"
status=0
show "${shift_up[@]}" --arg u32:1000 2>"$out/report.txt" || status=$?
cat "$out/report.txt"
((status == 4)) || die "the bug was not caught: ringfence ended with $status"
grep -qF 'at shift.ptx:49 (shift.cu:8), block (3,0,0), thread (231,0,0)' "$out/report.txt" ||
    die "the report does not say where"
grep -qF '0 bytes past the end of the 4000-byte allocation' "$out/report.txt" || die "the report does not say how far"
[[ ! -e $out/shifted.bin ]] || die "a failed launch wrote its output"

say "One number fewer, and it fits."
show "${shift_up[@]}" --arg u32:999
cmp <(head -c 3996 "$out/numbers.bin") <(tail -c +5 "$out/shifted.bin") || die "the numbers are wrong"
echo "the numbers are where they should be"

say "The same within one process: a launch that fails ends, and the device goes on."
"$picture" recovery . "$out"
