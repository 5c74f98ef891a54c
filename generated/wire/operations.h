// Made by tools/generate_operations.py from api/operations.api. Do not edit.
// clang-format off
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ringfence::wire {

enum class Operation : std::uint16_t {
    SynchronizeSession,
    ResetSession,
    MemoryInfo,
    Allocate,
    Release,
    ReleaseAfter,
    AllocateHost,
    AttachHost,
    ReleaseHost,
    ReserveAddresses,
    FreeAddresses,
    CreateMemory,
    DestroyMemory,
    MapMemory,
    UnmapMemory,
    ExportCreatedMemory,
    ImportCreatedMemory,
    ExportMemory,
    ImportMemory,
    CloseMemory,
    GetSegment,
    AttachSegment,
    DescribeSegment,
    GrantSegment,
    RemoveSegment,
    Copy,
    CopyBox,
    Write,
    Read,
    Fill,
    LoadModule,
    JudgeImage,
    UnloadModule,
    FindFunction,
    ListFunctions,
    FindGlobal,
    SetFunctionAttribute,
    Occupancy,
    CreateStream,
    DestroyStream,
    SynchronizeStream,
    QueryStream,
    CreateEvent,
    AskForEvent,
    DestroyEvent,
    RecordEvent,
    WaitEvent,
    SynchronizeEvent,
    QueryEvent,
    ExportEvent,
    ImportEvent,
    Elapsed,
    CallHost,
    WriteValue,
    WaitValue,
    Launch,
    ExplainLaunch,
    CreateGraph,
    UpdateGraph,
    LaunchGraph,
    DestroyGraph,
    CallLibrary,
    SubmitLibrary,
    RecordLibrary,
    DropRecord,
    ReplayLibrary,
    CreateArray,
    DestroyArray,
    CopyArray,
    CreateTexture,
    DestroyTexture,
    CreateSurface,
    DestroySurface,
    EncodeTensorMap,
    MoveTensorMap,
    RunBodies,
};

constexpr std::uint16_t operation_count = 76;

constexpr std::string_view name_of(Operation operation) {
    switch (operation) {
        case Operation::SynchronizeSession: return "synchronize_session";
        case Operation::ResetSession: return "reset_session";
        case Operation::MemoryInfo: return "memory_info";
        case Operation::Allocate: return "allocate";
        case Operation::Release: return "release";
        case Operation::ReleaseAfter: return "release_after";
        case Operation::AllocateHost: return "allocate_host";
        case Operation::AttachHost: return "attach_host";
        case Operation::ReleaseHost: return "release_host";
        case Operation::ReserveAddresses: return "reserve_addresses";
        case Operation::FreeAddresses: return "free_addresses";
        case Operation::CreateMemory: return "create_memory";
        case Operation::DestroyMemory: return "destroy_memory";
        case Operation::MapMemory: return "map_memory";
        case Operation::UnmapMemory: return "unmap_memory";
        case Operation::ExportCreatedMemory: return "export_created_memory";
        case Operation::ImportCreatedMemory: return "import_created_memory";
        case Operation::ExportMemory: return "export_memory";
        case Operation::ImportMemory: return "import_memory";
        case Operation::CloseMemory: return "close_memory";
        case Operation::GetSegment: return "get_segment";
        case Operation::AttachSegment: return "attach_segment";
        case Operation::DescribeSegment: return "describe_segment";
        case Operation::GrantSegment: return "grant_segment";
        case Operation::RemoveSegment: return "remove_segment";
        case Operation::Copy: return "copy";
        case Operation::CopyBox: return "copy_box";
        case Operation::Write: return "write";
        case Operation::Read: return "read";
        case Operation::Fill: return "fill";
        case Operation::LoadModule: return "load_module";
        case Operation::JudgeImage: return "judge_image";
        case Operation::UnloadModule: return "unload_module";
        case Operation::FindFunction: return "find_function";
        case Operation::ListFunctions: return "list_functions";
        case Operation::FindGlobal: return "find_global";
        case Operation::SetFunctionAttribute: return "set_function_attribute";
        case Operation::Occupancy: return "occupancy";
        case Operation::CreateStream: return "create_stream";
        case Operation::DestroyStream: return "destroy_stream";
        case Operation::SynchronizeStream: return "synchronize_stream";
        case Operation::QueryStream: return "query_stream";
        case Operation::CreateEvent: return "create_event";
        case Operation::AskForEvent: return "ask_for_event";
        case Operation::DestroyEvent: return "destroy_event";
        case Operation::RecordEvent: return "record_event";
        case Operation::WaitEvent: return "wait_event";
        case Operation::SynchronizeEvent: return "synchronize_event";
        case Operation::QueryEvent: return "query_event";
        case Operation::ExportEvent: return "export_event";
        case Operation::ImportEvent: return "import_event";
        case Operation::Elapsed: return "elapsed";
        case Operation::CallHost: return "call_host";
        case Operation::WriteValue: return "write_value";
        case Operation::WaitValue: return "wait_value";
        case Operation::Launch: return "launch";
        case Operation::ExplainLaunch: return "explain_launch";
        case Operation::CreateGraph: return "create_graph";
        case Operation::UpdateGraph: return "update_graph";
        case Operation::LaunchGraph: return "launch_graph";
        case Operation::DestroyGraph: return "destroy_graph";
        case Operation::CallLibrary: return "call_library";
        case Operation::SubmitLibrary: return "submit_library";
        case Operation::RecordLibrary: return "record_library";
        case Operation::DropRecord: return "drop_record";
        case Operation::ReplayLibrary: return "replay_library";
        case Operation::CreateArray: return "create_array";
        case Operation::DestroyArray: return "destroy_array";
        case Operation::CopyArray: return "copy_array";
        case Operation::CreateTexture: return "create_texture";
        case Operation::DestroyTexture: return "destroy_texture";
        case Operation::CreateSurface: return "create_surface";
        case Operation::DestroySurface: return "destroy_surface";
        case Operation::EncodeTensorMap: return "encode_tensor_map";
        case Operation::MoveTensorMap: return "move_tensor_map";
        case Operation::RunBodies: return "run_bodies";
    }
    return "unknown";
}

struct SynchronizeSession {
    static constexpr Operation id = Operation::SynchronizeSession;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    template <typename Visitor>
    void visit_fields(Visitor&&) const {}
};

struct ResetSession {
    static constexpr Operation id = Operation::ResetSession;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    template <typename Visitor>
    void visit_fields(Visitor&&) const {}
};

struct MemoryInfo {
    static constexpr Operation id = Operation::MemoryInfo;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t free = 0;
        std::uint64_t total = 0;
    };
    template <typename Visitor>
    void visit_fields(Visitor&&) const {}
};

