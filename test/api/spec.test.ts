// Compares every row of the interface specification with the running service and with the documents that it serves.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eitherEngine } from '../harness/databases.ts';
import { post, type Service, startService, TOKEN } from '../harness/service.ts';
import {
  answers,
  type Body,
  base,
  collection,
  creatable,
  defaults,
  errorFields,
  type FieldRow,
  faultFields,
  health,
  limit,
  offset,
  operations,
  paginationMeta,
  q,
  type ResourceTable,
  readOnly,
  resources,
  sampleBody,
  samples,
  version,
} from './spec-tables.ts';

describe.each(eitherEngine)('on the %s database', (engine) => {
  /** The parts of OpenAPI 3.1 and Swagger 2.0 that are tested. */
  type Ref = { $ref?: string };
  type Schema = Ref & {
    type?: string | string[];
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
    anyOf?: Schema[];
    additionalProperties?: boolean;
    'x-nullable'?: boolean;
  };
  type Content = Ref & { content?: Record<string, { schema: Schema }>; schema?: Schema };
  type Parameter = Ref & { name: string; in: string; required?: boolean; schema: Schema };
  type Described = {
    parameters: Parameter[];
    responses: Record<string, Content>;
    requestBody: Content & { required: boolean };
    security?: Record<string, string[]>[];
  };
  type Document = Pick<Described, 'security'> & {
    openapi?: string;
    swagger?: string;
    info: { version: string };
    servers: { url: string }[];
    basePath?: string;
    paths: Record<string, Record<string, Described>>;
    definitions: Record<string, Schema>;
    components: { securitySchemes: Record<string, { type: string; scheme: string }> };
  };
  type Item = Record<string, unknown>;

  let service: Service;
  let closed: Service;
  beforeAll(async () => {
    service = await startService({ engine });
    closed = await startService({ engine, token: undefined });
  });
  afterAll(() => Promise.all([service.stop(), closed.stop()]));

  const at = (path: string) => `${base}${path}`;
  const paths = (tables: readonly ResourceTable[]) => tables.map((resource) => [resource.path, resource] as const);

  async function read(path: string, init: RequestInit = {}, from = service) {
    const response = await fetch(`${from.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : undefined };
  }

  async function send(path: string, body: unknown, headers: Record<string, string> = {}, to = service) {
    const response = await post(to, at(path), body, headers);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  const hasType: Record<string, (value: unknown) => boolean> = {
    integer: Number.isSafeInteger,
    number: Number.isFinite,
    string: (value) => typeof value === 'string',
    boolean: (value) => typeof value === 'boolean',
  };

  /** Expects exactly the fields of the table, in its order, with values of its types. */
  function expectShape(item: Item, rows: readonly FieldRow[]): void {
    expect(Object.keys(item)).toEqual(rows.map(([name]) => name));
    const wrong = rows.filter(
      ([name, type, nullable]) => !(item[name] === null ? nullable : hasType[type]!(item[name])),
    );
    expect(wrong.map(([name, type]) => `${name} should be ${type}: ${JSON.stringify(item[name])}`)).toEqual([]);
  }

  const expectKeys = (value: Item, { required, optional }: { required: string[]; optional: string[] }) => {
    expect(Object.keys(value)).toEqual(expect.arrayContaining(required));
    expect([...required, ...optional]).toEqual(expect.arrayContaining(Object.keys(value)));
  };

  function expectError(answer: { status: number; body: Item }, status: number, code: string): void {
    expect([answer.status, Object.keys(answer.body)]).toEqual([status, ['error']]);
    const error = answer.body.error as Item;
    expectKeys(error, errorFields);
    expect([error.code, typeof error.message]).toEqual([code, 'string']);
    if ('details' in error) expect(Object.prototype.toString.call(error.details)).toBe('[object Object]');
  }

  function expectDetail(answer: { status: number; body: Item }): void {
    expect([answer.status, Object.keys(answer.body)]).toEqual([422, ['detail']]);
    expect(answer.body.detail).not.toEqual([]);
    for (const fault of answer.body.detail as Item[]) {
      expectKeys(fault, faultFields);
      expect([typeof fault.msg, typeof fault.type]).toEqual(['string', 'string']);
      for (const step of fault.loc as unknown[]) expect(typeof step === 'string' || Number.isInteger(step)).toBe(true);
      if ('ctx' in fault) expect(Object.prototype.toString.call(fault.ctx)).toBe('[object Object]');
    }
  }

  describe('section 4: system operations', () => {
    test('the index is a JSON object, with and without a slash', async () => {
      const [index, slashed] = [await read(base), await read(at('/'))];
      expect([index.status, index.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(Object.prototype.toString.call(index.body)).toBe('[object Object]');
      expect(slashed.text).toBe(index.text);
      for (const address of Object.values<string>(index.body.resources)) expect((await read(address)).status).toBe(200);
    });

    test('the front page shows live counts and leads to every list and to the docs', async () => {
      const page = async () => (await fetch(service.url)).text();
      const [before, counts] = [await page(), await service.store.counts()];
      for (const { path } of resources) {
        expect(before).toContain(`href="${at(path)}"`);
        expect(before).toContain(`>${counts[path.replace('/v1/', '')]!.toLocaleString('en')}</b>`);
      }
      expect(before).toContain(`href="${at('/docs')}"`);
      const leave = creatable.find(({ path }) => path === '/v1/leave')!;
      expect((await send(leave.path, sampleBody(leave))).status).toBe(201);
      expect(await page()).toContain(`>${(counts.leave! + 1).toLocaleString('en')}</b>`);
    });

    test('health has its shape and says whether writes are enabled', async () => {
      for (const [running, enabled] of [
        [service, true],
        [closed, false],
      ] as const) {
        const { status, body } = await read(at('/v1/health'), {}, running);
        expect(status).toBe(200);
        expectShape(body, health);
        expect([body.version, body.writes_enabled]).toEqual([version, enabled]);
      }
    });
  });

  describe('sections 2 and 4: reading', () => {
    test.each(paths(resources))(
      '%s: every item has the fields of the table, in the list and alone',
      async (path, { fields }) => {
        const first = await read(at(`${path}?limit=${limit.maximum}`));
        expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json']);
        const { total } = first.body.meta;
        const last = await read(at(`${path}?limit=${limit.maximum}&offset=${Math.max(0, total - limit.maximum)}`));
        for (const { text, body } of [first, last]) {
          expect(Object.keys(body)).toEqual(collection);
          expectShape(body.meta, paginationMeta);
          expect(body.data).not.toEqual([]);
          for (const item of body.data) {
            expectShape(item, fields);
            expect(item.password_hash ?? null).toBeNull();
          }
          for (const item of [body.data[0], body.data.at(-1)]) {
            const one = await read(at(`${path}/${item.id}`));
            expect([one.status, one.headers.get('content-type')]).toEqual([200, 'application/json']);
            expectShape(one.body, fields);
            expect(text).toContain(one.text);
          }
        }
      },
    );

    test.each(paths(resources))(
      '%s/{item_id}: 404 for no such record, 422 for no such parameter',
      async (path, { fields }) => {
        for (const id of ['999999999', '0', 'none']) expectError(await read(at(`${path}/${id}`)), 404, 'not_found');
        expectDetail(await read(at(`${path}/${'1'.repeat(65)}`)));
        if (fields.some(([name]) => name === 'status')) {
          const { status } = (await read(at(`${path}?limit=1`))).body.data[0];
          const { data } = (await read(at(`${path}?status=${status}`))).body;
          expect(new Set(data.map((item: Item) => item.status))).toEqual(new Set([status]));
        }
      },
    );
  });

  describe('section 4: creating', () => {
    test('there is a sample for every field of every create body', () => {
      for (const { path, body } of creatable) expect(Object.keys(samples[path]!)).toEqual(body!.map(([name]) => name));
    });

    /** Expects the defaults of the table in every field that was not given. */
    function expectCompleted({ path, fields }: ResourceTable, item: Item, given: Item, since: Date): void {
      expectShape(item, fields);
      for (const [name] of fields) {
        const value = item[name];
        const expected = given[name] ?? defaults[path]![name] ?? null;
        if (name === 'id') expect(value).toBeGreaterThan(0);
        else if (expected === 'TODAY')
          expect([since, new Date()].map((date) => date.toISOString().slice(0, 10))).toContain(value as string);
        else if (expected === 'NOW') {
          expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
          expect(Date.parse(value as string)).toBeWithin(since.getTime() - 1000, Date.now() + 1);
        } else expect([name, value]).toEqual([name, expected]);
      }
    }

    test.each(paths(creatable))('%s: 201 with required fields, with nulls and with all', async (path, resource) => {
      const nulls = Object.fromEntries(
        resource.body!.filter(([, , required]) => !required).map(([name]) => [name, null]),
      );
      const bodies = [
        sampleBody(resource, 'required'),
        { ...nulls, ...sampleBody(resource, 'required') },
        sampleBody(resource, 'all'),
      ];
      for (const body of bodies) {
        const since = new Date();
        const { status, headers, text, body: item } = await send(path, body);
        expect([status, headers.get('content-type')]).toEqual([201, 'application/json']);
        expect(headers.get('location')).toBe(at(`${path}/${item.id}`));
        expectCompleted(resource, item, body, since);
        expect((await read(at(`${path}/${item.id}`))).text).toBe(text);
      }
    });

    test.each(paths(creatable))(
      '%s: required fields are required, no others are taken, types are strict',
      async (path, resource) => {
        const good = sampleBody(resource, 'all');
        const wrong = { integer: '1', number: '1', string: 1, boolean: 1 };
        const outside = resource.fields.map(([name]) => name).filter((name) => !(name in good));
        const rows: [string, unknown, string][] = [
          ...resource.body!.flatMap(([name, type, required]): [string, unknown, string][] => [
            ...(required ? [[name, undefined, 'missing'] as [string, unknown, string]] : []),
            ...(required
              ? [[name, null, `${type === 'integer' ? 'int' : type}_type`] as [string, unknown, string]]
              : []),
            [
              name,
              wrong[type],
              { integer: 'int_type', number: 'float_type', string: 'string_type', boolean: '' }[type],
            ],
          ]),
          ...[...outside, 'password_hash', 'surprise'].map((name): [string, unknown, string] => [
            name,
            'x',
            'extra_forbidden',
          ]),
        ];
        const before = (await read(at(path))).body.meta.total;
        for (const [name, value, type] of rows) {
          const answer = await send(path, { ...good, [name]: value });
          expectError(answer, 422, 'validation_error');
          const faults = answer.body.error.details.errors;
          expect(faults.map((fault: Item) => [fault.type, fault.loc])).toEqual([[type, ['body', name]]]);
        }
        expect((await read(at(path))).body.meta.total).toBe(before);
      },
    );
  });

  describe('section 4: nothing else', () => {
    const everything = [...operations.map(({ path }) => path.replace('{item_id}', '1'))];

    test.each([...new Set(everything)])('%s: only the declared methods', async (path) => {
      const takesPost = creatable.some((resource) => resource.path === path);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => each !== 'POST' || !takesPost)) {
        for (const headers of [{}, { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' }]) {
          const answer = await read(at(path), { method, headers, body: '{"status":"approved"}' });
          expectError(answer, 405, 'method_not_allowed');
          const allow = answer.headers.get('allow')!.split(', ');
          expect([...allow].sort()).toEqual(['GET', 'HEAD', 'OPTIONS', ...(takesPost ? ['POST'] : [])].sort());
        }
      }
      const plain = { headers: { 'Accept-Encoding': 'identity' } };
      const [get, slashed] = [await read(at(path), plain), await read(at(`${path.replace(/\/$/, '')}/`), plain)];
      expect(slashed.text).toBe(get.text);
      const head = await read(at(path), { method: 'HEAD', ...plain });
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['content-length', 'content-type'])
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      const options = await read(at(path), {
        method: 'OPTIONS',
        headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' },
      });
      const allowed = takesPost ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
      expect([options.status, options.headers.get('allow')]).toEqual([204, allowed]);
      expect(options.headers.get('access-control-allow-methods')).toBe(allowed);
    });

    test('unknown addresses are 404, the version is part of the path', async () => {
      const unversioned = resources.map(({ path }) => at(path.replace('/v1', '')));
      const others = [
        '/nowhere',
        '/api/v1',
        '/api/v2/employees',
        '/api/v1/employees/1/2',
        '/api/v1/Employees',
        '/api/v1/career_sites',
        '/api//v1/employees',
        '/api/%zz',
        '/swagger.json/1',
        '/v1/employees',
        '/openapi.json',
      ];
      for (const path of [...unversioned, ...others])
        for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
          expectError(await read(path, { method }), 404, 'not_found');
    });
  });

  describe('section 5: authentication', () => {
    const rows: [string, string | undefined, boolean, RegExp?][] = [
      ['no header', undefined, false],
      ['an empty header', '', false],
      ['the scheme alone', 'Bearer', false],
      ['the token alone', TOKEN, false],
      ['another scheme', `Basic ${btoa(`user:${TOKEN}`)}`, false],
      ['a scheme that ends in bearer', `xbearer ${TOKEN}`, false],
      ['a scheme that begins with bearer', `bearerx ${TOKEN}`, false],
      ['no space behind the scheme', `Bearer${TOKEN}`, false],
      ['a tab behind the scheme', `Bearer\t${TOKEN}`, false],
      ['a no-break space behind the scheme', `Bearer\u00a0${TOKEN}`, false],
      ['a wrong token', 'Bearer wrong-token-0123456789', false, /error="invalid_token"/],
      ['part of the token', `Bearer ${TOKEN.slice(0, -1)}`, false, /error="invalid_token"/],
      ['the token in other case', `Bearer ${TOKEN.toUpperCase()}`, false, /error="invalid_token"/],
      ['two headers', `Bearer ${TOKEN}, Bearer ${TOKEN}`, false, /error="invalid_token"/],
      ['the token in quotes', `Bearer "${TOKEN}"`, false, /error="invalid_token"/],
      ['a tab before the token', `Bearer \t${TOKEN}`, false, /error="invalid_token"/],
      ['the token', `Bearer ${TOKEN}`, true],
      ['the token, lower-case scheme', `bearer ${TOKEN}`, true],
      ['the token, upper-case scheme', `BEARER ${TOKEN}`, true],
      ['the token after several spaces', `Bearer   ${TOKEN}`, true],
      ['the token, and a space behind it', `Bearer ${TOKEN} `, true],
    ];
    const bodies = (resource: ResourceTable) =>
      [
        [JSON.stringify(sampleBody(resource)), 201],
        ['{"surprise":1}', 422],
        ['not JSON', 422],
        ['', 422],
      ] as const;

    const write = (path: string, authorization: string | undefined, body: string, to = service) =>
      read(
        path,
        {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            ...(authorization !== undefined && { Authorization: authorization }),
          },
          body,
        },
        to,
      );

    test.each(rows)('%s', async (_, authorization, right, challenge = /^Bearer realm="workforce"$/) => {
      for (const [body, status] of bodies(creatable[0]!)) {
        const answer = await write(at(creatable[0]!.path), authorization, body);
        if (right && status === 201) expect(answer.status).toBe(201);
        else if (right) expectError(answer, 422, 'validation_error');
        else {
          expectError(answer, 401, 'unauthorized');
          expect(answer.headers.get('www-authenticate')).toMatch(challenge);
        }
        expect(answer.text).not.toContain(TOKEN);
      }
    });

    test.each(paths(creatable))(
      '%s: only a token in the header counts, and none where the settings have none',
      async (path, resource) => {
        const queries = ['access_token', 'token', 'api_token', 'API_TOKEN'].map((name) => `${path}?${name}=${TOKEN}`);
        const hidden = { 'X-API-Key': TOKEN, Cookie: `access_token=${TOKEN}` };
        for (const target of [path, ...queries]) {
          const body = JSON.stringify({ ...sampleBody(resource), access_token: TOKEN });
          expectError(await read(at(target), { method: 'POST', headers: hidden, body }), 401, 'unauthorized');
        }
        const { total } = (await read(at(path), {}, closed)).body.meta;
        for (const [body] of bodies(resource))
          for (const authorization of [undefined, `Bearer ${TOKEN}`, 'Bearer undefined'])
            expectError(await write(at(path), authorization, body, closed), 503, 'writes_disabled');
        expect((await read(at(path), {}, closed)).body.meta.total).toBe(total);
      },
    );

    test.each([undefined, 'Bearer wrong-token'])('reads are public: %s', async (authorization) => {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      for (const running of [service, closed]) {
        for (const { method, path } of operations.filter((each) => each.method === 'get')) {
          expect((await read(at(path.replace('{item_id}', '1')), { method, headers }, running)).status).toBe(200);
        }
      }
    });
  });

  describe('section 9 and the documents', () => {
    let document: Document;
    let swagger: Document;
    beforeAll(async () => {
      document = (await read(at('/openapi.json'))).body;
      swagger = (await read('/swagger.json')).body;
    });

    /** The node, or what its $ref points to in the OpenAPI document or in Swagger's definitions. */
    function found<T extends Ref>(node: T): T {
      if (!node.$ref) return node;
      const steps = node.$ref.split('/').slice(1);
      const start: unknown = steps[0] === 'definitions' ? swagger : document;
      return found(steps.reduce((inner, step) => (inner as Record<string, unknown>)[step], start) as T);
    }

    /** The schema of a body. Of the alternatives that reads have, the first one: the other is for `fields`, which are
     * ours. */
    const content = (node: Content): Schema => {
      const { schema } = found(node).content!['application/json']!;
      return found(schema.anyOf?.[0] ?? schema);
    };

    /** The type of a schema, and whether it allows null, in either notation. */
    function typeOf(schema: Schema): [type: unknown, nullable: boolean] {
      const options = [schema.anyOf?.map((each) => found(each).type) ?? schema.type].flat(2);
      const types = options.filter((type) => type !== 'null');
      return [types.length === 1 ? types[0] : types, options.length > types.length || schema['x-nullable'] === true];
    }

    /** The schema of an object as a table. Its required fields have the order of the table. */
    function rowsOf(schema: Schema): FieldRow[] {
      const { properties = {}, required = [] } = schema;
      expect(required).toEqual(Object.keys(properties).filter((name) => required.includes(name)));
      return Object.entries(properties).map(([name, property]): FieldRow => {
        const [type, nullable] = typeOf(found(property));
        return [name, type as FieldRow[1], nullable, required.includes(name)];
      });
    }

    const bodySchema: Record<Body, (schema: Schema, resource?: ResourceTable) => void> = {
      object: (schema) => expect([schema.type, schema.additionalProperties ?? true]).toEqual(['object', true]),
      // With replicas the answer has more fields. The specification's come first, and only they are required.
      health: (schema) => expect<unknown[]>(rowsOf(schema)).toEqual([...health, ['database', 'object', false, false]]),
      // With `expand` the service adds the records that are referred to.
      resource: (schema, resource) =>
        expect(rowsOf(schema).filter(([name]) => name !== 'expanded')).toEqual([...resource!.fields]),
      collection: ({ properties = {}, required }, resource) => {
        expect([Object.keys(properties), required]).toEqual([collection, collection]);
        expect(properties.data!.type).toBe('array');
        bodySchema.resource(found(properties.data!.items!), resource);
        expect(rowsOf(found(properties.meta!))).toEqual(paginationMeta);
      },
      error: ({ properties = {}, required }) => {
        expect([Object.keys(properties), required]).toEqual([['error'], ['error']]);
        const error = found(properties.error!);
        expect([error.type, error.required]).toEqual(['object', errorFields.required]);
        const types = Object.entries(error.properties!).map(([name, property]) => [name, ...typeOf(found(property))]);
        expect(types).toEqual([
          ['code', 'string', false],
          ['message', 'string', false],
          ['details', 'object', false],
        ]);
        expect(found(error.properties!.details!).additionalProperties ?? true).toBe(true);
      },
      detail: ({ properties = {}, required }) => {
        // `more` is there only where there are too many faults to list.
        expect([Object.keys(properties), required]).toEqual([['detail', 'more'], ['detail']]);
        expect([properties.detail!.type, properties.more!.type]).toEqual(['array', 'integer']);
        const fault = found(properties.detail!.items!);
        expect(fault.required!.toSorted()).toEqual(faultFields.required);
        expectKeys(fault.properties!, faultFields);
        const types = ['loc', 'msg', 'type', 'ctx', 'input'].map((name) => fault.properties![name]!.type);
        expect(types).toEqual(['array', 'string', 'string', 'object', undefined]);
        expect(fault.properties!.loc!.items!.anyOf!.map((each) => each.type as string).sort()).toEqual([
          'integer',
          'string',
        ]);
      },
    };

    test('the documents and the docs page are served and carry the version', async () => {
      expect([document.openapi, document.info.version, document.servers[0]!.url]).toEqual(['3.1.0', version, base]);
      expect([swagger.swagger, swagger.info.version, swagger.basePath]).toEqual(['2.0', version, base]);
      const docs = await fetch(`${service.url}${at('/docs')}`);
      expect([docs.status, docs.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await docs.text()).toContain(at('/openapi.json'));
    });

    test('exactly the declared operations, in both documents', () => {
      const declared = operations.map(({ method, path }) => `${method} ${path}`).sort();
      const methods = /^(get|put|post|delete|options|head|patch|trace)$/;
      for (const { paths: all } of [document, swagger]) {
        const listed = Object.entries(all).flatMap(([path, node]) =>
          Object.keys(node).map((key) => [key, path] as const),
        );
        expect(
          listed
            // Aggregates, insights, changes, imports, totals and the org chart are beside the specification.
            .filter(
              ([key, path]) =>
                methods.test(key) &&
                !/^\/v1\/(aggregate|insights|changes|import|demo|totals|org-chart)(\/|$)/.test(path),
            )
            .map((pair) => pair.join(' '))
            .sort(),
        ).toEqual(declared);
      }
    });

    const named = operations.map((operation) => [operation.method, operation.path, operation] as const);

    test.each(named)('%s %s: responses and security', (method, path, { type, resource }) => {
      const { responses, security = document.security ?? [] } = document.paths[path]![method]!;
      for (const [status, body] of Object.entries(answers[type]) as [string, Body][]) {
        bodySchema[body](content(responses[status]!), resource);
      }
      // Statuses that the specification does not list are 304 or errors. Errors have the envelope, if they have a body.
      for (const status of Object.keys(responses).filter((each) => !(each in answers[type]))) {
        expect(Number(status)).toBeGreaterThanOrEqual(304);
        if (found(responses[status]!).content) bodySchema.error(content(responses[status]!));
      }
      const schemes = security.flatMap(Object.keys).map((name) => document.components.securitySchemes[name]!);
      expect(schemes.map(({ type, scheme }) => `${type} ${scheme}`)).toEqual(method === 'post' ? ['http bearer'] : []);
    });

    test.each(paths(resources))('%s: parameters', (path) => {
      // The specification does not list headers.
      const inAddress = (each: Parameter) => each.in !== 'header';
      const list = document.paths[path]!.get!.parameters.map(found).filter(inAddress);
      for (const parameter of list) expect([parameter.in, parameter.required ?? false]).toEqual(['query', false]);
      for (const [name, bounds] of Object.entries({ limit, offset, q })) {
        const schema = found(list.find((each) => each.name === name)!.schema);
        expect(schema).toMatchObject(bounds);
        // The limits of offset and q are this service's own.
        const own = ['maxLength', ...(name === 'offset' ? ['maximum'] : [])];
        expect(Object.keys(schema).filter((key) => !own.includes(key))).toEqual(Object.keys(bounds));
      }
      const item = document.paths[`${path}/{item_id}`]!.get!.parameters.map(found).filter(inAddress);
      for (const { required = false } of item.filter((each) => each.in === 'query')) expect(required).toBe(false);
      const described = item
        .filter((each) => each.in === 'path')
        .map((each) => [each.name, each.in, each.required, each.schema.type]);
      expect(described).toEqual([['item_id', 'path', true, 'string']]);
    });

    const bodyRows = ({ body = [] }: ResourceTable) =>
      body.map(([name, type, required]): FieldRow => [name, type, !required, required]);

    test.each(paths(creatable))('%s: the create body', (path, resource) => {
      const { requestBody } = document.paths[path]!.post!;
      expect([requestBody.required, Object.keys(requestBody.content!)]).toEqual([true, ['application/json']]);
      const schema = content(requestBody);
      expect([schema.type, schema.additionalProperties]).toEqual(['object', false]);
      expect(rowsOf(schema)).toEqual(bodyRows(resource));
    });

    test.each(paths(resources))('%s: swagger.json says the same', (path, resource) => {
      const { get } = swagger.paths[`${path}/{item_id}`]!;
      bodySchema.resource(found(get!.responses['200']!.schema!), resource);
      const { get: list, post: create } = swagger.paths[path]!;
      bodySchema.collection(found(list!.responses['200']!.schema!), resource);
      expect(create === undefined).toBe(readOnly.includes(resource));
      if (!create) return;
      const schema = found(create.parameters.find((each) => each.in === 'body')!.schema);
      expect(schema.additionalProperties).toBe(false);
      expect(rowsOf(schema)).toEqual(bodyRows(resource));
    });
  });
});
