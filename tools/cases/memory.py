"""Loads and stores: types, vectors, spaces, cache operators, orderings."""

from .case import Case, Output, header
from .model import mask, signed

BYTES = [(i * 37 + 0x81) & 255 for i in range(256)]
TYPES = ("b8", "u8", "s8", "b16", "u16", "s16", "b32", "u32", "s32", "b64", "u64", "s64", "f32", "f64")


def word(offset, size):
    return int.from_bytes(bytes(BYTES[offset : offset + size]), "little")


def parameters(*names):
    return ".visible .entry k(\n" + ",\n".join(f"    .param .u64 {n}" for n in names) + "\n)\n"


def case(
    name,
    about,
    body,
    out,
    args="--arg in:a",
    out_type="u64",
    front="",
    inputs=None,
    block=1,
    version="8.0",
    params=("pa", "pr"),
):
    size = len(out) * int(out_type[1:]) // 8
    ptx = (
        header(version)
        + front
        + parameters(*params)
        + "{\n"
        + "".join(f"    {x}\n" if x and not x.endswith(":") else f"{x}\n" for x in body)
        + "}\n"
    )
    return Case(
        "memory",
        name,
        about,
        f"--entry k --block {block} {args} --arg out:r:{size}".replace("  ", " "),
        ptx,
        [("a", "u8", BYTES)] if inputs is None else inputs,
        [Output("r", out_type, out)],
    )


def fill(space, address, count):
    """Copies the input's first bytes into another space."""
    lines = []
    for i in range(0, count, 8):
        lines += [f"ld.global.b64 %x, [%pa+{i}];", f"st.{space}.b64 [{address}+{i}], %x;"]
    return lines


START = [
    ".reg .b64 %pa, %pr, %x, %y, %z;",
    ".reg .b32 %w, %v, %s;",
    ".reg .b16 %h;",
    ".reg .f32 %f, %g, %e, %o;",
    ".reg .f64 %q, %u;",
    ".reg .pred %p;",
    "ld.param.u64 %pa, [pa];",
    "ld.param.u64 %pr, [pr];",
]


def register(kind):
    return {"f32": "%f", "f64": "%q"}.get(kind, "%x")


def widths():
    """Every type, from every space, into a register of 64 bits."""
    spaces = (
        ("global", [], "%pa", "ld.global"),
        ("shared", [".shared .align 8 .b8 box[64];"], "box", "ld.shared"),
        ("local", [".local .align 8 .b8 box[64];"], "box", "ld.local"),
        ("generic", [], "%pa", "ld"),
    )
    for space, declared, address, load in spaces:
        place = "a generic address" if space == "generic" else f"{space} memory"
        lines = START + declared + (fill(space, "box", 64) if declared else [])
        out = []
        for i, kind in enumerate(TYPES):
            size = int(kind[1:]) // 8
            at = (i * 8 + size * 3) % 56 // size * size
            target = register(kind)
            lines.append(f"{load}.{kind} {target}, [{address}+{at}];")
            bits = word(at, size)
            if kind == "f32":
                lines += ["mov.b32 %w, %f;", "cvt.u64.u32 %x, %w;"]
            elif kind == "f64":
                lines.append("mov.b64 %x, %q;")
            lines.append(f"st.global.u64 [%pr+{8 * i}], %x;")
            out.append((signed(bits, 8 * size) if kind[0] == "s" else bits) & mask(64))
        yield case(
            f"ld-{space}",
            f"Loads of every type from {place}: bytes and half words fill a wider register.",
            lines + ["ret;"],
            out,
        )
        lines = START + declared + (fill(space, "box", 64) if declared else [])
        store = load.replace("ld", "st", 1)
        where = "box" if declared else "%pr"
        if not declared:
            lines += [line.replace("st.global.b64 [box", "st.global.b64 [%pr") for line in fill("global", "box", 64)]
        image = BYTES[:64]
        for i, (kind, value) in enumerate(
            (
                ("u8", 0x1122334455667788),
                ("s8", mask(64)),
                ("b16", 0x1122334455667788),
                ("b32", 0x99AABBCCDDEEFF00),
                ("b64", 0x0102030405060708),
            )
        ):
            size = int(kind[1:]) // 8
            at = 8 * i + size * (1 if size < 8 else 0)
            lines += [f"mov.u64 %x, 0x{value:x};", f"{store}.{kind} [{where}+{at}], %x;"]
            image = image[:at] + list((value & mask(8 * size)).to_bytes(size, "little")) + image[at + size :]
        if declared:
            for i in range(0, 64, 8):
                lines += [f"ld.{space}.b64 %x, [box+{i}];", f"st.global.b64 [%pr+{i}], %x;"]
        yield case(
            f"st-{space}",
            f"Stores of every width to {space}: only the bytes of the type are written.",
            lines + ["ret;"],
            [int.from_bytes(bytes(image[i : i + 8]), "little") for i in range(0, 64, 8)],
        )


