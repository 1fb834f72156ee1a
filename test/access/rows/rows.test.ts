// Row limits against a database without the rest, for one set of limits and some of the questions; rows.operations.ts
// has all.
import { eitherEngine } from '../../harness/databases.ts';
import { rowLimits } from './rows.ts';

rowLimits(eitherEngine, (texts) => texts.includes('departments?id[ne]=2&id[ne]=3'), 12);
