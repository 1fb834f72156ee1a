// The tables of the embedded database.
import { sqlite } from '../../shared/dialect.ts';
import { schema } from '../../shared/schema.ts';

export const { indexDdl, indexes, listIndexDdl, tableDdl, textColumns } = schema(sqlite);