def vectors():
    for space, declared, address in (
        ("global", [], "%pa"),
        ("shared", [".shared .align 16 .b8 box[64];"], "box"),
        ("local", [".local .align 16 .b8 box[64];"], "box"),
    ):
        lines = (
            START
            + [
                ".reg .b16 %h0, %h1, %h2, %h3;",
                ".reg .b32 %w0, %w1, %w2, %w3;",
                ".reg .b64 %x0, %x1;",
                ".reg .f32 %f0, %f1, %f2, %f3;",
            ]
            + declared
            + (fill(space, "box", 64) if declared else [])
        )
        out = []
        for kind, n, at, regs in (
            ("u8", 2, 6, "h"),
            ("s8", 4, 12, "h"),
            ("u16", 2, 20, "h"),
            ("s16", 4, 24, "h"),
            ("u32", 2, 8, "w"),
            ("b32", 4, 32, "w"),
            ("f32", 4, 48, "f"),
            ("b64", 2, 16, "x"),
        ):
            names = [f"%{regs}{i}" for i in range(n)]
            size = int(kind[1:]) // 8
            lines.append(f"ld.{space}.v{n}.{kind} {{{', '.join(names)}}}, [{address}+{at}];")
            for i, name in enumerate(names):
                bits = word(at + size * i, size)
                number = signed(bits, 8 * size) if kind[0] == "s" else bits
                place = 8 * len(out)
                if regs == "h":
                    lines += [f"cvt.{'s' if kind[0] == 's' else 'u'}64.{'s' if kind[0] == 's' else 'u'}16 %x, {name};"]
                elif regs == "x":
                    lines += [f"mov.b64 %x, {name};"]
                else:
                    lines += [f"mov.b32 %w, {name};", "cvt.u64.u32 %x, %w;"]
                lines.append(f"st.global.u64 [%pr+{place}], %x;")
                out.append(number & mask(64))
        yield case(
            f"ld-vector-{space}", f"Vectors of two and four, of every size, from {space} memory.", lines + ["ret;"], out
        )
        where = "box" if declared else "%pr"
        lines = START + declared
        image = [0] * 64
        for at in range(0, 64, 8):
            lines += ["mov.u64 %x, 0;", f"st.{space}.b64 [{where}+{at}], %x;"]
        lines += [
            ".reg .b16 %h0, %h1, %h2, %h3;",
            "mov.u16 %h0, 0x1234;",
            "mov.u16 %h1, 0x5678;",
            "mov.u16 %h2, 0x9abc;",
            "mov.u16 %h3, 0xdef0;",
            "mov.u32 %w, 0x89abcdef;",
            "mov.u32 %v, 0x01234567;",
            "mov.u64 %x, 0x1020304050607080;",
            "mov.u64 %y, 0x90a0b0c0d0e0f000;",
            f"st.{space}.v2.u8 [{where}+2], {{%h0, %h1}};",
            f"st.{space}.v4.b8 [{where}+4], {{%h0, %h1, %h2, %h3}};",
            f"st.{space}.v4.b16 [{where}+8], {{%h3, %h2, %h1, %h0}};",
            f"st.{space}.v4.b32 [{where}+16], {{%w, %v, %w, %v}};",
            f"st.{space}.v2.b64 [{where}+32], {{%x, %y}};",
            f"st.{space}.v2.b32 [{where}+48], {{%v, %w}};",
        ]
        image[2:4] = [0x34, 0x78]
        image[4:8] = [0x34, 0x78, 0xBC, 0xF0]
        for at, values, size in (
            (8, (0xDEF0, 0x9ABC, 0x5678, 0x1234), 2),
            (16, (0x89ABCDEF, 0x01234567) * 2, 4),
            (32, (0x1020304050607080, 0x90A0B0C0D0E0F000), 8),
            (48, (0x01234567, 0x89ABCDEF), 4),
        ):
            for i, v in enumerate(values):
                image[at + size * i : at + size * (i + 1)] = list(v.to_bytes(size, "little"))
        if declared:
            for i in range(0, 64, 8):
                lines += [f"ld.{space}.b64 %x, [box+{i}];", f"st.global.b64 [%pr+{i}], %x;"]
        yield case(
            f"st-vector-{space}",
            f"Vectors of two and four, of every size, to {space} memory.",
            lines + ["ret;"],
            [int.from_bytes(bytes(image[i : i + 8]), "little") for i in range(0, 64, 8)],
        )


