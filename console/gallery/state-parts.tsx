// What is shown where there is nothing to show: loading, empty, and each kind of failure.
import { ConnectionError, WorkforceError } from '../../client/src/index.ts';
import { notify } from '../src/parts/copy.tsx';
import { Empty, Failure, Loading } from '../src/parts/states.tsx';
import { Specimen } from './specimen.tsx';

const answered = (status: number, code: string, message: string) =>
  new WorkforceError(message, { status, code, requestId: '6013406492981499' });

const faults = new WorkforceError('The request is invalid.', {
  status: 422,
  code: 'invalid',
  errors: [
    {
      type: 'literal_error',
      loc: ['query', 'status'],
      msg: 'It is one of active, on_leave, terminated.',
      input: 'happy',
    },
    {
      type: 'date_parsing',
      loc: ['query', 'date_of_joining[gte]'],
      msg: 'It is a day such as 2026-03-04.',
      input: 'May',
    },
  ],
});

const failures: [name: string, error: Error][] = [
  ['Failure: no connection', new ConnectionError('Connection refused.')],
  ['Failure: 422 with faults', faults],
  ['Failure: 404', answered(404, 'not_found', 'There is no employee 999.')],
  ['Failure: 429', answered(429, 'too_many_requests', 'There are too many requests from this address.')],
  ['Failure: 503', answered(503, 'unavailable', 'The database cannot be reached.')],
  ['Failure: 500', answered(500, 'internal', 'The service has a fault.')],
  ['Failure: unexpected', new TypeError('Cannot read properties of undefined.')],
];

export const StateParts = () => (
  <>
    <Specimen name="Loading">
      <Loading lines={4} />
    </Specimen>
    <Specimen name="Empty">
      <Empty title="There are no leave requests yet" />
    </Specimen>
    <Specimen name="Empty, with a way out">
      <Empty title="No employee meets all of this">
        There are 240 employees without filters. <a href="/console/parts">Show all</a>
      </Empty>
    </Specimen>
    {failures.map(([name, error]) => (
      <Specimen key={name} name={name}>
        <Failure error={error} retry={() => notify('Asked again')} />
      </Specimen>
    ))}
    <Specimen name="Failure with its own words, and another way">
      <Failure error={faults} title="This list cannot be shown">
        <a class="button" href="/console/parts">
          Without filters
        </a>
      </Failure>
    </Specimen>
  </>
);
