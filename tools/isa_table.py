"""Reads the instruction table's text into plain data classes. The language is described in docs/isa-table.md."""

import dataclasses
import re

CLASSES = set("""arith compare select logic shift bits dot video convert move address load store atomic reduce hint async
    bulk tensor texture surface barrier mbarrier fence warp matrix wgmma tcgen05 branch call return trap stack
    misc""".split())
TYPE_KINDS = {"bits", "unsigned", "signed", "float", "packed", "predicate", "opaque"}
SPACES = {"generic": "Generic", "const": "Const", "global": "Global", "local": "Local", "param": "Param",
          "param::entry": "Param", "param::func": "Param", "shared": "Shared", "shared::cta": "Shared",
          "shared::cluster": "SharedCluster", "tmem": "Tensor"}


class TableError(Exception):
    """The table's text is wrong; the message says where and how."""


@dataclasses.dataclass(frozen=True)
class Requirement:
    """The first PTX version, as (major, minor), and the targets, as (number, suffix), that have something."""
    ptx: tuple = None
    targets: tuple = ()


@dataclasses.dataclass
class Value:
    name: str
    need: Requirement


@dataclasses.dataclass
class Slot:
    """One place for a modifier."""
    name: str
    values: list
    optional: bool


@dataclasses.dataclass
class Operand:
    name: str
    shape: str = "Value"
    access: str = "Read"
    memory: str = "None"
    type: str = None
    count: str = None
    space: str = None
    bytes: str = None
    optional: bool = False
    sink: bool = False
    wider: bool = False
    negatable: bool = False
    pair_optional: bool = False
    selector: bool = False
    special: bool = False
    parts: list = dataclasses.field(default_factory=list)

    def type_of(self, form):
        """How the operand's type is found: (rule, value)."""
        if self.shape in ("Label", "Object", "Pair") or self.type == "any":
            return "Any", 0
        name = self.type
        if name is None:
            if self.shape == "Address" or not form.has_slot("t"):
                return "Any", 0
            name = "t"
        if name in form.types:
            return "Literal", name
        twice = re.fullmatch(r"2(\w+)", name)
        if twice and form.has_slot(twice.group(1)):
            return "SlotTwice", form.slot_index(twice.group(1))
        if form.has_slot(name):
            return "Slot", form.slot_index(name)
        raise form.error(f"operand '{self.name}' has the unknown type '{name}'")

    def space_of(self, form):
        """How an address operand's state space is found: (rule, value)."""
        if self.space is None:
            return ("Slot", form.slot_index("ss")) if form.has_slot("ss") else ("Literal", "Generic")
        if form.has_slot(self.space):
            return "Slot", form.slot_index(self.space)
        if self.space in SPACES:
            return "Literal", SPACES[self.space]
        raise form.error(f"operand '{self.name}' is in the unknown state space '{self.space}'")

    def count_of(self, form):
        """How many elements a brace list has: (rule, value)."""
        if self.count is None:
            return "Scalar", 0
        if self.count == "*":
            return "Any", 0
        if form.has_slot(self.count):
            return "Slot", form.slot_index(self.count)
        try:
            return "OneOf", [int(part) for part in self.count.split(",")]
        except ValueError:
            raise form.error(f"operand '{self.name}' has the unknown element count '{self.count}'") from None

    def bytes_of(self, form):
        """How many bytes an address operand touches: (rule, value)."""
        if self.bytes is None:
            return "FromType", 0
        if self.bytes.isdigit():
            return "Literal", int(self.bytes)
        for index, operand in enumerate(form.operands):
            if operand.name == self.bytes:
                return "Operand", index
        raise form.error(f"operand '{self.name}' has the unknown size '{self.bytes}'")


@dataclasses.dataclass
class Form:
    place: str
    slots: list
    operands: list
    need: Requirement
    flags: list
    types: set

    def error(self, message):
        return TableError(f"{self.place}: {message}")

    def has_slot(self, name):
        return any(slot.name == name for slot in self.slots)

    def slot_index(self, name):
        return next(i for i, slot in enumerate(self.slots) if slot.name == name)


@dataclasses.dataclass
class Op:
    name: str
    class_name: str
    forms: list


@dataclasses.dataclass
class Type:
    name: str
    bits: int
    kind: str


@dataclasses.dataclass
class SpecialRegister:
    name: str
    type: str
    components: str
    need: Requirement


@dataclasses.dataclass
class Table:
    ops: list
    modifiers: list
    types: list
    special_registers: list


