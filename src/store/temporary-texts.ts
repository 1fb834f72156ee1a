// Texts by their numbers, for as long as the process runs. They may be millions, so SQLite holds them: in memory as
// long as they are few, else in a temporary file that has no name.
import { Database } from 'bun:sqlite';

/** Characters that are cached, roughly, and texts that are read together: most are asked for in their order. */
const [CACHED, AT_ONCE] = [1 << 20, 32];

export function temporaryTexts() {
  const database = new Database('');
  // Nobody needs the texts after a crash.
  for (const setting of ['journal_mode', 'synchronous']) database.run(`PRAGMA ${setting} = OFF`);
  database.run('CREATE TABLE texts (json TEXT NOT NULL)');
  database.run('BEGIN');
  const insert = database.prepare('INSERT INTO texts VALUES (?)');
  const select = database.prepare<unknown, [number, number]>(
    'SELECT rowid, json FROM texts WHERE rowid BETWEEN ? AND ?',
  );
  const cached = new Map<number, string>();
  let [count, size] = [0, 0];
  return {
    add(text: string): void {
      insert.run(JSON.stringify(text));
      count += 1;
    },
    /** `undefined` where there is no such text. */
    at(index: number): string | undefined {
      if (!(index >= 0 && index < count)) return undefined;
      const text = cached.get(index);
      if (text !== undefined) return text;
      if (size > CACHED) {
        cached.clear();
        size = 0;
      }
      for (const [row, json] of select.values(index + 1, index + AT_ONCE) as [number, string][]) {
        cached.set(row - 1, JSON.parse(json));
        size += json.length;
      }
      return cached.get(index);
    },
    close: () => database.close(),
  };
}
