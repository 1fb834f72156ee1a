// The backup that is made of an embedded database before a new version changes it. It lies beside the database, named
// by that version, until the next upgrade makes another.
import type { Database } from 'bun:sqlite';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Catalogue } from '../../../catalogue/resource.ts';
import { messageOf } from '../../../contract/errors.ts';
import { VERSION } from '../../../contract/product.ts';
import { log } from '../../../log/log.ts';
import { StoreError } from '../../store.ts';
import { ownLikeReplaced } from '../file-owner.ts';
import { sync } from '../sync.ts';
import { inspect } from './backup-file.ts';

const NAME = /^workforce-before-.*\.db$/;

/** The connection must be outside a transaction. */
export function backUpBefore(db: Database, catalogue: Catalogue): void {
  const folder = dirname(db.filename);
  const backup = join(folder, `workforce-before-${VERSION}.db`);
  const unfinished = `${backup}.unfinished-${process.pid}`;
  try {
    rmSync(unfinished, { force: true });
    db.run(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`);
    inspect(unfinished, catalogue);
    ownLikeReplaced(unfinished, db.filename);
    sync(unfinished);
    renameSync(unfinished, backup);
    sync(folder);
    for (const older of readdirSync(folder).filter((name) => NAME.test(name) && name !== basename(backup)))
      rmSync(join(folder, older));
  } catch (error) {
    throw new StoreError(
      `it has to be migrated, and no backup of it can be made first (${messageOf(error)}); make room beside it, as much as it takes itself`,
    );
  } finally {
    rmSync(unfinished, { force: true });
  }
  log.info(`The database as it was is in ${backup}, until the next upgrade.`);
}