struct Allocate {
    static constexpr Operation id = Operation::Allocate;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t address = 0;
    };
    std::uint64_t bytes = 0;
    std::uint64_t alignment = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("bytes", bytes); visit("alignment", alignment);
    }
};

struct Release {
    static constexpr Operation id = Operation::Release;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t address = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("address", address);
    }
};

struct ReleaseAfter {
    static constexpr Operation id = Operation::ReleaseAfter;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t address = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("address", address);
    }
};

struct AllocateHost {
    static constexpr Operation id = Operation::AllocateHost;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t address = 0;
        std::uint64_t bytes_mapped = 0;
    };
    std::uint64_t bytes = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("bytes", bytes);
    }
};

struct AttachHost {
    static constexpr Operation id = Operation::AttachHost;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t address = 0;
        std::uint64_t bytes_mapped = 0;
    };
    std::uint64_t bytes = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("bytes", bytes);
    }
};

struct ReleaseHost {
    static constexpr Operation id = Operation::ReleaseHost;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t address = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("address", address);
    }
};

struct ReserveAddresses {
    static constexpr Operation id = Operation::ReserveAddresses;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t address = 0;
    };
    std::uint64_t bytes = 0;
    std::uint64_t alignment = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("bytes", bytes); visit("alignment", alignment);
    }
};

struct FreeAddresses {
    static constexpr Operation id = Operation::FreeAddresses;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t address = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("address", address);
    }
};

struct CreateMemory {
    static constexpr Operation id = Operation::CreateMemory;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t memory = 0;
    };
    std::uint64_t bytes = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("bytes", bytes);
    }
};

struct DestroyMemory {
    static constexpr Operation id = Operation::DestroyMemory;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t memory = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("memory", memory);
    }
};

