// All records of a resource within an import session, in the order of ids.
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import { BEFORE_ALL, type ImportSession } from '../../store/maintenance.ts';

export async function* recordsIn(session: ImportSession, resource: Resource): AsyncGenerator<DataRecord> {
  for (let after = BEFORE_ALL; ; ) {
    const texts = await session.recordsAfter(resource, after);
    if (texts.length === 0) return;
    for (const text of texts) {
      const record = JSON.parse(text) as DataRecord;
      after = record.id as number;
      yield record;
    }
    // Lets signals through.
    await new Promise(setImmediate);
  }
}
