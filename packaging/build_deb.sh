#!/usr/bin/env bash
# Makes Debian packages of an installation of this machine's architecture, in FOLDER: `ringfence`, if the installation has
# programs (a bundle, or a build folder to try it), and `libringfence0` and `libringfence-dev`, if it has headers (a bundle,
# or cmake --install --component libringfence).
#     packaging/build_deb.sh INSTALLATION VERSION FOLDER [OPTION of dpkg-deb...]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
installation=$(realpath "$1") version=$2 output=$(realpath -m "$3")
options=("${@:4}")
architecture=$(dpkg --print-architecture)
libraries=usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
umask 022
mkdir -p "$output"

begin() { # PACKAGE
    stage=$work/$1
    mkdir -p "$stage/DEBIAN"
}

# The dependencies of a package's programs and libraries, as packages: FILE...
needs_of() {
    local place=$work/shlibdeps
    mkdir -p "$place/debian"
    printf 'Source: ringfence\n\nPackage: ringfence\nArchitecture: any\n' >"$place/debian/control"
    (cd "$place" && dpkg-shlibdeps -O --ignore-missing-info "$@" 2>/dev/null | sed 's/^shlibs:Depends=//')
}

# Adds what every package has, and makes it. DEPENDS stands for @depends@ of its control file.
finish() { # PACKAGE DEPENDS
    local documents=$stage/usr/share/doc/$1
    mkdir -p "$documents"
    cp "$here/debian/copyright" "$documents/"
    printf 'ringfence (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- Ringfence maintainers <%s>  %s\n' \
        "$version" maintainers@ringfence.example "$(date -R)" | gzip -9n >"$documents/changelog.gz"
    if [[ -e $here/debian/$1.overrides ]]; then
        install -Dm 644 "$here/debian/$1.overrides" "$stage/usr/share/lintian/overrides/$1"
    fi
    sed -e "s/@version@/$version/" -e "s/@architecture@/$architecture/" -e "s/@depends@/$2/" \
        -e "s/@size@/$(du -sk --exclude=DEBIAN "$stage" | cut -f 1)/" "$here/debian/$1.control.in" >"$stage/DEBIAN/control"
    (cd "$stage" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$stage/DEBIAN/md5sums"
    dpkg-deb --root-owner-group "${options[@]}" --build "$stage" "$output/$1_${version}_$architecture.deb" >/dev/null
}

if [[ -x $installation/bin/ringfence ]]; then
    begin ringfence
    # The same as an administrator's installation, below another root.
    "$installation/bin/ringfence" install --root "$stage" --prefix /usr >/dev/null
    mkdir -p "$stage/usr/share/man/man1" "$stage/usr/share/man/man8"
    gzip -9nc "$here/debian/ringfence.1" >"$stage/usr/share/man/man1/ringfence.1.gz"
    gzip -9nc "$here/debian/ringfenced.8" >"$stage/usr/share/man/man8/ringfenced.8.gz"
    for program in "$stage"/usr/bin/ringfence-*; do
        ln -s ringfenced.8.gz "$stage/usr/share/man/man8/$(basename "$program").8.gz"
    done
    cp "$here"/debian/{postinst,prerm,postrm} "$stage/DEBIAN/"
    chmod 755 "$stage"/DEBIAN/p*
    echo /etc/ringfence/ringfence.toml >"$stage/DEBIAN/conffiles"
    mapfile -t programs < <(find "$stage/usr/bin" "$stage/usr/lib" -type f -exec sh -c 'head -c 4 "$1" | grep -q ELF' _ {} \; -print)
    strip --strip-unneeded --remove-section=.comment "${programs[@]}"
    finish ringfence "$(needs_of "${programs[@]}")"
fi

if [[ -d $installation/include/ringfence ]]; then
    name=$(basename "$(realpath "$installation/lib/libringfence.so")")
    begin libringfence0
    install -Dm 644 "$installation/lib/$name" "$stage/$libraries/$name"
    strip --strip-unneeded "$stage/$libraries/$name"
    ln -s "$name" "$stage/$libraries/libringfence.so.0"
    echo "libringfence 0 libringfence0 (>= $version)" >"$stage/DEBIAN/shlibs"
    echo "activate-noawait ldconfig" >"$stage/DEBIAN/triggers"
    finish libringfence0 "$(needs_of "$stage/$libraries/$name")"

    begin libringfence-dev
    mkdir -p "$stage/usr/include" "$stage/$libraries"/{pkgconfig,cmake}
    cp -r "$installation/include/ringfence" "$stage/usr/include/"
    ln -s libringfence.so.0 "$stage/$libraries/libringfence.so"
    install -m 644 "$installation/lib/libringfence.a" "$stage/$libraries/"
    strip --strip-debug --remove-section=.comment "$stage/$libraries/libringfence.a"
    # One folder deeper than where they were made for.
    sed -e 's|^prefix=.*|&/..|' -e "s|^libdir=.*|libdir=\${pcfiledir}/..|" "$installation/lib/pkgconfig/ringfence.pc" \
        >"$stage/$libraries/pkgconfig/ringfence.pc"
    cp -r "$installation/lib/cmake/ringfence" "$stage/$libraries/cmake/"
    sed -i -e 's|/\.\./\.\./\.\."|/../../../.."|' -e "s|_prefix}/lib/|_prefix}/${libraries#usr/}/|" \
        "$stage/$libraries/cmake/ringfence/ringfence-config.cmake"
    finish libringfence-dev "libringfence0 (= $version), libcapnp-dev"
fi
