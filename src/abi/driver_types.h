// All types of CUDA's driver API.
#pragma once

#include "abi/driver_constants.h"
#include "abi/driver_copy.h"
#include "abi/driver_device.h"
#include "abi/driver_device_attribute.h"
#include "abi/driver_diagnostics.h"
#include "abi/driver_external.h"
#include "abi/driver_graph.h"
#include "abi/driver_graph_nodes.h"
#include "abi/driver_handles.h"
#include "abi/driver_jit.h"
#include "abi/driver_launch.h"
#include "abi/driver_memory.h"
#include "abi/driver_status.h"
#include "abi/driver_stream.h"
#include "abi/driver_tensor_map.h"
#include "abi/driver_texture.h"
