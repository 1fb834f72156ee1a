// Every route and format for a few clients; matrix.operations.ts has every scope.
import { setDefaultTimeout } from 'bun:test';
import { matrix } from './matrix.ts';

setDefaultTimeout(240_000);
const ASKING = ['nobody', 'a revoked token', 'read-departments', 'all-but-employees', 'create-organizations'];
matrix((client) => ASKING.includes(client));
