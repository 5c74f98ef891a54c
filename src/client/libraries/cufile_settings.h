// Whether cuFile's "driver" is open, and the settings that a program may read and, before it is open, change. They
// steer nothing here: there is one way to the device.
#pragma once

namespace ringfence::client::cufile {

void open_driver();
// False: it is not open.
bool close_driver();
long driver_use_count();

}  // namespace ringfence::client::cufile
