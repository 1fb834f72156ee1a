// The tables of the embedded database.
import { sqlite } from '../dialect.ts';
import { schema } from '../schema.ts';

export const { indexDdl, indexes, listIndexDdl, tableDdl, textColumns } = schema(sqlite);
