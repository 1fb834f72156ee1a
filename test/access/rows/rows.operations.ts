// Row limits against databases without the rest, on both engines: every set of limits, and every question.
import { setDefaultTimeout } from 'bun:test';
import { engines } from '../../harness/databases.ts';
import { rowLimits } from './rows.ts';

setDefaultTimeout(600_000);
rowLimits(engines, () => true, 1);
