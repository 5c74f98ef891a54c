// A PTX module in memory.
//
// Everything hangs off one Module and lives in its arena, so a module is freed at once and pointers into it stay valid
// as long as it does. Names are views into the module's own copy of the source, or into the arena. The parser's model
// is complete (the printer needs nothing else) and checked: every name is resolved, every instruction fits a form of
// the instruction table.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "base/effort.h"
#include "base/source_map.h"
#include "ptx/isa.h"
#include "ptx/operation.h"

namespace ringfence::ptx {

// Bytes [begin, end) of the source. Empty for what a rewriter added.
struct SourceRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool empty() const { return begin == end; }
};

// A register's number within its function, from 0.
using RegisterId = std::uint32_t;
constexpr RegisterId no_register = UINT32_MAX;

struct Variable;
struct Function;
struct Label;
struct Statement;

enum class OperandKind : std::uint8_t {
    Empty,     // an operand that was left out
    Register,  // id: the register
    Special,   // id: a SpecialRegister
    Integer,   // bits: the value
    Float32,   // bits: its low 32 bits
    Float64,   // bits
    Variable,  // variable; offset
    Function,  // function; offset
    Label,     // label
    Sink,      // `_`
    Vector,    // elements: { … }
    Pair,      // elements: a|b
    Address,   // elements[0] is what the brackets hold, offset what is added to it
    Object,    // elements: [a, b, …]
    List,      // elements: ( … ), of a call
};

// The suffix of a register's name: `.x` … `.a`, an element of a vector; or `.b0`, `.h10`, `.b7654`: the bytes or
// half-words that a video instruction selects.
class Component {
public:
    Component() = default;
    // From its text without the dot.
    static std::optional<Component> named(std::string_view text);

    explicit operator bool() const { return letter_ != 0; }
    bool is_selector() const { return digits_ != 0; }
    char letter() const { return letter_; }
    // The digits of a selector, as text: "10" for `.h10`.
    std::string digits() const;
    void append_to(std::string& out) const;
    friend bool operator==(const Component&, const Component&) = default;

private:
    // The letter, then up to four digits of three bits each behind a leading 1.
    std::uint16_t digits_ = 0;
    char letter_ = 0;
};

// An operand, or a part of one.
struct Operand {
    OperandKind kind = OperandKind::Empty;
    bool negated : 1 = false;      // `!%p1` of a predicate, `-%r1` of a number
    bool is_unsigned : 1 = false;  // of an Integer: `bits` is to be read as unsigned
    bool has_offset : 1 = false;   // an offset was written, be it 0
    bool is_element : 1 = false;   // of a Variable or its Address: written `a[3]`
    bool unified : 1 = false;      // of an Address: `[a].unified`
    Component component;
    std::uint32_t id = 0;  // register number, or number of elements
    union {
        std::uint64_t bits = 0;
        const Variable* variable;
        const Function* function;
        const Label* label;
        Operand* first_element;
    };
    std::int64_t offset = 0;

    std::span<const Operand> elements() const {
        return has_elements() ? std::span<const Operand>(first_element, id) : std::span<const Operand>();
    }
    bool has_elements() const { return kind >= OperandKind::Vector; }
    bool is_register() const { return kind == OperandKind::Register; }
    const Operand& address_base() const { return first_element[0]; }
};

// `@%p1` or `@!%p1` in front of an instruction.
struct Guard {
    RegisterId predicate = no_register;
    bool negated = false;

    explicit operator bool() const { return predicate != no_register; }
};

struct Instruction {
    const Operation* operation = nullptr;
    std::span<const Operand> operands;
    Guard guard;

    Opcode opcode() const { return operation->opcode; }
    Class instruction_class() const { return operation->instruction_class; }
};

// A set of registers declared together: `%r<10>` or a single name.
struct RegisterGroup {
    std::string_view name;    // with the range form: what stands before the number
    RegisterId first = 0;     // its first register's number in the function
    std::uint32_t count = 1;  // how many
    Type type = Type::None;
    std::uint8_t vector = 1;  // 2 or 4: each is a vector register
    bool is_range = false;
    std::uint32_t align = 0;  // as written, which means nothing for a register
};

// `.reg .b32 a, %r<10>;`
struct RegisterDeclaration {
    std::uint32_t first_group = 0;
    std::uint32_t group_count = 0;
};

