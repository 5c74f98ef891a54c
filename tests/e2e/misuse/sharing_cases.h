// Texture references, memory and pools by file descriptors, virtual memory, settings for core dumps, notifications.
#pragma once

#include <unistd.h>

#include "case.h"

// cuTexRef*: deprecated, and still there.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma nv_diag_suppress 1444

inline CUtexref new_reference() {
    prepare();
    CUtexref reference = nullptr;
    must(cuTexRefCreate(&reference));
    return reference;
}

inline CUmemAllocationProp device_memory(CUmemAllocationHandleType types = CU_MEM_HANDLE_TYPE_NONE) {
    CUmemAllocationProp properties = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.requestedHandleTypes = types;
    return properties;
}

inline const std::size_t memory_unit = std::size_t{2} << 20;

inline CUmemGenericAllocationHandle new_memory(CUmemAllocationHandleType types = CU_MEM_HANDLE_TYPE_NONE) {
    prepare();
    const CUmemAllocationProp properties = device_memory(types);
    CUmemGenericAllocationHandle memory = 0;
    must(cuMemCreate(&memory, memory_unit, &properties, 0));
    return memory;
}

inline CUmemoryPool new_pool(CUmemAllocationHandleType types) {
    prepare();
    CUmemPoolProps properties = {};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.handleTypes = types;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUmemoryPool pool = nullptr;
    must(cuMemPoolCreate(&pool, &properties));
    return pool;
}

inline void* number(int file) {
    return reinterpret_cast<void*>(static_cast<long>(file));
}

const auto by_file = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

