// `workforce backup FILE` and `workforce restore FILE`: the embedded database as one file, made while the service runs.
import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings, SettingError } from '../../config.ts';
import { backUp, type Copied, restore as putBack } from '../../store/sqlite/admin/backup.ts';
import { say } from '../terminal/output.ts';

export const backup = (file: string): void => say(`Backed up to ${file}: ${told(backUp(folder(), file, catalogue))}.`);

export const restore = (file: string, force: boolean): void =>
  say(`Restored from ${file}: ${told(putBack(folder(), file, catalogue, force))}.`);

const told = ({ records, bytes }: Copied): string =>
  `${records.toLocaleString('en')} records, ${(bytes / 1e6).toFixed(1)} MB, every page checked`;

function folder(): string {
  const { dataFolder, databaseUrl } = readSettings(process.env);
  if (databaseUrl === undefined) return dataFolder;
  throw new SettingError(
    'DATABASE_URL is set: PostgreSQL is backed up with its own tools (pg_dump, or a base backup and its log), or copied into an embedded database with "workforce copy --from".',
  );
}
