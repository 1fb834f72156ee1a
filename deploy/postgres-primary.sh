#!/bin/bash
# The postgres image runs this once, while it creates the primary's database: roles, passwords, replication.
set -Eeuo pipefail

# The first step of the file. The service "grant" runs the third one after "workforce migrate".
roles=$(sed '/^-- Step 2/,$d' /postgresql-roles.sql)

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=owner_password="$WORKFORCE_OWNER_PASSWORD" --set=service_password="$WORKFORCE_SERVICE_PASSWORD" \
  --set=replication_password="$REPLICATION_PASSWORD" <<SQL
$roles
ALTER ROLE workforce_owner PASSWORD :'owner_password';
ALTER ROLE workforce_service PASSWORD :'service_password';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication_password';
-- Takes effect at the next start. The server that runs this has no replica yet, and would wait for one forever.
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)';
SQL

echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
