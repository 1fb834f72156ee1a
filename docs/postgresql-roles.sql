-- Two roles, so that those who serve can read and create records, and can neither change or delete them nor change tables; and a third
-- one for reports, which can read the views of docs/guides/bi.md and nothing else.
-- Tests run this very file. Choose passwords before you do.

-- Step 1. Once, as a superuser, connected to the new and empty database (made with ENCODING 'UTF8').

-- Owns the tables and runs "workforce migrate".
CREATE ROLE workforce_owner LOGIN PASSWORD 'choose one';

-- Runs "workforce serve".
CREATE ROLE workforce_service LOGIN PASSWORD 'choose another';

-- Whoever is in this group can read the views for reports. "workforce migrate" grants it that, and nothing else is granted to it.
CREATE ROLE workforce_bi NOLOGIN;

-- Search needs it. It is here so that the owner need not make it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- For the schema of these views, which is made by "workforce migrate" or comes out of a dump.
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO workforce_owner', current_database()); END $$;

GRANT USAGE, CREATE ON SCHEMA public TO workforce_owner;
GRANT USAGE ON SCHEMA public TO workforce_service;

-- Before PostgreSQL 15 everyone could make tables here.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Step 2. Run "workforce migrate" with DATABASE_URL=postgres://workforce_owner:...@.../...
-- and WORKFORCE_DEMO=0, without which it fills the new tables with demo data.

-- Step 3. As workforce_owner, now and after every "workforce migrate" of a newer version.

-- Records: read them, add to them.
GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO workforce_service;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO workforce_service;

-- List counters grow, and so do watermarks, up to which records are counted. Creates lock the row of a watermark.
GRANT UPDATE ON workforce_list_counters, workforce_watermarks TO workforce_service;

-- Keys of creates stay for a day, then they are cleared.
GRANT UPDATE, DELETE ON workforce_idempotency TO workforce_service;

-- Changes wait until they have their place in the sequence, and old ones are cleared.
GRANT UPDATE, DELETE ON workforce_changes, workforce_pending TO workforce_service;

-- How far webhooks have come. Where they go, and with which secret, is for the owner to say ("workforce webhooks add").
REVOKE INSERT ON workforce_webhooks FROM workforce_service;
GRANT UPDATE (cursor, until, message, attempts, failing_since, next_at, parked_at, outcome, holder, leased_until)
  ON workforce_webhooks TO workforce_service;

-- Tokens and roles are for the owner to make ("workforce token create"). The service adds the sessions of people who sign in, and no
-- other rows; it ends them, notes the last use, and clears what ended long ago. So it may delete any row here, of a
-- token or role too: a service that was taken over can lock clients out, and gives nobody a right.
GRANT UPDATE (used_at, revoked_at, changed_at), DELETE ON workforce_credentials TO workforce_service;
ALTER TABLE workforce_credentials ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS sessions ON workforce_credentials;
DROP POLICY IF EXISTS reads ON workforce_credentials;
DROP POLICY IF EXISTS ends ON workforce_credentials;
DROP POLICY IF EXISTS clears ON workforce_credentials;
CREATE POLICY sessions ON workforce_credentials FOR INSERT TO workforce_service WITH CHECK (kind = 'session');
CREATE POLICY reads ON workforce_credentials FOR SELECT TO workforce_service USING (TRUE);
CREATE POLICY ends ON workforce_credentials FOR UPDATE TO workforce_service USING (TRUE);
CREATE POLICY clears ON workforce_credentials FOR DELETE TO workforce_service USING (TRUE);

-- The views that people save in the console.
GRANT UPDATE ON workforce_saved_views TO workforce_service;

-- The audit log: entries are added, and old ones cleared. None is ever changed, and its table refuses to let go of others.
GRANT DELETE ON workforce_audit_log TO workforce_service;

-- What the database says about itself, and watermarks: no rows are added. Notes of imports are not for the service.
REVOKE INSERT ON workforce_meta, workforce_watermarks FROM workforce_service;
REVOKE SELECT, INSERT ON workforce_notes FROM workforce_service;

-- Step 4. Run "workforce serve" with DATABASE_URL=postgres://workforce_service:...@.../...

-- Step 5. For reports, as a superuser: a role for each tool or person who asks for them. It is of use after "workforce migrate".

CREATE ROLE workforce_reports LOGIN PASSWORD 'choose a third' IN ROLE workforce_bi;

-- Rights are what protects the records. These keep a question from taking the server for itself, and a mistake from changing anything.
ALTER ROLE workforce_reports SET default_transaction_read_only = on;
ALTER ROLE workforce_reports SET statement_timeout = '60s';
ALTER ROLE workforce_reports SET search_path = workforce_bi;
ALTER ROLE workforce_reports CONNECTION LIMIT 10;