struct MapMemory {
    static constexpr Operation id = Operation::MapMemory;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t address = 0;
    std::uint64_t memory = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("address", address); visit("memory", memory);
    }
};

struct UnmapMemory {
    static constexpr Operation id = Operation::UnmapMemory;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("address", address); visit("bytes", bytes);
    }
};

struct ExportCreatedMemory {
    static constexpr Operation id = Operation::ExportCreatedMemory;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = true;
    struct Reply {
    };
    std::uint64_t memory = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("memory", memory);
    }
};

struct ImportCreatedMemory {
    static constexpr Operation id = Operation::ImportCreatedMemory;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t memory = 0;
        std::uint64_t bytes = 0;
    };
    template <typename Visitor>
    void visit_fields(Visitor&&) const {}
};

struct ExportMemory {
    static constexpr Operation id = Operation::ExportMemory;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = true;
    struct Reply {
    };
    std::uint64_t address = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("address", address);
    }
};

struct ImportMemory {
    static constexpr Operation id = Operation::ImportMemory;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t address = 0;
        std::uint64_t bytes = 0;
    };
    template <typename Visitor>
    void visit_fields(Visitor&&) const {}
};

struct CloseMemory {
    static constexpr Operation id = Operation::CloseMemory;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint32_t left = 0;
        std::uint32_t padding = 0;
    };
    std::uint64_t address = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("address", address);
    }
};

struct GetSegment {
    static constexpr Operation id = Operation::GetSegment;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint32_t segment = 0;
        std::uint32_t padding = 0;
    };
    std::uint64_t bytes = 0;
    std::int32_t key = 0;
    std::uint32_t flags = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("bytes", bytes); visit("key", key); visit("flags", flags);
    }
};

struct AttachSegment {
    static constexpr Operation id = Operation::AttachSegment;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t address = 0;
        std::uint64_t bytes = 0;
    };
    std::uint32_t segment = 0;
    std::uint32_t padding = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("segment", segment);
    }
};

struct DescribeSegment {
    static constexpr Operation id = Operation::DescribeSegment;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t bytes = 0;
        std::uint64_t attached = 0;
        std::int32_t key = 0;
        std::uint32_t padding = 0;
    };
    std::uint32_t segment = 0;
    std::uint32_t padding = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("segment", segment);
    }
};

struct GrantSegment {
    static constexpr Operation id = Operation::GrantSegment;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint32_t segment = 0;
    std::uint32_t is_revoked = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("segment", segment); visit("is_revoked", is_revoked);
    }
};

struct RemoveSegment {
    static constexpr Operation id = Operation::RemoveSegment;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint32_t segment = 0;
    std::uint32_t padding = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("segment", segment);
    }
};

struct Copy {
    static constexpr Operation id = Operation::Copy;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t to = 0;
    std::uint64_t from = 0;
    std::uint64_t bytes = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("to", to); visit("from", from); visit("bytes", bytes);
    }
};

struct CopyBox {
    static constexpr Operation id = Operation::CopyBox;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t to = 0;
    std::uint64_t to_pitch = 0;
    std::uint64_t to_slice = 0;
    std::uint64_t from = 0;
    std::uint64_t from_pitch = 0;
    std::uint64_t from_slice = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    std::uint64_t depth = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("to", to); visit("to_pitch", to_pitch); visit("to_slice", to_slice); visit("from", from); visit("from_pitch", from_pitch); visit("from_slice", from_slice); visit("width", width); visit("height", height); visit("depth", depth);
    }
};

struct Write {
    static constexpr Operation id = Operation::Write;
    static constexpr bool waits = false;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t to = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("to", to);
    }
};

struct Read {
    static constexpr Operation id = Operation::Read;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = true;
    struct Reply {
    };
    std::uint64_t stream = 0;
    std::uint64_t from = 0;
    std::uint64_t bytes = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("from", from); visit("bytes", bytes);
    }
};

struct Fill {
    static constexpr Operation id = Operation::Fill;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t to = 0;
    std::uint64_t pitch = 0;
    std::uint64_t count = 0;
    std::uint64_t height = 0;
    std::uint32_t value = 0;
    std::uint32_t width = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("to", to); visit("pitch", pitch); visit("value", value); visit("width", width); visit("count", count); visit("height", height);
    }
};

