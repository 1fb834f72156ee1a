// `npm run generate`: writes the derived files, which are committed. `-- --gallery` makes a console that has the page
// of all parts too, to look at: a test fails while it is there.
import { catalogue } from '../src/catalogue/catalogue.ts';
import { clientSource } from '../src/contract/documents/client-source.ts';
import { errors } from '../src/contract/errors.ts';
import { insightSource } from '../src/insights/client-source.ts';
import { insights } from '../src/insights/insights.ts';
import { consoleFiles } from './console-files.ts';
import { docsScript } from './docs-script.ts';
import { documents } from './documents.ts';
import { insightDefinitions } from './insight-definitions.ts';

type Files = Record<string, string | Buffer>;

/** The console is last: the client is inside it, as it was just written. */
const steps: readonly (readonly [folder: string, make: () => Files | Promise<Files>])[] = [
  ['generated/', documents],
  ['', () => clientSource(catalogue, errors)],
  ['', () => insightSource(insights, catalogue)],
  ['', insightDefinitions],
  ['generated/', docsScript],
  ['generated/', () => consoleFiles(process.argv.includes('--gallery') ? 'gallery' : 'src')],
];
for (const [folder, make] of steps)
  for (const [name, content] of Object.entries(await make())) {
    await Bun.write(new URL(`../${folder}${name}`, import.meta.url), content);
    console.log(`wrote ${folder}${name}`);
  }
