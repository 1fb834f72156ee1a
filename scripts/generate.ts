// `npm run generate`: writes the derived files, which are committed.
import { catalogue } from '../src/catalogue/catalogue.ts';
import { clientSource } from '../src/contract/documents/client-source.ts';
import { errors } from '../src/contract/errors.ts';
import { insightSource } from '../src/insights/client-source.ts';
import { insights } from '../src/insights/insights.ts';
import { consoleFiles } from './console-files.ts';
import { docsScript } from './docs-script.ts';
import { documents } from './documents.ts';
import { insightDefinitions } from './insight-definitions.ts';

/** The console is last: the client is inside it, as it was just written. */
const steps = [
  documents,
  () => clientSource(catalogue, errors),
  () => insightSource(insights, catalogue),
  insightDefinitions,
  docsScript,
  consoleFiles,
];
for (const step of steps)
  for (const [name, content] of Object.entries(await step())) {
    await Bun.write(new URL(`../${name}`, import.meta.url), content);
    console.log(`wrote ${name}`);
  }
