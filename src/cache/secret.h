// The secret that files in the cache are sealed with: a user who can write the cache's folder but not read the secret
// can damage files there, but not forge one that is accepted.
#pragma once

#include <string>

#include "base/result.h"
#include "base/secret_file.h"

namespace ringfence::cache {

using ringfence::Secret;

// $RINGFENCE_CACHE_SECRET; otherwise ringfence/cache.secret in $XDG_STATE_HOME or ~/.local/state. Empty if there is
// none.
std::string default_secret_file();

// The contents of the file; a missing one is made, of random bytes. It must be this user's, closed to others, and not
// lie in the folder that it protects.
Result<Secret> load_secret(const std::string& file, const std::string& protected_folder);

}  // namespace ringfence::cache
