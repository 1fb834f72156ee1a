// Every small table of our own that is described by its columns, and the audit log.
import { type Credentials, credentialTable } from './credentials.ts';
import { type SavedViewsTable, savedViewsTable } from './saved-views.ts';
import { type AuditLog, auditLog, type KeptAudit } from './shared/audit-table.ts';
import { type TableEngine, tableOf } from './table.ts';
import { type Webhooks, webhookTable } from './webhooks.ts';

export const tables = [webhookTable, credentialTable, savedViewsTable] as const;

export type SmallTables = {
  readonly webhooks: Webhooks;
  readonly credentials: Credentials;
  readonly savedViews: SavedViewsTable;
  readonly auditLog: AuditLog;
};

export const smallTables = (engine: TableEngine, audit: KeptAudit): SmallTables => ({
  webhooks: tableOf(engine, audit, webhookTable),
  credentials: tableOf(engine, audit, credentialTable),
  savedViews: tableOf(engine, audit, savedViewsTable),
  auditLog: auditLog(engine, audit),
});
