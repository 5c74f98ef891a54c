#!/usr/bin/env bash
# Makes a Debian package of an installation of this machine's architecture: a bundle, or a build folder to try it.
#     packaging/build_deb.sh INSTALLATION VERSION OUTPUT.deb [OPTION of dpkg-deb...]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
installation=$(realpath "$1") version=$2 output=$(realpath -m "$3")

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
umask 022
# The same as an administrator's installation, below another root.
"$installation/bin/ringfence" install --root "$stage" --prefix /usr >/dev/null

documents=$stage/usr/share/doc/ringfence
mkdir -p "$documents" "$stage/DEBIAN"
cp "$here/debian/copyright" "$documents/"
printf 'ringfence (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- Ringfence maintainers <%s>  %s\n' "$version" \
    ringfence@localhost.invalid "$(date -R)" | gzip -9n >"$documents/changelog.gz"

sed -e "s/@version@/$version/" -e "s/@architecture@/$(dpkg --print-architecture)/" \
    -e "s/@size@/$(du -sk --exclude=DEBIAN "$stage" | cut -f 1)/" "$here/debian/control.in" >"$stage/DEBIAN/control"
cp "$here"/debian/{postinst,prerm,postrm} "$stage/DEBIAN/"
chmod 755 "$stage"/DEBIAN/p*
echo /etc/ringfence/ringfence.toml >"$stage/DEBIAN/conffiles"
(cd "$stage" && find usr etc -type f -print0 | sort -z | xargs -0 md5sum) >"$stage/DEBIAN/md5sums"

mkdir -p "$(dirname "$output")"
dpkg-deb --root-owner-group "${@:4}" --build "$stage" "$output" >/dev/null