struct LoadModule {
    static constexpr Operation id = Operation::LoadModule;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = true;
    struct Reply {
    };
    std::uint64_t module = 0;
    std::uint64_t image = 0;
    std::uint64_t bytes = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("module", module); visit("image", image); visit("bytes", bytes);
    }
};

struct JudgeImage {
    static constexpr Operation id = Operation::JudgeImage;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t image = 0;
    std::uint64_t bytes = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("image", image); visit("bytes", bytes);
    }
};

struct UnloadModule {
    static constexpr Operation id = Operation::UnloadModule;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t module = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("module", module);
    }
};

struct FindFunction {
    static constexpr Operation id = Operation::FindFunction;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = true;
    struct Reply {
        std::uint32_t parameter_bytes = 0;
        std::uint32_t static_shared = 0;
        std::uint32_t local_bytes = 0;
        std::uint32_t registers = 0;
        std::uint32_t max_threads_per_block = 0;
        std::uint32_t constant_bytes = 0;
        std::int32_t ptx_version = 0;
        std::int32_t binary_version = 0;
    };
    std::uint64_t module = 0;
    std::uint64_t function = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("module", module); visit("function", function);
    }
};

struct ListFunctions {
    static constexpr Operation id = Operation::ListFunctions;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = true;
    struct Reply {
        std::uint32_t count = 0;
        std::uint32_t padding = 0;
    };
    std::uint64_t module = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("module", module);
    }
};

struct FindGlobal {
    static constexpr Operation id = Operation::FindGlobal;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t address = 0;
        std::uint64_t bytes = 0;
    };
    std::uint64_t module = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("module", module);
    }
};

struct SetFunctionAttribute {
    static constexpr Operation id = Operation::SetFunctionAttribute;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t function = 0;
    std::int32_t attribute = 0;
    std::int32_t value = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("function", function); visit("attribute", attribute); visit("value", value);
    }
};

struct Occupancy {
    static constexpr Operation id = Operation::Occupancy;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint32_t blocks = 0;
        std::uint32_t padding = 0;
    };
    std::uint64_t function = 0;
    std::uint32_t block_threads = 0;
    std::uint32_t dynamic_shared = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("function", function); visit("block_threads", block_threads); visit("dynamic_shared", dynamic_shared);
    }
};

struct CreateStream {
    static constexpr Operation id = Operation::CreateStream;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t stream = 0;
    std::uint32_t flags = 0;
    std::int32_t priority = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("flags", flags); visit("priority", priority);
    }
};

struct DestroyStream {
    static constexpr Operation id = Operation::DestroyStream;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream);
    }
};

struct SynchronizeStream {
    static constexpr Operation id = Operation::SynchronizeStream;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t stream = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream);
    }
};

struct QueryStream {
    static constexpr Operation id = Operation::QueryStream;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint32_t is_idle = 0;
        std::uint32_t padding = 0;
    };
    std::uint64_t stream = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream);
    }
};

struct CreateEvent {
    static constexpr Operation id = Operation::CreateEvent;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t event = 0;
    std::uint32_t flags = 0;
    std::uint32_t padding = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("event", event); visit("flags", flags);
    }
};

struct AskForEvent {
    static constexpr Operation id = Operation::AskForEvent;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t event = 0;
    std::uint32_t flags = 0;
    std::uint32_t padding = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("event", event); visit("flags", flags);
    }
};

struct DestroyEvent {
    static constexpr Operation id = Operation::DestroyEvent;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t event = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("event", event);
    }
};

struct RecordEvent {
    static constexpr Operation id = Operation::RecordEvent;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t event = 0;
    std::uint64_t stream = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("event", event); visit("stream", stream);
    }
};

struct WaitEvent {
    static constexpr Operation id = Operation::WaitEvent;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t event = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("event", event);
    }
};

struct SynchronizeEvent {
    static constexpr Operation id = Operation::SynchronizeEvent;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t event = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("event", event);
    }
};

struct QueryEvent {
    static constexpr Operation id = Operation::QueryEvent;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint32_t is_done = 0;
        std::uint32_t padding = 0;
    };
    std::uint64_t event = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("event", event);
    }
};

struct ExportEvent {
    static constexpr Operation id = Operation::ExportEvent;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = true;
    struct Reply {
    };
    std::uint64_t event = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("event", event);
    }
};

