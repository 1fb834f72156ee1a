// Row limits against databases without the rest: every set of limits, and a share of the questions; with TEST_ALL all of
// them, on both engines.
import { setDefaultTimeout } from 'bun:test';
import { eitherEngine } from '../../harness/databases.ts';
import { ALL } from '../../harness/random/sample.ts';
import { rowLimits } from './rows.ts';

setDefaultTimeout(600_000);
rowLimits(eitherEngine, () => true, ALL ? 1 : 6);