def caches():
    loads = [
        "ld.global.ca",
        "ld.global.cg",
        "ld.global.cs",
        "ld.global.lu",
        "ld.global.cv",
        "ld.global.nc",
        "ld.global.ca.nc",
        "ld.global.L1::evict_last",
        "ld.global.L1::no_allocate",
        "ld.global.L2::64B",
        "ld.global.L2::128B",
        "ld.global.L1::evict_first.L2::256B",
        "ld.global.nc.L2::128B",
        "ld.weak.global",
        "ldu.global",
    ]
    lines = list(START)
    for i, load in enumerate(loads):
        lines += [f"{load}.b64 %x, [%pa+{8 * i}];", f"st.global.b64 [%pr+{8 * i}], %x;"]
    yield case(
        "ld-caches",
        "Loads with every cache operator, eviction priority and prefetch size read the same.",
        lines + ["ret;"],
        [word(8 * i, 8) for i in range(len(loads))],
    )
    stores = [
        "st.global.wb",
        "st.global.cg",
        "st.global.cs",
        "st.global.wt",
        "st.global.L1::evict_last",
        "st.global.L1::no_allocate",
        "st.weak.global",
    ]
    lines = list(START)
    for i, store in enumerate(stores):
        lines += [f"ld.global.b64 %x, [%pa+{8 * i}];", f"{store}.b64 [%pr+{8 * i}], %x;"]
    yield case(
        "st-caches",
        "Stores with every cache operator and eviction priority write the same.",
        lines + ["ret;"],
        [word(8 * i, 8) for i in range(len(stores))],
    )
    lines = START + [
        "createpolicy.fractional.L2::evict_last.b64 %z, 0f3F000000;",
        "ld.global.L2::cache_hint.b64 %x, [%pa], %z;",
        "st.global.L2::cache_hint.b64 [%pr], %x, %z;",
        "createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64 %z;",
        "ld.global.nc.L2::cache_hint.v2.b64 {%x, %y}, [%pa+16], %z;",
        "st.global.L2::cache_hint.v2.b64 [%pr+16], {%y, %x}, %z;",
        "createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 %z, [%pa], 64, 128;",
        "atom.global.add.L2::cache_hint.u64 %x, [%pr+8], 5, %z;",
        "red.global.add.L2::cache_hint.u32 [%pr+32], 7, %z;",
        "prefetch.global.L1 [%pa];",
        "prefetch.global.L2 [%pa+64];",
        "prefetch.L2 [%pa];",
        "prefetch.global.L2::evict_last [%pa];",
        "prefetchu.L1 [%pa];",
        "ret;",
    ]
    yield case(
        "cache-hints",
        "Cache policies, and prefetches, which change nothing that a program sees.",
        lines,
        [word(0, 8), 5, word(24, 8), word(16, 8), 7],
    )


def orderings():
    for space, address in (("global", "%pa"), ("shared", "box"), ("generic", "%pa")):
        prefix = "" if space == "generic" else f".{space}"
        lines = START + ([".shared .align 8 .b8 box[256];"] + fill("shared", "box", 104) if space == "shared" else [])
        forms = [f"volatile{prefix}"] + [
            f"{m}.{s}{prefix}" for m in ("relaxed", "acquire") for s in ("cta", "cluster", "gpu", "sys")
        ]
        for i, form in enumerate(forms):
            lines += [f"ld.{form}.b64 %x, [{address}+{8 * i}];", f"st.global.b64 [%pr+{8 * i}], %x;"]
        yield case(
            f"ld-orderings-{space}",
            f"ld.volatile, .relaxed and .acquire of every scope, {space}.",
            lines + ["ret;"],
            [word(8 * i, 8) for i in range(len(forms))],
        )
        lines = START + ([".shared .align 8 .b8 box[256];"] if space == "shared" else [])
        where = "box" if space == "shared" else "%pr"
        forms = [f.replace("acquire", "release") for f in forms]
        for i, form in enumerate(forms):
            lines += [f"ld.global.b64 %x, [%pa+{8 * i}];", f"st.{form}.b64 [{where}+{8 * i}], %x;"]
        if space == "shared":
            for i in range(len(forms)):
                lines += [f"ld.shared.b64 %x, [box+{8 * i}];", f"st.global.b64 [%pr+{8 * i}], %x;"]
        yield case(
            f"st-orderings-{space}",
            f"st.volatile, .relaxed and .release of every scope, {space}.",
            lines + ["ret;"],
            [word(8 * i, 8) for i in range(len(forms))],
        )


def wide():
    lines = START + [
        ".reg .b128 %b;",
        "ld.global.b128 %b, [%pa+16];",
        "mov.b128 {%x, %y}, %b;",
        "st.global.v2.b64 [%pr], {%y, %x};",
        "mov.b128 %b, {%y, %x};",
        "st.global.b128 [%pr+16], %b;",
        "ld.mmio.relaxed.sys.global.u32 %w, [%pa+4];",
        "st.mmio.relaxed.sys.global.u32 [%pr+32], %w;",
        "st.global.u32 [%pr+36], 0;",
        "ret;",
    ]
    yield case(
        "b128",
        "Loads and stores of 128 bits, and .mmio.",
        lines,
        [word(24, 8), word(16, 8), word(24, 8), word(16, 8), word(4, 4)],
        version="8.3",
    )


def cases():
    for group in (widths, vectors, caches, orderings, wide):
        yield from group()