struct ImportEvent {
    static constexpr Operation id = Operation::ImportEvent;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t event = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("event", event);
    }
};

struct Elapsed {
    static constexpr Operation id = Operation::Elapsed;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        float milliseconds = 0;
        std::uint32_t padding = 0;
    };
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("start", start); visit("end", end);
    }
};

struct CallHost {
    static constexpr Operation id = Operation::CallHost;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t token = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("token", token);
    }
};

struct WriteValue {
    static constexpr Operation id = Operation::WriteValue;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t address = 0;
    std::uint64_t value = 0;
    std::uint32_t bytes = 0;
    std::uint32_t padding = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("address", address); visit("value", value); visit("bytes", bytes);
    }
};

struct WaitValue {
    static constexpr Operation id = Operation::WaitValue;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t address = 0;
    std::uint64_t value = 0;
    std::uint32_t bytes = 0;
    std::uint32_t condition = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("address", address); visit("value", value); visit("bytes", bytes); visit("condition", condition);
    }
};

struct Launch {
    static constexpr Operation id = Operation::Launch;
    static constexpr bool waits = false;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t function = 0;
    std::uint32_t grid_x = 0;
    std::uint32_t grid_y = 0;
    std::uint32_t grid_z = 0;
    std::uint32_t block_x = 0;
    std::uint32_t block_y = 0;
    std::uint32_t block_z = 0;
    std::uint32_t dynamic_shared = 0;
    std::uint32_t flags = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("function", function); visit("grid_x", grid_x); visit("grid_y", grid_y); visit("grid_z", grid_z); visit("block_x", block_x); visit("block_y", block_y); visit("block_z", block_z); visit("dynamic_shared", dynamic_shared); visit("flags", flags);
    }
};

struct ExplainLaunch {
    static constexpr Operation id = Operation::ExplainLaunch;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = true;
    struct Reply {
    };
    std::uint64_t function = 0;
    std::uint32_t grid_x = 0;
    std::uint32_t grid_y = 0;
    std::uint32_t grid_z = 0;
    std::uint32_t block_x = 0;
    std::uint32_t block_y = 0;
    std::uint32_t block_z = 0;
    std::uint32_t dynamic_shared = 0;
    std::uint32_t flags = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("function", function); visit("grid_x", grid_x); visit("grid_y", grid_y); visit("grid_z", grid_z); visit("block_x", block_x); visit("block_y", block_y); visit("block_z", block_z); visit("dynamic_shared", dynamic_shared); visit("flags", flags);
    }
};

struct CreateGraph {
    static constexpr Operation id = Operation::CreateGraph;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t graph = 0;
    std::uint64_t list = 0;
    std::uint64_t bytes = 0;
    std::uint32_t nodes = 0;
    std::uint32_t padding = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("graph", graph); visit("list", list); visit("bytes", bytes); visit("nodes", nodes);
    }
};

struct UpdateGraph {
    static constexpr Operation id = Operation::UpdateGraph;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint32_t first_difference = 0;
        std::uint32_t padding = 0;
    };
    std::uint64_t graph = 0;
    std::uint64_t list = 0;
    std::uint64_t bytes = 0;
    std::uint32_t nodes = 0;
    std::uint32_t padding = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("graph", graph); visit("list", list); visit("bytes", bytes); visit("nodes", nodes);
    }
};

struct LaunchGraph {
    static constexpr Operation id = Operation::LaunchGraph;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t graph = 0;
    std::uint64_t stream = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("graph", graph); visit("stream", stream);
    }
};

struct DestroyGraph {
    static constexpr Operation id = Operation::DestroyGraph;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t graph = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("graph", graph);
    }
};

struct CallLibrary {
    static constexpr Operation id = Operation::CallLibrary;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = true;
    struct Reply {
        std::int32_t status = 0;
        std::uint32_t padding = 0;
    };
    std::uint32_t library = 0;
    std::uint32_t function = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("library", library); visit("function", function);
    }
};

struct SubmitLibrary {
    static constexpr Operation id = Operation::SubmitLibrary;
    static constexpr bool waits = false;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    std::uint32_t library = 0;
    std::uint32_t function = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("library", library); visit("function", function);
    }
};

