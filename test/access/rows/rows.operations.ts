// Row limits against databases without the rest: every set of limits, and every question.
import { setDefaultTimeout } from 'bun:test';
import { rowLimits } from './rows.ts';

setDefaultTimeout(600_000);
rowLimits(() => true, 1);
