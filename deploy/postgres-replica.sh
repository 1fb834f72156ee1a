#!/bin/bash
# Starts a streaming replica in the postgres image, as the user postgres. At the first start it copies the primary.
# PRIMARY_CONNINFO is the connection string of the primary; the arguments are PostgreSQL's command line.
set -Eeuo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # The copy goes into another folder first, so that an interrupted copy is never used as a complete one.
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