struct RecordLibrary {
    static constexpr Operation id = Operation::RecordLibrary;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = true;
    struct Reply {
        std::int32_t status = 0;
        std::uint32_t nodes = 0;
    };
    std::uint64_t record = 0;
    std::uint64_t capture = 0;
    std::uint32_t library = 0;
    std::uint32_t function = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("record", record); visit("capture", capture); visit("library", library); visit("function", function);
    }
};

struct DropRecord {
    static constexpr Operation id = Operation::DropRecord;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t record = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("record", record);
    }
};

struct ReplayLibrary {
    static constexpr Operation id = Operation::ReplayLibrary;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t record = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("record", record);
    }
};

struct CreateArray {
    static constexpr Operation id = Operation::CreateArray;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t array = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    std::uint64_t depth = 0;
    std::uint32_t format = 0;
    std::uint32_t channels = 0;
    std::uint32_t flags = 0;
    std::uint32_t levels = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("array", array); visit("width", width); visit("height", height); visit("depth", depth); visit("format", format); visit("channels", channels); visit("flags", flags); visit("levels", levels);
    }
};

struct DestroyArray {
    static constexpr Operation id = Operation::DestroyArray;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
    };
    std::uint64_t array = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("array", array);
    }
};

struct CopyArray {
    static constexpr Operation id = Operation::CopyArray;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t to_array = 0;
    std::uint64_t to = 0;
    std::uint64_t to_pitch = 0;
    std::uint64_t to_slice = 0;
    std::uint64_t to_x = 0;
    std::uint64_t to_y = 0;
    std::uint64_t to_z = 0;
    std::uint64_t from_array = 0;
    std::uint64_t from = 0;
    std::uint64_t from_pitch = 0;
    std::uint64_t from_slice = 0;
    std::uint64_t from_x = 0;
    std::uint64_t from_y = 0;
    std::uint64_t from_z = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    std::uint64_t depth = 0;
    std::uint32_t to_level = 0;
    std::uint32_t from_level = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("to_array", to_array); visit("to", to); visit("to_pitch", to_pitch); visit("to_slice", to_slice); visit("to_x", to_x); visit("to_y", to_y); visit("to_z", to_z); visit("from_array", from_array); visit("from", from); visit("from_pitch", from_pitch); visit("from_slice", from_slice); visit("from_x", from_x); visit("from_y", from_y); visit("from_z", from_z); visit("width", width); visit("height", height); visit("depth", depth); visit("to_level", to_level); visit("from_level", from_level);
    }
};

struct CreateTexture {
    static constexpr Operation id = Operation::CreateTexture;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t texture = 0;
    };
    std::uint64_t array = 0;
    std::uint64_t address = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    std::uint64_t pitch = 0;
    std::uint64_t view_width = 0;
    std::uint64_t view_height = 0;
    std::uint64_t view_depth = 0;
    std::uint32_t kind = 0;
    std::uint32_t format = 0;
    std::uint32_t channels = 0;
    std::uint32_t level = 0;
    std::uint32_t address_mode_x = 0;
    std::uint32_t address_mode_y = 0;
    std::uint32_t address_mode_z = 0;
    std::uint32_t filter = 0;
    std::uint32_t flags = 0;
    std::uint32_t anisotropy = 0;
    std::uint32_t level_filter = 0;
    float level_bias = 0;
    float least_level = 0;
    float most_level = 0;
    float border_x = 0;
    float border_y = 0;
    float border_z = 0;
    float border_w = 0;
    std::uint32_t view_format = 0;
    std::uint32_t has_view = 0;
    std::uint32_t first_level = 0;
    std::uint32_t last_level = 0;
    std::uint32_t first_layer = 0;
    std::uint32_t last_layer = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("kind", kind); visit("format", format); visit("channels", channels); visit("array", array); visit("level", level); visit("address", address); visit("width", width); visit("height", height); visit("pitch", pitch); visit("address_mode_x", address_mode_x); visit("address_mode_y", address_mode_y); visit("address_mode_z", address_mode_z); visit("filter", filter); visit("flags", flags); visit("anisotropy", anisotropy); visit("level_filter", level_filter); visit("level_bias", level_bias); visit("least_level", least_level); visit("most_level", most_level); visit("border_x", border_x); visit("border_y", border_y); visit("border_z", border_z); visit("border_w", border_w); visit("view_format", view_format); visit("has_view", has_view); visit("view_width", view_width); visit("view_height", view_height); visit("view_depth", view_depth); visit("first_level", first_level); visit("last_level", last_level); visit("first_layer", first_layer); visit("last_layer", last_layer);
    }
};

