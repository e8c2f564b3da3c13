#!/bin/sh
# Collects the contents of an image in /image: the release below /usr, Debian's libraries, a user, /data and /tmp.
set -eu
mkdir -p /image/usr/bin /image/usr/lib /image/usr/share/doc /image/var/lib/dpkg /image/etc /image/data /image/tmp
mv /release/tidings-*/lib/tidings /image/usr/lib/tidings
rm /release/tidings-*/bin/tidings
rmdir /release/tidings-*/bin /release/tidings-*/lib
mv /release/tidings-* /image/usr/share/doc/tidings

# The launcher of a release is a shell script; without a shell, the kernel must start Node itself.
cat >/image/usr/bin/tidings <<'LAUNCHER'
#!/usr/lib/tidings/node
await import('/usr/lib/tidings/app/bin/tidings.js')
LAUNCHER
chmod 0755 /image/usr/bin/tidings

# Debian libraries, where the programs look for them. libresolv resolves host names.
programs="/image/usr/lib/tidings/node $(find /image/usr/lib/tidings/app -name '*.node')"
libraries=$(ldd $programs | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p; s/^[[:space:]]*\(\/[^ ]*ld-linux[^ ]*\) .*/\1/p' | sort -u)
resolver=$(ldconfig -p | sed -n 's/.*libresolv\.so\.2 .*=> //p' | head -n 1)
for library in $libraries $resolver; do
  case $library in /image/*) continue ;; esac
  mkdir -p "/image$(dirname "$library")"
  cp -L "$library" "/image$library"
done
# Scanners read the names of these packages and their licenses here.
for package in libc6 libgcc-s1 libstdc++6; do
  dpkg-query --status "$package" >>/image/var/lib/dpkg/status
  echo >>/image/var/lib/dpkg/status
  if [ -d "/usr/share/doc/$package" ]; then cp -rL "/usr/share/doc/$package" "/image/usr/share/doc/$package"; fi
done
cp -L /etc/os-release /image/etc/os-release

echo 'tidings:x:10001:10001::/data:/usr/sbin/nologin' >/image/etc/passwd
echo 'tidings:x:10001:' >/image/etc/group
chmod 1777 /image/tmp
chmod 0700 /image/data
chown 10001:10001 /image/data