enum class Linkage : std::uint8_t { None, Extern, Visible, Weak, Common };
std::string_view name(Linkage linkage);

// One value of an initialiser: a number, or an address such as `generic(table)+8` or `0xff(table)`.
struct InitialValue {
    enum class Kind : std::uint8_t { Integer, Float32, Float64, Address, List, Field };
    Kind kind = Kind::Integer;
    bool is_unsigned = false;
    bool generic = false;                // of an Address: wrapped in generic()
    std::uint64_t bits = 0;              // the number; of an Address: the mask, 0 for none
    const Variable* variable = nullptr;  // of an Address: one of these two
    const Function* function = nullptr;
    std::int64_t offset = 0;
    std::span<const InitialValue> list;  // of a List: nested braces
    std::string_view field;              // of a Field, in a sampler's or texture's initialiser: `filter_mode = linear`
    std::string_view word;               // its value, if that is a word
};

// The text after `=`. Long lists of plain integers, the usual case, are stored compactly.
struct Initializer {
    bool braces = false;
    std::span<const std::int64_t> integers;  // if all values are signed integers
    std::span<const InitialValue> values;    // otherwise
};

// `.ptr .global .align 16` of a kernel parameter.
struct PointerAttribute {
    bool present = false;
    Space space = Space::Generic;
    std::uint32_t align = 0;  // 0: not given
};

// A variable in any state space but .reg; parameters too.
struct Variable {
    std::string_view name;
    SourceRange where;
    Space space = Space::None;
    Type type = Type::None;
    Linkage linkage = Linkage::None;
    std::uint8_t vector = 1;
    bool is_array = false;
    bool is_range = false;  // `name<4>`: four variables; `range_count` says how many
    bool managed = false;   // .attribute(.managed)
    bool unified = false;   // .attribute(.unified(a, b))
    std::uint64_t unified_id[2] = {0, 0};
    std::uint32_t range_count = 0;
    std::int32_t range_index = -1;  // this is one of the variables of a range
    const Variable* range_of = nullptr;
    std::int32_t bank = -1;   // .const[bank], of old PTX
    std::uint32_t align = 0;  // 0: natural
    PointerAttribute pointer;
    std::span<const std::uint64_t> dimensions;  // 0: left open, `a[]`
    const Initializer* initializer = nullptr;

    // The size of one element, also if that is a vector.
    std::uint64_t element_bytes() const;
    // Bytes it takes; 0 where a dimension is left open.
    std::uint64_t bytes() const;
    // The alignment that is written, otherwise the natural one: that of an element.
    std::uint32_t alignment() const;
    std::uint32_t natural_alignment() const;
};

// `.global .b32 a, b;` gives one declaration with two variables.
struct VariableDeclaration {
    std::span<const Variable* const> variables;
};

// A name for a place in a function's code, or for a table or prototype that stands there.
enum class LabelKind : std::uint8_t { Code, BranchTargets, CallTargets, Prototype };

struct Label {
    std::string_view name;
    LabelKind kind = LabelKind::Code;
    const struct CallPrototype* prototype = nullptr;  // that stands at it
    SourceRange where;
    std::uint32_t statement = UINT32_MAX;  // its statement's index in the body
    std::uint32_t number = 0;              // unique in its function
};

// `.branchtargets`, `.calltargets`: the targets of the label in front.
struct TargetTable {
    const Label* label = nullptr;
    bool calls = false;
    std::span<const Label* const> labels;
    std::span<const Function* const> functions;
};

// A function's parameters and results; also what `.callprototype` says.
struct Signature {
    std::span<const Variable* const> results;
    std::span<const Variable* const> parameters;
    bool has_result_list = false;
    bool has_parameter_list = false;
};

// A directive that is a name with numbers: `.maxntid 128, 1, 1`, `.noreturn`, `.minnctapersm 2`.
struct Directive {
    std::string_view name;  // with its dot
    std::span<const std::uint64_t> arguments;
};

struct CallPrototype {
    const Label* label = nullptr;
    Signature signature;
    std::span<const Directive> directives;
};

struct Pragma {
    std::span<const std::string_view> texts;  // without the quotes, escapes as written
};

// `.loc 1 20 3, function_name $str+4, inlined_at 1 10 2`
struct SourceLine {
    std::uint64_t file = 0;
    std::uint64_t line = 0;
    std::uint64_t column = 0;
    bool inlined = false;
    std::string_view function_name;  // a label of a debug section
    std::int64_t function_offset = 0;
    bool has_function_offset = false;
    std::uint64_t inlined_file = 0;
    std::uint64_t inlined_line = 0;
    std::uint64_t inlined_column = 0;
};

