// The catalogue as the console has it, for tests without a browser.
import { catalogue as shown } from '../../console/src/data/catalogue.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { consoleCatalogue } from '../../src/contract/documents/console-catalogue.ts';
import { insights } from '../../src/insights/insights.ts';

export function showCatalogue(): void {
  const parts = { catalogue, privateFields: {}, writes: true, careers: true, insights: [...insights] };
  shown.value = JSON.parse(consoleCatalogue(parts));
}
