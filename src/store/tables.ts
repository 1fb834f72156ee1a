// Every small table of our own that is described by its columns.
import { credentialTable } from './credentials.ts';
import { keptTable } from './kept.ts';
import { webhookTable } from './webhooks.ts';

export const tables = [webhookTable, credentialTable, keptTable] as const;
