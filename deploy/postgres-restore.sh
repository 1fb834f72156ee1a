#!/bin/bash
# Makes a data directory of PostgreSQL that recovers to a moment, from a base backup and the archive of the log. Run it as the user
# postgres, on the machine of the restored server:
#   postgres-restore.sh BASE ARCHIVE TIME DATA
#   postgres-restore.sh /backups/base /archive '2026-11-15 04:54:43+00' /var/lib/postgresql/restored
# Then start PostgreSQL on DATA. docs/guides/nights.md has all of it.
set -Eeuo pipefail

fail() {
  echo "postgres-restore: $1" >&2
  exit 1
}

[ $# -eq 4 ] || fail 'It is written "postgres-restore.sh BASE ARCHIVE TIME DATA".'
base=$1 archive=$2 time=$3 data=$4

for file in PG_VERSION backup_label; do
  [ -s "$base/$file" ] || fail "$base is no base backup: it has no $file."
done
[ -d "$archive" ] || fail "There is no folder $archive."
# A time without its zone would be read in that of the server.
[[ $time =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}[\ T][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}(:?[0-9]{2})?)$ ]] ||
  fail 'TIME is a day, a time and a zone, such as 2026-11-15 04:54:43+00.'
# As PostgreSQL reads it before it knows the names of zones.
time=${time/T/ } time=${time/%Z/+00}
[[ $archive != *[\'\"\\%]* ]] || fail 'The name of ARCHIVE has a quote, a backslash or a percent sign.'
[ ! -e "$data" ] || [ -z "$(ls -A "$data")" ] || fail "$data is not empty; restore into a new folder, and keep the old one."

# The copy goes into another folder first, so that an interrupted one is never started.
copy="${data%/}.copy"
rm -rf "$copy"
cp -a "$base" "$copy"
rm -f "$copy/postmaster.pid" "$copy/standby.signal"
cat >> "$copy/postgresql.auto.conf" <<SETTINGS
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_time = '$time'
recovery_target_action = 'promote'
# It must not write to the archive that it is restored from, nor wait for standbys that it does not have.
archive_mode = 'off'
synchronous_standby_names = ''
SETTINGS
touch "$copy/recovery.signal"
chmod 700 "$copy"
if [ -d "$data" ]; then rmdir "$data"; fi
mv "$copy" "$data"

echo "$data recovers to $time when PostgreSQL is started on it."
