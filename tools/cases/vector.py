"""Vectors: loads and stores of every type, length and space, by braces and by vector registers; packing and unpacking;
parameters of functions; bulk copies of several sizes and phases that an mbarrier counts."""

from .case import Case, Output, header
from .model import mask, signed

BYTES = [(i * 53 + 0x97) & 255 for i in range(256)]
TYPES = ("b8", "u8", "s8", "b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64")
SHAPES = [(kind, count) for kind in TYPES for count in (2, 4) if int(kind[1:]) * count <= 128]
PARTS = ("x", "y", "z", "w")
BOX = 64
SPACES = {
    "global": ("", "%pa", ".global"),
    "generic": ("", "%pa", ""),
    "shared": (f".shared .align 16 .b8 box[{BOX}];", "box", ".shared"),
    "local": (f".local .align 16 .b8 box[{BOX}];", "box", ".local"),
}


def number(offset, size):
    return int.from_bytes(bytes(BYTES[offset : offset + size]), "little")


def widened(kind, bits):
    """The contents of a 64-bit register after a load of this type."""
    width = int(kind[1:])
    return (signed(bits, width) if kind[0] == "s" else bits) & mask(64)


def make(name, about, body, out, front="", version="8.0", block=1, inputs=None):
    ptx = (
        f"{header(version)}{front}.visible .entry k(\n    .param .u64 pa,\n    .param .u64 pr\n)\n{{\n"
        + "".join(f"    {line}\n" if not line.endswith(":") else f"{line}\n" for line in body)
        + "}\n"
    )
    return Case(
        "vector",
        name,
        about,
        f"--entry k --block {block} --arg in:a --arg out:r:{8 * len(out)}",
        ptx,
        [("a", "u8", BYTES)] if inputs is None else inputs,
        [Output("r", "u64", out)],
    )


def start(kind):
    register = {"f32": "f32", "f64": "f64"}.get(kind, "b64")
    return [
        ".reg .b64 %pa, %pr, %x;",
        ".reg .b32 %w;",
        ".reg .b16 %h;",
        f".reg .{register} %d<4>;",
        "ld.param.u64 %pa, [pa];",
        "ld.param.u64 %pr, [pr];",
    ]


def braces(count, prefix="%d"):
    return "{" + ", ".join(f"{prefix}{i}" for i in range(count)) + "}"


def give(kind, register, place):
    """Stores a register's bits, as many as the type has, as a word of 64 bits."""
    size = int(kind[1:])
    if size == 64:
        return [f"mov.b64 %x, {register};", f"st.global.u64 [%pr+{place}], %x;"]
    if kind[0] == "f":
        return [f"mov.b32 %w, {register};", "cvt.u64.u32 %x, %w;", f"st.global.u64 [%pr+{place}], %x;"]
    return [f"st.global.u64 [%pr+{place}], {register};"]


def copy_in(space):
    lines = []
    for at in range(0, BOX, 8):
        lines += [f"ld.global.b64 %x, [%pa+{at}];", f"st{space}.b64 [box+{at}], %x;"]
    return lines


