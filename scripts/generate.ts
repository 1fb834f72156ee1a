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

const files = {
  ...documents(),
  ...clientSource(catalogue, errors),
  ...insightSource(insights, catalogue),
  ...insightDefinitions(),
  ...(await consoleFiles()),
  ...docsScript(),
};
for (const [name, text] of Object.entries(files)) {
  await Bun.write(new URL(`../${name}`, import.meta.url), text);
  console.log(`wrote ${name}`);
}
