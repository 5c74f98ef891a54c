"""shfl, vote, match, redux: results that depend on the other threads of the warp."""

from . import model
from .case import LETTERS, Case, Output, kernel, size_of
from .model import as_int, mask, signed

FULL = 0xFFFFFFFF
VALUES = [(i * 0x9E3779B9 + 0x1234567) & mask(32) for i in range(32)]


def warp(name, about, variants, operands, result, rows, expect, extra=(), labels=None, version="8.0"):
    """One warp, thread n with the n-th row. expect: from the variant's number, the lane and all rows."""
    count = len(rows)
    inputs = [(LETTERS[i], t, [row[i] for row in rows]) for i, t in enumerate(operands)]
    args = " ".join(f"--arg in:{n}" for n, _, _ in inputs)
    values = [expect(i, lane, rows) & mask(8 * size_of(result)) for i in range(len(variants)) for lane in range(count)]
    parts = labels or [v.split(" %d")[0] if ";" not in v else v[:100] for v in variants]
    return Case(
        "warp",
        name,
        about,
        f"--entry k --block {count} {args} --arg out:r:{len(values) * size_of(result)}",
        kernel(variants, operands, result, count, version, extra),
        inputs,
        [Output("r", result, values, parts=parts)],
    )


def source(mode, lane, b, c):
    """The lane that a thread reads from, and the predicate."""
    b, clamp, segment = b & 31, c & 31, c >> 8 & 31
    last = lane & segment | clamp & ~segment & 31
    if mode == "up":
        from_, inside = lane - b, lane - b >= last
    elif mode == "down":
        from_, inside = lane + b, lane + b <= last
    elif mode == "bfly":
        from_, inside = lane ^ b, lane ^ b <= last
    else:
        from_ = lane & segment | b & ~segment & 31
        inside = from_ <= last
    return (from_, True) if inside else (lane, False)


