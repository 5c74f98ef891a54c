#!/usr/bin/env bash
# `ringfence install` into a folder, as anybody: what is there then is whole and serves programs, settings that were edited
# stay, and `ringfence uninstall` leaves nothing else behind.
#     install.sh PROGRAMS-FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
programs=$(realpath "${1:?the folder of the programs}")
folder=$(mktemp -d)
root=$folder/root settings=$folder/root/etc/ringfence/ringfence.toml
installed=$root/usr/local/bin/ringfence
export RINGFENCE_SOCKET=$folder/socket RINGFENCE_CACHE=$folder/cache
finish() {
    [[ ! -x $installed ]] || "$installed" down &>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
expect() { # WHAT COMMAND...
    "${@:2}" &>"$folder/log" || {
        echo "FAILED: $1" >&2
        cat "$folder/log" >&2
        exit 1
    }
    echo "ok: $1"
}

expect "it says what it would do" "$programs/ringfence" install --root "$root" --dry-run
expect "and does not do it" test ! -e "$root"
expect "it installs" "$programs/ringfence" install --root "$root"
expect "no place is left open" test -z "$(grep -rl @prefix@ "$root/etc")"
for unit in ringfenced.service ringfenced.socket; do
    expect "there is $unit" test -s "$root/etc/systemd/system/$unit"
done
expect "the service is the installed daemon" grep -q "^ExecStart=/usr/local/bin/ringfenced --system$" \
    "$root/etc/systemd/system/ringfenced.service"
expect "programs run with it" "$installed" run --backend soft -- "$programs/neighbour" "$here/../../examples/neighbours" \
    <<<check
expect "the installed daemon was started" test "$(readlink "/proc/$("$installed" status --json |
    sed -n 's/^  "pid": \([0-9]*\),$/\1/p')/exe")" = "$root/usr/local/bin/ringfenced"
expect "and ends" "$installed" down

echo "# mine" >>"$settings"
expect "it installs again" "$programs/ringfence" install --root "$root"
expect "settings stay as they were edited" grep -q "^# mine$" "$settings"
expect "it is removed" "$programs/ringfence" uninstall --root "$root"
expect "all but the settings" test "$(find "$root" -type f)" = "$settings"
