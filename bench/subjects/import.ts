// Imports the CSV files of a folder into a new database, as `workforce import` does, and prints how many rows and
// seconds that took. Arguments: FILES DATABASE thread|no-thread
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { filesOf } from '../../src/cli/import/files.ts';
import { openFile } from '../../src/cli/import/rows.ts';
import { importRecords } from '../../src/jobs/import/import-records.ts';
import { importIntoNew } from '../../src/store/sqlite/bulk/new-database.ts';

const [files = '', database = '', thread] = process.argv.slice(2);
const importInto = importIntoNew(database, { catalogue, privateFields: {} }, { searchThread: thread === 'thread' });
const started = performance.now();
const opened = await Promise.all(filesOf([files], undefined).map((file) => openFile(file)));
const sources = opened.map((file) => ({ resource: file.resource, rows: file.rows(() => undefined) }));
const resources = sources.map(({ resource }) => resource);
const imported = await importRecords({ importInto }, catalogue, resources, {
  prepare: async () => sources,
  skipInvalid: false,
  dryRun: false,
  onFault: ({ name }, line, { msg }) => console.error(`${name}, line ${line}: ${msg}`),
  onProgress: () => undefined,
  signal: new AbortController().signal,
});
const seconds = (performance.now() - started) / 1000;
if (imported.some(({ refused }) => refused > 0)) process.exit(1);
console.log(JSON.stringify({ rows: imported.reduce((sum, { written }) => sum + written, 0), seconds }));
