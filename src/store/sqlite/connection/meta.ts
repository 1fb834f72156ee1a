// What the embedded database says about itself, by key: its catalogue, what is private in it, and marks for those who use it.
import type { Prepare } from './statements.ts';

export const storedValue = (prepare: Prepare, key: string) =>
  prepare('SELECT value FROM workforce_meta WHERE key = ?').values(key)[0]?.[0] as string | undefined;
