// The same two requests in Fastify with better-sqlite3: prepared statements, and rows written by Fastify's serializer.
import Database from 'better-sqlite3';
import fastify from 'fastify';

const text = { type: ['string', 'null'] };
const integer = { type: ['integer', 'null'] };
const number = { type: ['number', 'null'] };
const employee = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    code: text,
    first_name: text,
    last_name: text,
    email: text,
    dept_id: integer,
    designation: text,
    manager_id: integer,
    branch: text,
    status: { type: 'string' },
    date_of_joining: text,
    gender: text,
    base_salary: number,
    candidate_id: integer,
    employment_type: text,
    probation_end: text,
    termination_date: text,
    alumni: { type: 'integer' },
    password_hash: text,
  },
};
const page = {
  type: 'object',
  properties: {
    data: { type: 'array', items: employee },
    meta: {
      type: 'object',
      properties: { total: { type: 'integer' }, limit: { type: 'integer' }, offset: { type: 'integer' } },
    },
  },
};
const querystring = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
};
const params = { type: 'object', properties: { id: { type: 'integer' } } };

const db = new Database(process.argv[2], { readonly: true });
const one = db.prepare('SELECT * FROM employees WHERE id = ?');
const some = db.prepare('SELECT * FROM employees ORDER BY id LIMIT ? OFFSET ?');
const total = db.prepare('SELECT count(*) FROM employees').pluck();

const app = fastify();
app.get('/employees/:id', { schema: { params, response: { 200: employee } } }, (request, reply) => {
  const found = one.get(request.params.id);
  if (!found) return reply.code(404).send({ error: { code: 'not_found' } });
  reply.send(found);
});
app.get('/employees', { schema: { querystring, response: { 200: page } } }, (request, reply) => {
  const { limit, offset } = request.query;
  reply.send({ data: some.all(limit, offset), meta: { total: total.get(), limit, offset } });
});
console.log(`Fastify on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
