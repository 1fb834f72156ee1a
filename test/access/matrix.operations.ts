// Every route and format for every scope.
import { setDefaultTimeout } from 'bun:test';
import { matrix } from './matrix.ts';

setDefaultTimeout(600_000);
matrix();
