// The packed client, as users install it, works in Node.js and in Bun, with its types, and as its README says.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Resource } from '../../src/catalogue/resource.ts';
import { filtersOf } from '../../src/contract/request/conditions.ts';
import { type Spawned, spawnService } from '../harness/command.ts';
import { demoDatabase } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { checkTypes, command, expectedOutcome, installedClient } from './package.ts';

const TOKEN = 'choose-a-token';
const TSC = repositoryFile('node_modules/.bin/tsc');
const texts = ['client/README.md'];

let folder: string;
let service: Spawned;
beforeAll(async () => {
  const environment = {
    WORKFORCE_DATA: await demoDatabase('embedded', 90),
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_WORKERS: '1',
  };
  [folder, service] = await Promise.all([installedClient(), spawnService(environment)]);
});
afterAll(async () => {
  service.process.kill('SIGTERM');
  await service.process.exited;
});

const runtimes: [string, string][] = [
  ['Node.js', 'node'],
  ['Bun', process.execPath],
];

test.each(runtimes)('the client works in %s', async (_, runtime) => {
  const { meta } = (await (await fetch(`${service.url}/api/v1/candidates?limit=1`)).json()) as any;
  const script = `import { journey } from './journey.js'; console.log(JSON.stringify(await journey('${service.url}', '${TOKEN}')))`;
  await Bun.write(`${folder}/start.js`, script);
  expect(JSON.parse(await command([runtime, 'start.js'], folder))).toEqual(expectedOutcome(meta.total));
});

test('the types are right for browsers and for Node.js, know exactly the filters, and pass the examples of the README', async () => {
  await Bun.write(`${folder}/src/filters.ts`, exactFilters());
  for (const name of texts) await Bun.write(`${folder}/src/${moduleOf(name)}`, await examplesIn(name));
  await checkTypes(folder, TSC);
});

test.each(texts)('the examples of %s run', async (name) => {
  await Bun.write(`${folder}/src/${moduleOf(name)}`, await examplesIn(name));
  expect(await command([process.execPath, `src/${moduleOf(name)}`], folder)).toMatch(/@(\w+\.)?example/);
});

/** Compiles if the names of the filters of each resource are those that the service has. */
function exactFilters(): string {
  const line = (resource: Resource) => {
    const names = [...filtersOf(resource).keys()].map((name) => `'${name}'`).join(' | ');
    return `export const ${resource.table}: Same<keyof client.${resource.schema}Filters, ${names}> = true;`;
  };
  const same = 'type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;';
  return ["import type * as client from 'workforce-client';", same, ...catalogue.map(line)].join('\n');
}

const moduleOf = (name: string): string => name.replace('/', '-').replace('.md', '.ts');

async function examplesIn(name: string): Promise<string> {
  const text = await Bun.file(repositoryFile(name)).text();
  const blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  return blocks.join('\n').replaceAll('http://127.0.0.1:8080', service.url);
}
