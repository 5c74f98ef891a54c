#!/usr/bin/env bash
# Installs the Debian package on a copy of this machine that is thrown away, starts the daemon as its unit would (systemd
# opens the socket), runs a program as a user that has nothing to do with it, and removes the package. As root; skipped
# otherwise, and where a file system cannot be laid over another.
#     package.sh PROGRAMS-FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
programs=$(realpath "${1:?the folder of the programs}")
skipped=77

skip() {
    echo "skipped: $*"
    exit $skipped
}

if [[ ${2:-} != inside ]]; then
    ((EUID == 0)) || skip "this test installs a package, so it runs as root"
    command -v dpkg-shlibdeps unshare >/dev/null || skip "there is no dpkg-shlibdeps or no unshare"
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    "$here/../../packaging/build_deb.sh" "$(dirname "$programs")" 0.1.0 "$folder" -Zgzip -z1
    mv "$folder"/ringfence_*.deb "$folder/ringfence.deb"
    status=0
    unshare --mount --pid --fork --kill-child --mount-proc "${BASH_SOURCE[0]}" "$programs" inside "$folder" || status=$?
    exit "$status"
fi

folder=$3 machine=$3/machine
mkdir "$machine"
mount -t tmpfs none "$machine"
mkdir "$machine"/{upper,work,root}
mount -t overlay none -o "lowerdir=/,upperdir=$machine/upper,workdir=$machine/work" "$machine/root" 2>/dev/null ||
    skip "no file system can be laid over another here"
root=$machine/root
for special in dev proc sys; do mount --rbind "/$special" "$root/$special"; done
mount -t tmpfs none "$root/run"
mount -t tmpfs none "$root/tmp"
cp "$folder/ringfence.deb" "$root/tmp/"
mkdir "$root/tmp/programs"
cp "$programs"/{neighbour,intruder} "$here"/../../examples/neighbours/neighbour.ptx "$root/tmp/programs/"
chmod -R go+rX "$root/tmp"
: >"$machine/log"
in_root() { chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
expect() { # WHAT COMMAND...
    "${@:2}" || {
        echo "FAILED: $1" >&2
        cat "$machine/log" >&2
        exit 1
    }
    echo "ok: $1"
}

expect "the package installs" in_root dpkg --force-depends -i /tmp/ringfence.deb
expect "there is a user for the daemon" in_root getent passwd ringfence
expect "there is a user for workers" in_root getent passwd ringfence-worker
if command -v systemd-analyze >/dev/null; then
    expect "its units are well-formed" in_root systemd-analyze verify /usr/lib/systemd/system/ringfenced.service
fi

# systemd does this with the socket's unit.
mkdir -m 755 "$root/run/ringfence"
cat >"$root/tmp/activate.py" <<'END'
import os, socket
for number, (name, kind) in enumerate([("ringfenced.sock", socket.SOCK_SEQPACKET), ("control", socket.SOCK_STREAM)]):
    s = socket.socket(socket.AF_UNIX, kind)
    s.bind("/run/ringfence/" + name)
    os.chmod("/run/ringfence/" + name, 0o666)
    s.listen(64)
    os.dup2(s.detach(), 3 + number)
    os.set_inheritable(3 + number, True)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="2")
os.execv("/usr/bin/ringfenced", ["ringfenced", "--system"])
END
in_root /usr/bin/python3 /tmp/activate.py &>"$machine/log" &
for _ in $(seq 100); do
    ! in_root ringfence status | grep -q ^daemon || break
    sleep 0.1
done
expect "root can name tenants" in_root ringfence tenant add somebody --uid 61501
expect "a tenant's program runs" in_root setpriv --reuid 61501 --regid 61501 --clear-groups \
    sh -c 'echo check | ringfence run --backend soft -- /tmp/programs/neighbour /tmp/programs'
expect "the worker is another user's" grep -q ringfence-worker <(in_root ps -eo user:32,comm)
expect "the audit trail is the daemon's" test "$(in_root stat -c %U /var/lib/ringfence/audit.jsonl)" = ringfence
expect "what is compiled is the workers'" test -n "$(in_root find /var/cache/ringfence -user ringfence-worker -name compiled)"
expect "root can end the daemon" in_root ringfence down
expect "the package can be removed" in_root dpkg -r ringfence
expect "and purged" in_root dpkg --purge ringfence
expect "nothing is left of it" test ! -e "$root/usr/bin/ringfenced" -a ! -e "$root/var/lib/ringfence" -a ! -e "$root/usr/lib/ringfence"