def load_body(kind, count, address, suffix, out):
    """Two loads into braces, and one into a vector register where there are such."""
    size = int(kind[1:]) // 8
    whole = size * count
    lines = []
    for at in (0, BOX - whole):
        lines.append(f"ld{suffix}.v{count}.{kind} {braces(count)}, [{address}+{at}];")
        for i in range(count):
            lines += give(kind, f"%d{i}", 8 * len(out))
            out.append(widened(kind, number(at + i * size, size)))
    at = whole * (BOX // whole // 2)
    lines += [f".reg .v{count} .{kind} %v;", f"ld{suffix}.v{count}.{kind} %v, [{address}+{at}];"]
    for i in range(count):
        part = f"%v.{PARTS[i]}"
        place = 8 * len(out)
        if size == 8:
            lines += [f"mov.b64 %x, {part};", f"st.global.u64 [%pr+{place}], %x;"]
        else:
            # The rest of the word is what the case put there before.
            lines += [f"st.global.u64 [%pr+{place}], 0;", f"st.global.{kind} [%pr+{place}], {part};"]
        out.append(number(at + i * size, size))
    return lines


def loads():
    for space, (declared, address, suffix) in SPACES.items():
        for kind, count in SHAPES:
            out = []
            body = start(kind) + ([declared] + copy_in(suffix) if declared else [])
            body += load_body(kind, count, address, suffix, out) + ["ret;"]
            place = "a generic address" if space == "generic" else f"{space} memory"
            yield make(f"ld-{space}-v{count}-{kind}", f"Vectors of {count} {kind} from {place}.", body, out)
    table = ", ".join(str(byte) for byte in BYTES[:BOX])
    for kind, count in SHAPES:
        out = []
        front = f".const .align 16 .b8 table[{BOX}] = {{{table}}};\n"
        body = start(kind) + load_body(kind, count, "table", ".const", out) + ["ret;"]
        yield make(f"ld-const-v{count}-{kind}", f"Vectors of {count} {kind} from constant memory.", body, out, front)


def take(kind, register, at):
    """The input's bits in a register."""
    if kind[0] == "f":
        return [f"ld.global.{kind} {register}, [%pa+{at}];"]
    return [f"ld.global.u64 {register}, [%pa+{at}];"]


def stores():
    for space, (declared, _, suffix) in SPACES.items():
        for kind, count in SHAPES:
            size = int(kind[1:]) // 8
            whole = size * count
            box = "box" if declared else "%pr"
            image = BYTES[:BOX]
            body = start(kind) + ([declared] if declared else [])
            body += [line.replace("[box", f"[{box}") for line in copy_in(suffix)]
            for place, first in ((whole, 64), (BOX - whole, 128)):
                for i in range(count):
                    body += take(kind, f"%d{i}", first + 8 * i)
                    image[place + i * size : place + (i + 1) * size] = BYTES[first + 8 * i : first + 8 * i + size]
                body.append(f"st{suffix}.v{count}.{kind} [{box}+{place}], {braces(count)};")
            body += [
                f".reg .v{count} .{kind} %v;",
                f"ld.global.v{count}.{kind} %v, [%pa+192];",
                f"st{suffix}.v{count}.{kind} [{box}], %v;",
            ]
            image[:whole] = BYTES[192 : 192 + whole]
            for at in range(0, BOX, 8) if declared else ():
                body += [f"ld{suffix}.b64 %x, [box+{at}];", f"st.global.b64 [%pr+{at}], %x;"]
            out = [int.from_bytes(bytes(image[i : i + 8]), "little") for i in range(0, BOX, 8)]
            place = "a generic address" if space == "generic" else f"{space} memory"
            about = f"Vectors of {count} {kind} to {place}: nothing beside them is written."
            yield make(f"st-{space}-v{count}-{kind}", about, body + ["ret;"], out)


def parameters():
    """Vectors through a function's parameter and result, in reverse order."""
    for kind, count in SHAPES:
        size = int(kind[1:]) // 8
        whole = size * count
        register = {"f32": "f32", "f64": "f64"}.get(kind, "b64")
        reverse = "{" + ", ".join(f"%d{count - 1 - i}" for i in range(count)) + "}"
        front = (
            f".func (.param .align 16 .b8 back[{whole}]) turned(.param .align 16 .b8 given[{whole}])\n{{\n"
            f"    .reg .{register} %d<4>;\n"
            f"    ld.param.v{count}.{kind} {braces(count)}, [given];\n"
            f"    st.param.v{count}.{kind} [back], {reverse};\n    ret;\n}}\n"
        )
        body = start(kind) + [
            f"ld.global.v{count}.{kind} {braces(count)}, [%pa+16];",
            "{",
            f".param .align 16 .b8 to[{whole}];",
            f".param .align 16 .b8 from[{whole}];",
            f"st.param.v{count}.{kind} [to], {braces(count)};",
            "call.uni (from), turned, (to);",
            f"ld.param.v{count}.{kind} {braces(count)}, [from];",
            "}",
        ]
        out = []
        for i in range(count):
            body += give(kind, f"%d{i}", 8 * i)
            out.append(widened(kind, number(16 + (count - 1 - i) * size, size)))
        about = f"Vectors of {count} {kind} as a function's parameter and result, which has them the other way round."
        yield make(f"param-v{count}-{kind}", about, body + ["ret;"], out, front)


def packs():
    """mov between one register and its parts, in braces."""
    for whole, part, count in ((32, 16, 2), (32, 8, 4), (64, 32, 2), (64, 16, 4), (16, 8, 2)):
        size = part // 8
        parts = braces(count, "%q")
        turned = "{" + ", ".join(f"%q{count - 1 - i}" for i in range(count)) + "}"
        register = "b16" if part == 8 else f"b{part}"
        version = "8.0"
        body = [
            ".reg .b64 %pa, %pr;",
            f".reg .b{whole} %one;",
            f".reg .{'b8' if part == 8 else register} %q<4>;",
            "ld.param.u64 %pa, [pa];",
            "ld.param.u64 %pr, [pr];",
        ]
        out = []
        for at in (0, 8, 40):
            body += [
                f"ld.global.b{whole} %one, [%pa+{at}];",
                f"mov.b{whole} {parts}, %one;",
                f"mov.b{whole} %one, {turned};",
                f"st.global.u64 [%pr+{8 * len(out)}], 0;",
                f"st.global.b{whole} [%pr+{8 * len(out)}], %one;",
            ]
            bits = sum(number(at + i * size, size) << part * (count - 1 - i) for i in range(count))
            out.append(bits)
        about = f"One register of {whole} bits to {count} of {part} and back, the other way round."
        yield make(f"mov-{whole}-{count}x{part}", about, body + ["ret;"], out, version=version)


BULK = [
    ".shared .align 128 .b8 box[4096];",
    ".shared .align 8 .b64 bar;",
    ".reg .b64 %a, %r, %g;",
    ".reg .b32 %t, %s, %n, %b, %i, %phase;",
    ".reg .b64 %x;",
    ".reg .pred %p, %first, %more;",
    "mov.u32 %t, %tid.x;",
    "setp.eq.u32 %first, %t, 0;",
    "ld.param.u64 %a, [pa];",
    "ld.param.u64 %r, [pr];",
    "mov.u32 %s, box;",
    "mov.u32 %b, bar;",
    "@%first mbarrier.init.shared::cta.b64 [bar], 1;",
    "@%first fence.mbarrier_init.release.cluster;",
    "bar.sync 0;",
]


def bulk_copies():
    words = [(i * 0x9E3779B97F4A7C15 + 0x1234567) & mask(64) for i in range(512)]
    for size in (16, 32, 80, 128, 496, 1024, 2064, 4096):
        count = size // 8
        body = BULK + [
            f"@%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {size};",
            "@%first cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
            f"[%s], [%a], {size}, [%b];",
            "WAIT:",
            "mbarrier.try_wait.parity.shared::cta.b64 %p, [bar], 0;",
            "@!%p bra WAIT;",
            "mov.u32 %i, %t;",
            "NEXT:",
            f"setp.ge.u32 %more, %i, {count};",
            "@%more bra DONE;",
            "mad.lo.u32 %n, %i, 8, %s;",
            "ld.shared.u64 %x, [%n];",
            "mad.wide.u32 %g, %i, 8, %r;",
            "st.global.u64 [%g], %x;",
            "add.u32 %i, %i, 32;",
            "bra NEXT;",
            "DONE:",
            "ret;",
        ]
        about = f"cp.async.bulk of {size} bytes to shared memory, which an mbarrier counts."
        yield make(f"bulk-load-{size}", about, body, words[:count], block=32, inputs=[("a", "u64", words[:count])])
        body = BULK + [
            "mov.u32 %i, %t;",
            "NEXT:",
            f"setp.ge.u32 %more, %i, {count};",
            "@%more bra FULL;",
            "mad.wide.u32 %g, %i, 8, %a;",
            "ld.global.u64 %x, [%g];",
            "mad.lo.u32 %n, %i, 8, %s;",
            "not.b64 %x, %x;",
            "st.shared.u64 [%n], %x;",
            "add.u32 %i, %i, 32;",
            "bra NEXT;",
            "FULL:",
            "fence.proxy.async.shared::cta;",
            "bar.sync 0;",
            "@!%first ret;",
            f"cp.async.bulk.global.shared::cta.bulk_group [%r], [%s], {size};",
            "cp.async.bulk.commit_group;",
            "cp.async.bulk.wait_group 0;",
            "ret;",
        ]
        about = f"cp.async.bulk of {size} bytes from shared memory, waited for as a group."
        turned = [word ^ mask(64) for word in words[:count]]
        yield make(f"bulk-store-{size}", about, body, turned, block=32, inputs=[("a", "u64", words[:count])])


def bulk_phases():
    """One barrier, one phase after the other: the parity that is waited for changes."""
    words = [(i * 0xD1342543DE82EF95 + 7) & mask(64) for i in range(64)]
    for phases in (2, 3, 4, 7):
        body = BULK + [
            "mov.u32 %phase, 0;",
            "LOOP:",
            "@%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64;",
            "mad.wide.u32 %g, %phase, 64, %a;",
            "@%first cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%s], [%g], 64, [%b];",
            "and.b32 %i, %phase, 1;",
            "WAIT:",
            "mbarrier.try_wait.parity.shared::cta.b64 %p, [bar], %i;",
            "@!%p bra WAIT;",
            "mad.lo.u32 %n, %t, 8, %s;",
            "ld.shared.u64 %x, [%n];",
            "mad.lo.u32 %n, %phase, 8, %t;",
            "mad.wide.u32 %g, %n, 8, %r;",
            "st.global.u64 [%g], %x;",
            "bar.sync 0;",
            "add.u32 %phase, %phase, 1;",
            f"setp.lt.u32 %more, %phase, {phases};",
            "@%more bra LOOP;",
            "ret;",
        ]
        about = f"{phases} phases of one mbarrier, a bulk copy each; the parity that is waited for changes."
        out = words[: 8 * phases]
        yield make(f"bulk-phases-{phases}", about, body, out, block=8, inputs=[("a", "u64", words)])


def cases():
    yield from loads()
    yield from stores()
    yield from parameters()
    yield from packs()
    yield from bulk_copies()
    yield from bulk_phases()