def parse_requirement(text, fail):
    """`ptx=7.0 sm=80` or `7.0/80`, as a Requirement and the other words."""
    ptx, targets, others = None, [], []
    for word in text.split():
        key, _, value = word.partition("=")
        if key == "ptx":
            if not re.fullmatch(r"\d+\.\d+", value):
                raise fail(f"'{word}' is not a PTX version")
            ptx = tuple(int(part) for part in value.split("."))
        elif key == "sm":
            for target in value.split(","):
                match = re.fullmatch(r"(\d+)([af]?)", target)
                if not match:
                    raise fail(f"'{target}' is not a target")
                targets.append((int(match.group(1)), match.group(2)))
        else:
            others.append(word)
    return Requirement(ptx, tuple(targets)), others


def merge(outer, inner):
    return Requirement(inner.ptx or outer.ptx, inner.targets or outer.targets)


SET_NAME = re.compile(r"[A-Z][A-Z0-9_]{2,}")  # .L1 and .L2 are modifiers
OPERAND = re.compile(r"""
    (?P<prefix>[=+\#%!&>]?)(?P<name>\w+)
    (?P<selector>\.sel)?
    (?:\{(?P<count>[\w,*]+)\})?
    (?::(?P<type>\w+))?
    (?P<wider>~)?
    (?P<sink>/_)?
    $""", re.VERBOSE)
ADDRESS = re.compile(r"(?P<use>[rwmh])\[(?P<name>\w+)\](?:@(?P<space>[\w:]+))?(?:\*(?P<bytes>\w+))?$")
MEMORY_USES = {"r": "Read", "w": "Write", "m": "Atomic", "h": "Hint"}
SHAPES = {"#": "Immediate", "%": "Register", "&": "Anything", ">": "Label"}


