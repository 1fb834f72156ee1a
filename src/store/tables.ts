// Every small table of our own that is described by its columns.
import { webhookTable } from './webhooks.ts';

export const tables = [webhookTable] as const;
