// Leaves out the rows of files that are about people who were erased, unless they are to come back, and says which.
import type { Resource } from '../../catalogue/resource.ts';
import { withoutErased } from '../../jobs/erased-people.ts';
import type { NamedFile } from '../../jobs/import/named-file.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import type { Values } from '../options/command.ts';
import type { Report } from './report.ts';

export function erasedRows(values: Values, output: Report) {
  const lines = new Map<Resource, Set<number>>();
  return {
    leftOut:
      (session: ImportSession) =>
      (file: NamedFile): NamedFile => {
        if (values['add-erased'] !== undefined) return file;
        const { resource } = file;
        const found = new Set<number>();
        lines.set(resource, found);
        return { ...file, rows: () => withoutErased(session, file, (line) => found.add(line)) };
      },
    tell(): void {
      for (const [resource, found] of lines) if (found.size > 0) output.erased(resource, [...found]);
    },
  };
}
