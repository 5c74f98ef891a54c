// The state of cuFile's "driver", and the settings that a program may read and, before it is open, change. They have no
// effect here: there is only one path to the device.
#pragma once

namespace ringfence::client::cufile {

void open_driver();
// False if it is not open.
bool close_driver();
long driver_use_count();

}  // namespace ringfence::client::cufile