struct SourceFile {
    std::uint64_t index = 0;
    std::string_view name;  // without the quotes, escapes as written
    bool has_stamp = false;
    std::uint64_t timestamp = 0;
    std::uint64_t size = 0;
};

// One value of a debug section: a number, a label, or the difference of two labels.
struct SectionValue {
    std::string_view label;
    std::string_view minus;
    std::uint64_t bits = 0;
    bool is_unsigned = false;
    std::int64_t offset = 0;
};

// A line of a debug section: `name:` or `.b8 1, 2, 3`.
struct SectionLine {
    std::string_view label;
    Type type = Type::None;
    std::span<const std::int64_t> integers;  // if all values are signed integers
    std::span<const SectionValue> values;    // otherwise
};

struct Section {
    std::string_view name;  // with its dot
    std::span<const SectionLine> lines;
};

// `@@DWARF …`, of old PTX: kept to the end of the line as it is.
struct RawLine {
    std::string_view text;
};

enum class StatementKind : std::uint8_t {
    Instruction,
    Label,
    Registers,
    Variables,
    ScopeBegin,
    ScopeEnd,
    SourceLine,
    Pragma,
    TargetTable,
    CallPrototype,
    RawLine,
};

// One thing in a function's body.
struct Statement {
    StatementKind kind = StatementKind::Instruction;
    SourceRange where;
    Instruction instruction;
    union {
        const void* nothing = nullptr;
        const Label* label;
        const RegisterDeclaration* registers;
        const VariableDeclaration* variables;
        const SourceLine* source_line;
        const Pragma* pragma;
        const TargetTable* targets;
        const CallPrototype* prototype;
        const RawLine* raw;
    };

    bool is_instruction() const { return kind == StatementKind::Instruction; }
};

// A kernel (.entry) or a device function (.func): declared, or defined with a body.
struct Function {
    std::string_view name;
    SourceRange where;
    SourceRange head;  // without the body
    Linkage linkage = Linkage::None;
    bool is_entry = false;
    bool has_body = false;
    bool unified = false;
    std::uint64_t unified_id[2] = {0, 0};
    Signature signature;
    std::span<const Directive> directives;
    std::span<const Pragma* const> pragmas;  // between the parameters and the body
    std::span<const Statement> body;
    std::span<const RegisterGroup> register_groups;  // ordered by `first`
    std::uint32_t register_count = 0;
    std::uint32_t label_count = 0;
    const Function* definition = nullptr;  // of a declaration: the same name with a body, if there is one

    const RegisterGroup& group_of(RegisterId reg) const;
    const Directive* find_directive(std::string_view directive_name) const;
};

// `.alias a, b;`
struct Alias {
    const Function* name = nullptr;
    const Function* target = nullptr;
};

enum class ItemKind : std::uint8_t { Variables, Function, Alias, Pragma, SourceFile, Section, RawLine };

// One thing at module scope.
struct Item {
    ItemKind kind = ItemKind::Variables;
    SourceRange where;
    union {
        const VariableDeclaration* variables = nullptr;
        const Function* function;
        const Alias* alias;
        const Pragma* pragma;
        const SourceFile* file;
        const Section* section;
        const RawLine* raw;
    };
};

// `.target sm_90a, texmode_independent`
struct Target {
    unsigned sm = 0;
    char suffix = 0;  // 'a', 'f' or none
    std::span<const std::string_view> names;
    bool debug = false;

    bool satisfies(const isa::Need& need) const;
};

struct Module {
    std::shared_ptr<const std::string> source;  // what was parsed; names point into it
    std::string file_name;
    Arena arena;
    HeldMemory memory;  // of all this
    unsigned version_major = 0;
    unsigned version_minor = 0;
    Target target;
    unsigned address_size = 0;  // as written; 0: not given, when both widths are taken
    SourceRange version_where, target_where, address_size_where;
    std::span<const Item> items;

    unsigned version() const { return version_major * 10 + version_minor; }
    unsigned pointer_bits() const { return address_size == 32 ? 32 : 64; }
    const Function* find_function(std::string_view function_name) const;
};

}  // namespace ringfence::ptx