struct DestroyTexture {
    static constexpr Operation id = Operation::DestroyTexture;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t texture = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("texture", texture);
    }
};

struct CreateSurface {
    static constexpr Operation id = Operation::CreateSurface;
    static constexpr bool waits = true;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    struct Reply {
        std::uint64_t surface = 0;
    };
    std::uint64_t array = 0;
    std::uint32_t level = 0;
    std::uint32_t padding = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("array", array); visit("level", level);
    }
};

struct DestroySurface {
    static constexpr Operation id = Operation::DestroySurface;
    static constexpr bool waits = false;
    static constexpr bool has_payload = false;
    static constexpr bool reply_has_payload = false;
    std::uint64_t surface = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("surface", surface);
    }
};

struct EncodeTensorMap {
    static constexpr Operation id = Operation::EncodeTensorMap;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = true;
    struct Reply {
    };
    template <typename Visitor>
    void visit_fields(Visitor&&) const {}
};

struct MoveTensorMap {
    static constexpr Operation id = Operation::MoveTensorMap;
    static constexpr bool waits = true;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = true;
    struct Reply {
    };
    std::uint64_t address = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("address", address);
    }
};

struct RunBodies {
    static constexpr Operation id = Operation::RunBodies;
    static constexpr bool waits = false;
    static constexpr bool has_payload = true;
    static constexpr bool reply_has_payload = false;
    std::uint64_t stream = 0;
    std::uint64_t address = 0;
    std::uint32_t kind = 0;
    std::uint32_t bodies = 0;
    template <typename Visitor>
    void visit_fields(Visitor&& visit) const {
        visit("stream", stream); visit("address", address); visit("kind", kind); visit("bodies", bodies);
    }
};