def shuffles():
    predicate = (".reg .pred %p;", ".reg .b32 %w;")
    for mode in ("up", "down", "bfly", "idx"):
        for width in (32, 8):
            segment = (32 - width) << 8
            c = segment if mode == "up" else segment | 31
            amounts = (0, 1, 3, 7, 8, 31, 33)
            variants = [f"shfl.sync.{mode}.b32 %d, %a, {b}, 0x{c:x}, 0xffffffff" for b in amounts]
            yield warp(
                f"shfl-{mode}-{width}",
                f"shfl.sync.{mode}.b32 within {width} lanes.",
                variants,
                ("b32",),
                "b32",
                [(v,) for v in VALUES],
                lambda i, lane, rows, m=mode, c=c: rows[source(m, lane, amounts[i], c)[0]][0],
                labels=[f"by {b}" for b in amounts],
            )
        rows = [
            (v, (i * 11 + 3) % 37, (0x1F00 & (i // 16 << 12)) | (17 if i < 16 else 31)) for i, v in enumerate(VALUES)
        ]
        variants = [
            f"shfl.sync.{mode}.b32 %d|%p, %a, %b, %c, 0xffffffff",
            f"shfl.sync.{mode}.b32 %w|%p, %a, %b, %c, 0xffffffff; selp.u32 %d, 1, 0, %p",
        ]

        def expect(i, lane, rows, mode=mode):
            # The amount and the bounds are those of the reading thread.
            from_, inside = source(mode, lane, rows[lane][1], rows[lane][2])
            return int(inside) if i else rows[from_][0]

        yield warp(
            f"shfl-{mode}-each",
            f"shfl.sync.{mode}.b32 with an amount and bounds of each thread's own; the predicate says "
            "whether the lane was inside.",
            variants,
            ("b32", "u32", "b32"),
            "b32",
            rows,
            expect,
            extra=predicate,
            labels=["value", "predicate"],
        )
    yield warp(
        "shfl-two-halves",
        "shfl.sync by each half of a warp, on two sides of a branch.",
        [
            "setp.lt.u32 %p, %t, 16; @%p bra LOW; shfl.sync.down.b32 %d, %a, 1, 0x1f, 0xffff0000; bra JOIN; "
            "LOW: shfl.sync.up.b32 %d, %a, 2, 0, 0x0000ffff; JOIN: bar.warp.sync 0xffffffff"
        ],
        ("b32",),
        "b32",
        [(v,) for v in VALUES],
        lambda _, lane, rows: rows[source("up", lane, 2, 0)[0] if lane < 16 else source("down", lane, 1, 31)[0]][0],
        extra=predicate,
        labels=["r"],
    )
    yield warp(
        "shfl-reduce-f32",
        "A sum over the warp by shfl.sync.bfly, of floats whose sums are exact.",
        [
            "mov.f32 %x, %a"
            + "".join(
                f"; mov.b32 %w, %x; shfl.sync.bfly.b32 %w, %w, {b}, 0x1f, 0xffffffff; "
                "mov.b32 %y, %w; add.rn.f32 %x, %x, %y"
                for b in (16, 8, 4, 2, 1)
            )
            + "; mov.f32 %d, %x"
        ],
        ("f32",),
        "f32",
        [(model.float_bits(model.F32, i * 0.5),) for i in range(32)],
        lambda *_: model.float_bits(model.F32, sum(i * 0.5 for i in range(32))),
        extra=(".reg .f32 %x, %y;", ".reg .b32 %w;"),
        labels=["r"],
    )


def votes():
    extra = (".reg .pred %p, %q;",)
    patterns = {"none": 0, "all": FULL, "one": 1 << 13, "mixed": 0x5A5AF00F, "but-one": FULL ^ 1 << 31}
    for name, bits in patterns.items():
        rows = [(bits >> i & 1,) for i in range(32)]
        ask = "setp.ne.u32 %p, %a, 0; "
        variants = [
            f"{ask}vote.sync.{m}.pred %q, {n}%p, 0xffffffff; selp.u32 %d, 1, 0, %q"
            for m in ("all", "any", "uni")
            for n in ("", "!")
        ]
        variants += [f"{ask}vote.sync.ballot.b32 %d, {n}%p, 0xffffffff" for n in ("", "!")]

        def expect(i, _, __, bits=bits):
            if i >= 6:
                return bits if i == 6 else ~bits
            seen = bits if i % 2 == 0 else ~bits & FULL
            return (seen == FULL, seen != 0, seen in (0, FULL))[i // 2]

        yield warp(
            f"vote-{name}",
            f"vote.sync when the predicate of these threads is true: {name.replace('-', ' ')}.",
            variants,
            ("u32",),
            "b32",
            rows,
            expect,
            extra=extra,
            labels=["all", "all !", "any", "any !", "uni", "uni !", "ballot", "ballot !"],
        )
    rows = [(0x5A5AF00F >> i & 1,) for i in range(32)]
    yield warp(
        "vote-part",
        "vote.sync by the lower half of a warp, then by the rest.",
        [
            "mov.u32 %d, 0; setp.ne.u32 %p, %a, 0; setp.lt.u32 %q, %t, 16; @!%q bra HIGH; "
            "vote.sync.ballot.b32 %d, %p, 0x0000ffff; bra JOIN; HIGH: vote.sync.ballot.b32 %d, !%p, 0xffff0000; JOIN: "
            "bar.warp.sync 0xffffffff"
        ],
        ("u32",),
        "b32",
        rows,
        lambda _, lane, __: 0x5A5AF00F & 0xFFFF if lane < 16 else ~0x5A5AF00F & 0xFFFF0000,
        extra=extra,
        labels=["r"],
    )


def matches():
    patterns = {
        "few": [i % 5 for i in range(32)],
        "same": [7] * 32,
        "distinct": list(range(32)),
        "one-other": [9] * 20 + [8] + [9] * 11,
    }
    for w in (32, 64):
        for name, values in patterns.items():
            values = [v * (0x10001 if w == 32 else 0x1000000010001) | 1 << (w - 1) for v in values]
            same = [sum(1 << j for j, x in enumerate(values) if x == v) for v in values]
            everyone = len(set(values)) == 1
            variants = [
                f"match.any.sync.b{w} %d, %a, 0xffffffff",
                f"match.all.sync.b{w} %d, %a, 0xffffffff",
                f"match.all.sync.b{w} %w|%p, %a, 0xffffffff; selp.u32 %d, 1, 0, %p",
            ]
            yield warp(
                f"match-b{w}-{name}",
                f"match.any.sync.b{w} and match.all.sync.b{w}: {name.replace('-', ' ')}.",
                variants,
                (f"b{w}",),
                "b32",
                [(v,) for v in values],
                lambda i, lane, _, s=same, e=everyone: (s[lane], FULL if e else 0, int(e))[i],
                extra=(".reg .pred %p;", ".reg .b32 %w;"),
                labels=["any", "all", "all, predicate"],
            )


def reductions():
    values = [(i * 0x9E3779B9) & mask(32) for i in range(32)]
    for name, rows in (("mixed", values), ("limits", [0x80000000, 0x7FFFFFFF, FULL, 0] * 8)):
        forms = ("add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32", "and.b32", "or.b32", "xor.b32")

        def expect(i, _, rows):
            operation, kind = forms[i].split(".")
            numbers = [as_int(kind.replace("b", "u"), r[0]) for r in rows]
            result = numbers[0]
            for x in numbers[1:]:
                result = {
                    "add": result + x,
                    "min": min(result, x),
                    "max": max(result, x),
                    "and": result & x,
                    "or": result | x,
                    "xor": result ^ x,
                }[operation]
            return result

        yield warp(
            f"redux-{name}",
            f"redux.sync of every kind, {name}.",
            [f"redux.sync.{f} %d, %a, 0xffffffff" for f in forms],
            ("b32",),
            "b32",
            [(v,) for v in rows],
            expect,
            labels=forms,
        )
    yield warp(
        "redux-part",
        "redux.sync by the odd threads of a warp, then by the even ones.",
        [
            "and.b32 %w, %t, 1; setp.eq.u32 %p, %w, 0; @%p bra EVEN; redux.sync.add.s32 %d, %a, 0xaaaaaaaa; bra JOIN; "
            "EVEN: redux.sync.min.s32 %d, %a, 0x55555555; JOIN: bar.warp.sync 0xffffffff"
        ],
        ("s32",),
        "s32",
        [(v,) for v in values],
        lambda _, lane, rows: sum(signed(r[0], 32) for r in rows[1::2])
        if lane % 2
        else min(signed(r[0], 32) for r in rows[::2]),
        extra=(".reg .pred %p;", ".reg .b32 %w;"),
        labels=["r"],
    )


def leaders():
    extra = (".reg .pred %p;", ".reg .b32 %w, %v;")
    yield warp(
        "elect",
        "elect.sync names one thread of the mask, the same to all, and that one alone is told so.",
        [
            "elect.sync %w|%p, 0xffffffff; vote.sync.ballot.b32 %v, %p, 0xffffffff; popc.b32 %d, %v",
            "elect.sync %w|%p, 0xffffffff; vote.sync.ballot.b32 %v, %p, 0xffffffff; shr.u32 %v, %v, %w; mov.u32 %d, %v",
            "elect.sync %w|%p, 0xffffffff; match.any.sync.b32 %d, %w, 0xffffffff",
        ],
        ("u32",),
        "b32",
        [(0,)] * 32,
        lambda i, *_: (1, 1, FULL)[i],
        extra=extra,
        labels=["how many", "the mask from the leader on", "who agrees"],
    )
    yield warp(
        "activemask",
        "activemask where all threads of a warp are together.",
        ["activemask.b32 %d", "add.u32 %d, %a, 1"],
        ("u32",),
        "b32",
        [(i,) for i in range(32)],
        lambda i, lane, _: (FULL, lane + 1)[i],
        labels=["mask", "a + 1"],
    )
    yield warp(
        "activemask-short",
        "activemask in a warp of 20 threads.",
        ["activemask.b32 %d"],
        ("u32",),
        "b32",
        [(i,) for i in range(20)],
        lambda *_: mask(20),
        labels=["mask"],
    )
    yield warp(
        "warp-sync",
        "bar.warp.sync orders memory between the threads of a warp.",
        [
            "shl.b32 %w, %t, 2; mov.u32 %v, box; add.u32 %v, %v, %w; st.shared.u32 [%v], %a; bar.warp.sync 0xffffffff; "
            "xor.b32 %w, %w, 124; mov.u32 %v, box; add.u32 %v, %v, %w; ld.shared.u32 %d, [%v]; bar.warp.sync 0xffffffff"
        ],
        ("u32",),
        "b32",
        [(v,) for v in VALUES],
        lambda _, lane, rows: rows[31 - lane][0],
        extra=extra + (".shared .b32 box[32];",),
        labels=["r"],
    )


def cases():
    for group in (shuffles, votes, matches, reductions, leaders):
        yield from group()
