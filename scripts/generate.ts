// `npm run generate`: writes the derived files that are committed.
import { catalogue } from '../src/catalogue/catalogue.ts';
import { documents } from '../src/cli/documents.ts';
import { errors } from '../src/contract/errors.ts';
import { clientSource } from './client-source.ts';

for (const [name, text] of Object.entries({ ...documents(), ...clientSource(catalogue, errors) })) {
  await Bun.write(new URL(`../${name}`, import.meta.url), text);
  console.log(`wrote ${name}`);
}
