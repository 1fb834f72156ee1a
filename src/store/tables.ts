// Every small table of our own that is described by its columns.
import { credentialTable } from './credentials.ts';
import { savedViewsTable } from './saved-views.ts';
import { webhookTable } from './webhooks.ts';

export const tables = [webhookTable, credentialTable, savedViewsTable] as const;