// Calls visit(std::type_identity<Record>()) for the operation's record; `otherwise` for a number that is none.
template <typename Visitor, typename Otherwise>
decltype(auto) visit_operation(std::uint16_t operation, Visitor&& visit, Otherwise&& otherwise) {
    switch (static_cast<Operation>(operation)) {
        case Operation::SynchronizeSession: return visit(std::type_identity<SynchronizeSession>());
        case Operation::ResetSession: return visit(std::type_identity<ResetSession>());
        case Operation::MemoryInfo: return visit(std::type_identity<MemoryInfo>());
        case Operation::Allocate: return visit(std::type_identity<Allocate>());
        case Operation::Release: return visit(std::type_identity<Release>());
        case Operation::ReleaseAfter: return visit(std::type_identity<ReleaseAfter>());
        case Operation::AllocateHost: return visit(std::type_identity<AllocateHost>());
        case Operation::AttachHost: return visit(std::type_identity<AttachHost>());
        case Operation::ReleaseHost: return visit(std::type_identity<ReleaseHost>());
        case Operation::ReserveAddresses: return visit(std::type_identity<ReserveAddresses>());
        case Operation::FreeAddresses: return visit(std::type_identity<FreeAddresses>());
        case Operation::CreateMemory: return visit(std::type_identity<CreateMemory>());
        case Operation::DestroyMemory: return visit(std::type_identity<DestroyMemory>());
        case Operation::MapMemory: return visit(std::type_identity<MapMemory>());
        case Operation::UnmapMemory: return visit(std::type_identity<UnmapMemory>());
        case Operation::ExportCreatedMemory: return visit(std::type_identity<ExportCreatedMemory>());
        case Operation::ImportCreatedMemory: return visit(std::type_identity<ImportCreatedMemory>());
        case Operation::ExportMemory: return visit(std::type_identity<ExportMemory>());
        case Operation::ImportMemory: return visit(std::type_identity<ImportMemory>());
        case Operation::CloseMemory: return visit(std::type_identity<CloseMemory>());
        case Operation::GetSegment: return visit(std::type_identity<GetSegment>());
        case Operation::AttachSegment: return visit(std::type_identity<AttachSegment>());
        case Operation::DescribeSegment: return visit(std::type_identity<DescribeSegment>());
        case Operation::GrantSegment: return visit(std::type_identity<GrantSegment>());
        case Operation::RemoveSegment: return visit(std::type_identity<RemoveSegment>());
        case Operation::Copy: return visit(std::type_identity<Copy>());
        case Operation::CopyBox: return visit(std::type_identity<CopyBox>());
        case Operation::Write: return visit(std::type_identity<Write>());
        case Operation::Read: return visit(std::type_identity<Read>());
        case Operation::Fill: return visit(std::type_identity<Fill>());
        case Operation::LoadModule: return visit(std::type_identity<LoadModule>());
        case Operation::JudgeImage: return visit(std::type_identity<JudgeImage>());
        case Operation::UnloadModule: return visit(std::type_identity<UnloadModule>());
        case Operation::FindFunction: return visit(std::type_identity<FindFunction>());
        case Operation::ListFunctions: return visit(std::type_identity<ListFunctions>());
        case Operation::FindGlobal: return visit(std::type_identity<FindGlobal>());
        case Operation::SetFunctionAttribute: return visit(std::type_identity<SetFunctionAttribute>());
        case Operation::Occupancy: return visit(std::type_identity<Occupancy>());
        case Operation::CreateStream: return visit(std::type_identity<CreateStream>());
        case Operation::DestroyStream: return visit(std::type_identity<DestroyStream>());
        case Operation::SynchronizeStream: return visit(std::type_identity<SynchronizeStream>());
        case Operation::QueryStream: return visit(std::type_identity<QueryStream>());
        case Operation::CreateEvent: return visit(std::type_identity<CreateEvent>());
        case Operation::AskForEvent: return visit(std::type_identity<AskForEvent>());
        case Operation::DestroyEvent: return visit(std::type_identity<DestroyEvent>());
        case Operation::RecordEvent: return visit(std::type_identity<RecordEvent>());
        case Operation::WaitEvent: return visit(std::type_identity<WaitEvent>());
        case Operation::SynchronizeEvent: return visit(std::type_identity<SynchronizeEvent>());
        case Operation::QueryEvent: return visit(std::type_identity<QueryEvent>());
        case Operation::ExportEvent: return visit(std::type_identity<ExportEvent>());
        case Operation::ImportEvent: return visit(std::type_identity<ImportEvent>());
        case Operation::Elapsed: return visit(std::type_identity<Elapsed>());
        case Operation::CallHost: return visit(std::type_identity<CallHost>());
        case Operation::WriteValue: return visit(std::type_identity<WriteValue>());
        case Operation::WaitValue: return visit(std::type_identity<WaitValue>());
        case Operation::Launch: return visit(std::type_identity<Launch>());
        case Operation::ExplainLaunch: return visit(std::type_identity<ExplainLaunch>());
        case Operation::CreateGraph: return visit(std::type_identity<CreateGraph>());
        case Operation::UpdateGraph: return visit(std::type_identity<UpdateGraph>());
        case Operation::LaunchGraph: return visit(std::type_identity<LaunchGraph>());
        case Operation::DestroyGraph: return visit(std::type_identity<DestroyGraph>());
        case Operation::CallLibrary: return visit(std::type_identity<CallLibrary>());
        case Operation::SubmitLibrary: return visit(std::type_identity<SubmitLibrary>());
        case Operation::RecordLibrary: return visit(std::type_identity<RecordLibrary>());
        case Operation::DropRecord: return visit(std::type_identity<DropRecord>());
        case Operation::ReplayLibrary: return visit(std::type_identity<ReplayLibrary>());
        case Operation::CreateArray: return visit(std::type_identity<CreateArray>());
        case Operation::DestroyArray: return visit(std::type_identity<DestroyArray>());
        case Operation::CopyArray: return visit(std::type_identity<CopyArray>());
        case Operation::CreateTexture: return visit(std::type_identity<CreateTexture>());
        case Operation::DestroyTexture: return visit(std::type_identity<DestroyTexture>());
        case Operation::CreateSurface: return visit(std::type_identity<CreateSurface>());
        case Operation::DestroySurface: return visit(std::type_identity<DestroySurface>());
        case Operation::EncodeTensorMap: return visit(std::type_identity<EncodeTensorMap>());
        case Operation::MoveTensorMap: return visit(std::type_identity<MoveTensorMap>());
        case Operation::RunBodies: return visit(std::type_identity<RunBodies>());
    }
    return otherwise();
}

}  // namespace ringfence::wire
