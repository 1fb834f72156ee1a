// A resource is one definition and a field is one line in the catalogue; everything else is derived from it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogueOf } from '../../src/catalogue/catalogue-of.ts';
import { field, type ResourceSpec, resource } from '../../src/catalogue/resource.ts';
import { engines, newDatabase, openDatabase } from '../harness/databases.ts';
import { post, type Service, startService } from '../harness/service.ts';

describe.each(engines)('on the %s database', (engine) => {
  const shelves: ResourceSpec = {
    schema: 'Shelf',
    one: 'shelf',
    many: 'shelves',
    about: 'Places to put things.',
    fields: {
      id: field('id', 'Identifies it.'),
      name: field('name', 'What it says.', { required: true, create: 'required' }),
    },
  };

  const toys: ResourceSpec = {
    schema: 'Toy',
    one: 'toy',
    many: 'toys',
    about: 'Things to play with.',
    unique: [['slug']],
    fields: {
      id: field('id', 'Identifies it.'),
      slug: field('slug', 'Its name in addresses.', { required: true, create: 'required' }),
      shelf_id: field('reference', 'Where it lies.', { to: 'shelves', create: 'optional' }),
      colour: field('colour', 'How it looks.', { required: true, create: 'optional', default: 'red' }),
      bought: field('date', 'When it came.', { create: 'optional' }),
      price: field('amount', 'What it cost.', { create: 'optional' }),
    },
  };

  const catalogue = catalogueOf([resource('shelves', shelves), resource('toys', toys)]);

  describe('a toy resource', () => {
    let service: Service;
    beforeAll(async () => {
      service = await startService({ engine, catalogue, filled: false });
    });
    afterAll(() => service.stop());

    const get = async (path: string) => (await fetch(`${service.url}/api/v1${path}`)).json();

    test('can be created, validated, read, filtered, compared, searched and is documented', async () => {
      expect((await post(service, '/api/v1/shelves', { name: 'Top' })).status).toBe(201);
      const created = await post(service, '/api/v1/toys', {
        slug: 'ball',
        shelf_id: 1,
        bought: '2026-01-05',
        price: 2.5,
      });
      expect(created.status).toBe(201);
      const ball = { id: 1, slug: 'ball', shelf_id: 1, colour: 'red', bought: '2026-01-05', price: 2.5 };
      expect(await created.json()).toEqual(ball);
      expect(await get('/toys/1')).toEqual(ball);
      const bad = await post(service, '/api/v1/toys', {
        slug: 'ball',
        shelf_id: 9,
        colour: 'reddish',
        price: -1,
        size: 3,
      });
      const faults = (await bad.json()).error.details.errors.map(({ loc, type }: any) => `${loc[1]} ${type}`);
      expect(faults).toEqual([
        'colour string_pattern_mismatch',
        'price greater_than_equal',
        'size extra_forbidden',
        'shelf_id reference_not_found',
        'slug not_unique',
      ]);
      for (const query of ['shelf_id=1', 'slug=ball', 'price[gt]=2', 'bought[lt]=2026-02-01', 'q=BALL']) {
        expect({ query, ...(await get(`/toys?${query}`)) }).toMatchObject({ query, data: [ball], meta: { total: 1 } });
      }
      for (const query of ['shelf_id=null', 'slug=bat', 'price[gt]=3', 'bought[gte]=2026-02-01', 'q=bat']) {
        expect({ query, ...(await get(`/toys?${query}`)) }).toMatchObject({ query, data: [], meta: { total: 0 } });
      }
      const document = await (await fetch(`${service.url}/api/openapi.json`)).json();
      expect(Object.keys(document.paths)).toContain('/v1/toys/{item_id}');
      expect(Object.keys(document.components.schemas.ToyCreate.properties)).toEqual([
        'slug',
        'shelf_id',
        'colour',
        'bought',
        'price',
      ]);
      expect(await (await fetch(service.url)).text()).toContain('/api/v1/toys');
    });
  });

  test('a new field of the catalogue is added to an existing database, which the older catalogue then refuses', async () => {
    const location = await newDatabase(engine);
    const before = await openDatabase(location, catalogue);
    const made = await before.create(catalogue[1]!, { slug: 'kite', bought: '2026-03-04T10:00:00+02:00' });
    await before.close();
    const grown = {
      ...toys,
      fields: {
        ...toys.fields,
        maker: field('word', 'Who made it.'),
        stock: field('count', 'How many.', { required: true, default: 7 }),
      },
    };
    const wider = catalogueOf([resource('shelves', shelves), resource('toys', grown)]);
    const after = await openDatabase(location, wider);
    const page = await after.list(
      wider[1]!,
      { limit: 50, offset: 0, terms: ['KITE'], conditions: [] },
      { searchPrivate: true },
    );
    expect('json' in made && `${made.json.slice(0, -1)},"maker":null,"stock":7}`).toBe(
      new TextDecoder().decode(page.items),
    );
    expect(page.total).toBe(1);
    await after.close();
    expect(openDatabase(location, catalogue)).rejects.toThrow(/maker.*upgrade workforce/);
  });

  const broken: [string, RegExp, ReturnType<typeof resource>[]][] = [
    ['a dangling reference', /toys\.shelf_id refers to shelves/, [resource('toys', toys)]],
    [
      'a resource that is there twice',
      /resource shelves is there twice/,
      [resource('shelves', shelves), resource('shelves', shelves)],
    ],
    [
      'an unknown kind',
      /x\.id is of the unknown kind blob/,
      [resource('x', { ...shelves, fields: { id: field('blob' as 'id', 'Odd.') } })],
    ],
    ['a uniqueness of nothing', /x has no field slug/, [resource('x', { ...shelves, unique: [['slug']] })]],
    [
      'a required field that nothing fills',
      /x\.size is required/,
      [
        resource('x', {
          ...shelves,
          fields: { ...shelves.fields, size: field('count', 'How big.', { required: true }) },
        }),
      ],
    ],
    [
      'a field without an about',
      /x\.size has no about/,
      [resource('x', { ...shelves, fields: { ...shelves.fields, size: field('count', ' ') } })],
    ],
    [
      'words of a field that has none',
      /x\.mood has the words of shelves, where there are none/,
      [
        resource('shelves', shelves),
        resource('x', {
          ...shelves,
          fields: { ...shelves.fields, mood: field('word', 'As with shelves.', { wordsOf: 'shelves' }) },
        }),
      ],
    ],
    [
      'a name the store needs',
      /x\.json has a name/,
      [resource('x', { ...shelves, fields: { ...shelves.fields, json: field('prose', 'Text.') } })],
    ],
  ];

  test.each(broken)('a catalogue with %s is refused', (_, message, parts) => {
    expect(() => catalogueOf(parts)).toThrow(message);
  });
});
