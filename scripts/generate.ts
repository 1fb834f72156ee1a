// `npm run generate`: writes the derived files that are committed.
import { documents } from '../src/cli/documents.ts';

for (const [name, text] of Object.entries(documents())) {
  await Bun.write(new URL(`../${name}`, import.meta.url), text);
  console.log(`wrote ${name}`);
}
