// The tables of the embedded database.
import { sqlite } from '../dialect.ts';
import { schema } from '../schema.ts';

export const { filterIndexDdl, indexDdl, indexes, tableDdl, textColumns } = schema(sqlite);
