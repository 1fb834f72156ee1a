// `npm run generate`: writes the derived files, which are committed.
import { catalogue } from '../src/catalogue/catalogue.ts';
import { clientSource } from '../src/contract/documents/client-source.ts';
import { errors } from '../src/contract/errors.ts';
import { documents } from './documents.ts';
import { insightDefinitions } from './insight-definitions.ts';

for (const [name, text] of Object.entries({
  ...documents(),
  ...clientSource(catalogue, errors),
  ...insightDefinitions(),
})) {
  await Bun.write(new URL(`../${name}`, import.meta.url), text);
  console.log(`wrote ${name}`);
}
