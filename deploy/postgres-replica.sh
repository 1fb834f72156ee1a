#!/bin/bash
# Starts a streaming replica in the postgres image, as the user postgres: the first time it copies the primary.
# PRIMARY_CONNINFO says where the primary is; what follows the script's name is PostgreSQL's command line.
set -Eeuo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Into a folder beside its place, so that a copy that was broken off is never taken for a whole one.
  copy="$PGDATA.copy"
  until rm -rf "$copy" && mkdir -p "$(dirname "$PGDATA")" && pg_basebackup --pgdata="$copy" --dbname="$PRIMARY_CONNINFO" \
    --write-recovery-conf --checkpoint=fast --wal-method=stream --no-password; do
    echo 'The primary cannot be copied yet; trying again.' >&2
    sleep 1
  done
  rm -rf "$PGDATA"
  mv "$copy" "$PGDATA"
fi

exec "$@"