inline const Case sharing_cases[] = {
    {"reference_null", [] { prepare(), say(cuTexRefCreate(nullptr)); }},
    {"reference_no_context",
     [] {
         must(cuInit(0));
         CUtexref reference = nullptr;
         say(cuTexRefCreate(&reference));
     }},
    {"reference_unbound",
     [] {
         CUtexref reference = new_reference();
         CUdeviceptr address = 0;
         CUarray array = nullptr;
         CUmipmappedArray levels = nullptr;
         say(cuTexRefGetAddress(&address, reference)), say(cuTexRefGetArray(&array, reference));
         say(cuTexRefGetMipmappedArray(&levels, reference));
     }},
    {"reference_choices",
     [] {
         CUtexref reference = new_reference();
         say(cuTexRefSetAddressMode(reference, 0, static_cast<CUaddress_mode>(9)));
         say(cuTexRefSetFilterMode(reference, static_cast<CUfilter_mode>(9)));
         say(cuTexRefSetMipmapFilterMode(reference, static_cast<CUfilter_mode>(9)));
         say(cuTexRefSetFormat(reference, CU_AD_FORMAT_FLOAT, 3));
     }},
    {"reference_dimension", [] { say(cuTexRefSetAddressMode(new_reference(), 3, CU_TR_ADDRESS_MODE_WRAP)); }},
    {"reference_array_flags",
     [] {
         CUtexref reference = new_reference();
         CUDA_ARRAY_DESCRIPTOR shape = {16, 16, CU_AD_FORMAT_FLOAT, 1};
         CUarray array = nullptr;
         must(cuArrayCreate(&array, &shape));
         say(cuTexRefSetArray(reference, array, 0)), say(cuTexRefSetArray(reference, array, CU_TRSA_OVERRIDE_FORMAT));
     }},
    {"reference_linear",
     [] {
         CUtexref reference = new_reference();
         const CUdeviceptr memory = address_of(some_memory());
         std::size_t offset = 0;
         say(cuTexRefSetAddress(&offset, reference, memory, 4096)), say(int(offset));
         say(cuTexRefSetAddress(&offset, reference, memory + 16, 64)), say(int(offset));
         say(cuTexRefSetAddress(nullptr, reference, memory + 16, 64));
     }},
    {"reference_pitched",
     [] {
         CUtexref reference = new_reference();
         const CUdeviceptr memory = address_of(some_memory(1 << 16));
         CUDA_ARRAY_DESCRIPTOR shape = {64, 32, CU_AD_FORMAT_FLOAT, 1};
         say(cuTexRefSetAddress2D(reference, &shape, memory, 256));
         say(cuTexRefSetAddress2D(reference, &shape, memory + 4, 256));
         say(cuTexRefSetAddress2D(reference, &shape, memory, 252));
     }},
    {"created_size",
     [] {
         prepare();
         const CUmemAllocationProp properties = device_memory();
         CUmemGenericAllocationHandle memory = 0;
         say(cuMemCreate(&memory, 4096, &properties, 0)), say(cuMemCreate(&memory, 0, &properties, 0));
         say(cuMemCreate(&memory, memory_unit, &properties, 1)), say(cuMemCreate(nullptr, memory_unit, &properties, 0));
     }},
    {"created_released_twice",
     [] {
         const CUmemGenericAllocationHandle memory = new_memory();
         say(cuMemRelease(memory)), say(cuMemRelease(memory));
     }},
    {"map_unaligned",
     [] {
         const CUmemGenericAllocationHandle memory = new_memory();
         CUdeviceptr address = 0;
         must(cuMemAddressReserve(&address, 2 * memory_unit, 0, 0, 0));
         say(cuMemMap(address + 4096, memory_unit, 0, memory, 0)), say(cuMemMap(address, 4096, 0, memory, 0));
         say(cuMemMap(address, memory_unit, 4096, memory, 0)), say(cuMemMap(address, memory_unit, 0, memory, 1));
     }},
    {"map_twice",
     [] {
         const CUmemGenericAllocationHandle memory = new_memory();
         CUdeviceptr address = 0;
         must(cuMemAddressReserve(&address, memory_unit, 0, 0, 0));
         say(cuMemMap(address, memory_unit, 0, memory, 0)), say(cuMemMap(address, memory_unit, 0, memory, 0));
     }},
    {"unmap_nothing",
     [] {
         prepare();
         CUdeviceptr address = 0;
         must(cuMemAddressReserve(&address, memory_unit, 0, 0, 0));
         say(cuMemUnmap(address, memory_unit)), say(cuMemAddressFree(address, memory_unit));
     }},
    {"reserve_odd",
     [] {
         prepare();
         CUdeviceptr address = 0;
         say(cuMemAddressReserve(&address, 4096, 0, 0, 0)), say(cuMemAddressReserve(&address, memory_unit, 3, 0, 0));
         say(cuMemAddressReserve(nullptr, memory_unit, 0, 0, 0)), say(cuMemAddressReserve(&address, 0, 0, 0, 0));
     }},
    {"export_not_asked_for",
     [] {
         int file = -1;
         say(cuMemExportToShareableHandle(&file, new_memory(), by_file, 0));
     }},
    {"export_arguments",
     [] {
         const CUmemGenericAllocationHandle memory = new_memory(by_file);
         int file = -1;
         say(cuMemExportToShareableHandle(nullptr, memory, by_file, 0));
         say(cuMemExportToShareableHandle(&file, memory, by_file, 1));
         say(cuMemExportToShareableHandle(&file, memory, CU_MEM_HANDLE_TYPE_NONE, 0));
     }},
    {"import_what_is_none",
     [] {
         prepare();
         int ends[2];
         must(pipe(ends));
         CUmemGenericAllocationHandle memory = 0;
         say(cuMemImportFromShareableHandle(&memory, number(-1), by_file) != 0);
         say(cuMemImportFromShareableHandle(&memory, number(ends[0]), by_file) != 0);
     }},
    {"import_own",
     [] {
         const CUmemGenericAllocationHandle memory = new_memory(by_file);
         int file = -1;
         must(cuMemExportToShareableHandle(&file, memory, by_file, 0));
         CUmemGenericAllocationHandle again = 0;
         say(cuMemImportFromShareableHandle(&again, number(file), by_file)), say(cuMemRelease(memory));
         say(cuMemRelease(again));
     }},
    {"pool_not_for_others",
     [] {
         CUmemoryPool pool = new_pool(CU_MEM_HANDLE_TYPE_NONE);
         int file = -1;
         say(cuMemPoolExportToShareableHandle(&file, pool, by_file, 0));
         CUdeviceptr memory = 0;
         must(cuMemAllocFromPoolAsync(&memory, 4096, pool, nullptr));
         CUmemPoolPtrExportData exported;
         say(cuMemPoolExportPointer(&exported, memory));
     }},
    {"pool_export_arguments",
     [] {
         CUmemoryPool pool = new_pool(by_file);
         int file = -1;
         say(cuMemPoolExportToShareableHandle(nullptr, pool, by_file, 0));
         say(cuMemPoolExportToShareableHandle(&file, pool, by_file, 1));
         say(cuMemPoolExportToShareableHandle(&file, nullptr, by_file, 0));
     }},
    {"pool_export_others",
     [] {
         CUmemPoolPtrExportData exported;
         say(cuMemPoolExportPointer(&exported, address_of(some_memory())));
         say(cuMemPoolExportPointer(nullptr, address_of(some_memory())));
     }},
    {"pool_imported",
     [] {
         CUmemoryPool pool = new_pool(by_file);
         int file = -1;
         must(cuMemPoolExportToShareableHandle(&file, pool, by_file, 0));
         CUmemoryPool imported = nullptr;
         must(cuMemPoolImportFromShareableHandle(&imported, number(file), by_file, 0));
         CUdeviceptr memory = 0;
         say(cuMemAllocFromPoolAsync(&memory, 4096, imported, nullptr)), say(cuDeviceSetMemPool(0, imported));
     }},
    {"notification",
     [] {
         must(cuInit(0));
         const CUasyncCallback callback = [](CUasyncNotificationInfo*, void*, CUasyncCallbackHandle) {};
         CUasyncCallbackHandle handle = nullptr;
         say(cuDeviceRegisterAsyncNotification(0, nullptr, nullptr, &handle));
         say(cuDeviceRegisterAsyncNotification(0, callback, nullptr, nullptr));
         say(cuDeviceRegisterAsyncNotification(1000, callback, nullptr, &handle));
     }},
    {"core_dump",
     [] {
         prepare();
         bool value = false;
         std::size_t size = sizeof value;
         say(cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &value, nullptr));
         say(cuCoredumpGetAttribute(static_cast<CUcoredumpSettings>(99), &value, &size));
         say(cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &value, &size)), say(value);
     }},
    {"core_dump_no_context",
     [] {
         must(cuInit(0));
         bool value = false;
         std::size_t size = sizeof value;
         say(cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &value, &size));
         say(cuCoredumpGetAttributeGlobal(CU_COREDUMP_ENABLE_ON_EXCEPTION, &value, &size));
     }},
};
