// All types of CUDA's runtime API.
#pragma once

#include "abi/runtime_constants.h"
#include "abi/runtime_copy.h"
#include "abi/runtime_device.h"
#include "abi/runtime_device_attribute.h"
#include "abi/runtime_external.h"
#include "abi/runtime_graph.h"
#include "abi/runtime_handles.h"
#include "abi/runtime_launch.h"
#include "abi/runtime_memory.h"
#include "abi/runtime_status.h"
#include "abi/runtime_texture.h"