class Reader:
    """Reads all files; sets are resolved once everything has been seen."""

    def __init__(self):
        self.sets, self.types, self.special_registers, self.ops = {}, [], [], []
        self.pending = []
        self.place = ""

    def fail(self, message):
        return TableError(f"{self.place}: {message}")

    def read_file(self, path):
        lines = []
        for number, raw in enumerate(path.read_text().splitlines(), 1):
            line = self.without_comment(raw).rstrip()
            if not line:
                continue
            if line.lstrip().startswith("\\"):
                if not lines:
                    raise TableError(f"{path}:{number}: nothing to go on from")
                lines[-1] = (lines[-1][0], lines[-1][1] + " " + line.lstrip()[1:].strip())
            else:
                lines.append((f"{path.name}:{number}", line))
        for self.place, line in lines:
            self.read_line(line)

    @staticmethod
    def without_comment(line):
        # `#` also marks immediates: a comment is a `#` at the start or after white space and before white space.
        return re.sub(r"(^|\s)#(\s.*)?$", "", line)

    def read_line(self, line):
        words = line.split()
        if line[0].isspace():
            if not self.ops:
                raise self.fail("a form before any 'op' line")
            self.pending.append((self.place, self.ops[-1], self.op_need, line.strip()))
        elif words[0] == "set":
            self.read_set(words)
        elif words[0] == "op":
            self.read_op(line)
        elif words[0] == "type":
            self.read_type(words)
        elif words[0] == "sreg":
            self.read_special_register(line)
        else:
            raise self.fail(f"'{words[0]}' begins no kind of line")

    def read_set(self, words):
        if len(words) < 4 or words[2] != "=" or not SET_NAME.fullmatch(words[1]):
            raise self.fail("a set is written 'set NAME = value value …'")
        if words[1] in self.sets:
            raise self.fail(f"the set {words[1]} is defined twice")
        self.sets[words[1]] = (self.place, words[3:])

    def read_op(self, line):
        match = re.fullmatch(r"op\s+([\w.:]+)\s+class=(\w+)\s*(?:\{(.*)\})?", line)
        if not match:
            raise self.fail("an instruction is written 'op NAME class=CLASS'")
        name, class_name, attributes = match.groups()
        if class_name not in CLASSES:
            raise self.fail(f"there is no class '{class_name}'")
        if any(op.name == name for op in self.ops):
            raise self.fail(f"'{name}' is defined twice")
        self.op_need = parse_requirement(attributes or "", self.fail)
        self.ops.append(Op(name, class_name, []))

    def read_type(self, words):
        if len(words) != 4 or words[3] not in TYPE_KINDS:
            raise self.fail("a type is written 'type NAME BITS KIND'")
        self.types.append(Type(words[1], int(words[2]), words[3]))

    def read_special_register(self, line):
        match = re.fullmatch(r"sreg\s+(%\w+?)(?:(\d+)\.\.(\d+)(\w*))?\s+(\w+)(?:\s+([xyzw]+))?\s*(?:\{(.*)\})?", line)
        if not match:
            raise self.fail("a special register is written 'sreg %NAME TYPE [COMPONENTS]'")
        name, first, last, tail, type_name, components, attributes = match.groups()
        need, _ = parse_requirement(attributes or "", self.fail)
        numbers = [""] if first is None else [str(n) + tail for n in range(int(first), int(last) + 1)]
        for number in numbers:
            self.special_registers.append(SpecialRegister(name + number, type_name, components or "", need))

    def values(self, text):
        """`rn|rz@7.0|RND` as a list of Value."""
        found = []
        for word in text.split("|"):
            name, _, needs = word.partition("@")
            if name in self.sets:
                place, members = self.sets[name]
                for member in members:
                    found.extend(self.values(member))
                continue
            if SET_NAME.fullmatch(name):
                raise self.fail(f"the set {name} is not defined")
            if not re.fullmatch(r"[\w:]+", name):
                raise self.fail(f"'{name}' is not a modifier")
            version, _, targets = needs.partition("/")
            attributes = (f"ptx={version} " if version else "") + (f"sm={targets}" if targets else "")
            found.append(Value(name, parse_requirement(attributes, self.fail)[0]))
        return found

    def slot(self, word):
        match = re.fullmatch(r"\.(?:(\w+)=)?(.+?)(\?)?", word)
        if not match:
            raise self.fail(f"'{word}' is not a modifier")
        name, values, optional = match.groups()
        return Slot(name or "", self.values(values), optional is not None)

    def operand(self, text):
        optional = text.endswith("?")
        text = text.removesuffix("?").strip()
        pair = re.fullmatch(r"([^\[|]+)\|(.+)|([^\[|]+)\[\|(.+)\]", text)
        if pair:
            first, second = pair.group(1) or pair.group(3), pair.group(2) or pair.group(4)
            return Operand(first, shape="Pair", optional=optional, pair_optional=pair.group(3) is not None,
                           parts=[self.operand(first), self.operand(second)])
        if text.startswith("x["):
            return self.object_operand(text, optional)
        address = ADDRESS.match(text)
        if address:
            return Operand(address["name"], shape="Address", memory=MEMORY_USES[address["use"]],
                           space=address["space"], bytes=address["bytes"], optional=optional)
        plain = OPERAND.match(text)
        if not plain:
            raise self.fail(f"'{text}' is not an operand")
        prefix = plain["prefix"]
        access = {"=": "Write", "+": "ReadWrite"}.get(prefix, "Read")
        shape = "Register" if access != "Read" else SHAPES.get(prefix, "Value")
        return Operand(plain["name"], shape=shape, access=access, type=plain["type"], count=plain["count"],
                       optional=optional, sink=bool(plain["sink"]), wider=bool(plain["wider"]),
                       negatable=prefix == "!", selector=bool(plain["selector"]), special=prefix == "&")

    def object_operand(self, text, optional):
        if not text.endswith("]"):
            raise self.fail(f"'{text}' does not end in ]")
        parts = [self.operand(part) for part in split_commas(text[2:-1])]
        return Operand(parts[0].name, shape="Object", optional=optional, parts=parts)

    def form(self, op, op_need, line):
        attributes = re.search(r"\{([^{}]*=[^{}]*|[^{}]*deprecated[^{}]*)\}$", line)
        body = line[:attributes.start()].rstrip() if attributes else line
        need, others = parse_requirement(attributes.group(1) if attributes else "", self.fail)
        head, _, tail = (body + " ").partition(" : ") if " : " in body + " " else (body, "", "")
        words = head.split()
        if words[0] != op.name:
            raise self.fail(f"the form begins with '{words[0]}', not with '{op.name}'")
        flags = []
        for word in op_need[1] + others:
            if word not in ("deprecated", "syntax=call"):
                raise self.fail(f"there is no attribute '{word}'")
            flags.append(word.replace("syntax=", "syntax_"))
        operands = [self.operand(part) for part in split_commas(tail) if part]
        form = Form(self.place, [self.slot(w) for w in words[1:]], operands, merge(op_need[0], need), flags,
                    {t.name for t in self.types})
        seen_optional = False
        for operand in operands:
            if seen_optional and not operand.optional:
                raise self.fail(f"operand '{operand.name}' comes after an optional one")
            seen_optional = operand.optional
        return form

    def finish(self):
        for self.place, op, op_need, line in self.pending:
            op.forms.append(self.form(op, op_need, line))
        for op in self.ops:
            if not op.forms:
                raise TableError(f"'{op.name}' has no form")
        used = {v.name for op in self.ops for form in op.forms for slot in form.slots for v in slot.values}
        used.update(t.name for t in self.types)
        return Table(sorted(self.ops, key=lambda op: op.name), sorted(used), self.types, self.special_registers)


def split_commas(text):
    """Splits at the commas that are in no bracket."""
    parts, depth, current = [], 0, ""
    for character in text:
        depth += character in "[{("
        depth -= character in "]})"
        if character == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    return parts + [current.strip()] if current.strip() else parts


def read(paths):
    """The whole table, from all its files."""
    reader = Reader()
    for path in paths:
        reader.read_file(path)
    return reader.finish()
