// The table: full, waiting for its rows, and with one row. Below it, the table of figures.
import { signal } from '@preact/signals';
import type { DataRecord } from '../src/data/records.ts';
import { FigureRows } from '../src/parts/chart/figure.tsx';
import { notify } from '../src/parts/copy.tsx';
import { Avatar, Pill } from '../src/parts/person.tsx';
import type { Blocks } from '../src/parts/table/blocks.ts';
import type { Column } from '../src/parts/table/column.ts';
import { Table } from '../src/parts/table/table.tsx';
import { Specimen } from './specimen.tsx';

const names = ['Ida Holm', 'Raj Patel', 'Eva Kraus', 'Ben Cohen', 'Mina Park', 'Lea Roth', 'Sam Otieno'];
const states = ['active', 'onboarding', 'on_leave', 'terminated'];

const record = (index: number): DataRecord => ({
  id: index + 1,
  name: names[index % names.length]!,
  status: states[index % states.length]!,
  days: (index * 37) % 91,
});

/** Rows that are made up as they come into view. */
const madeUp = (total: number, hasRows: boolean): Blocks => ({
  total: signal<number | undefined>(total),
  error: signal(undefined),
  arrival: signal(undefined),
  changes: signal(0),
  pathOf: () => '',
  row: (index) => (hasRows ? record(index) : undefined),
  show: () => {},
  refresh: async () => {},
  update: async () => undefined,
  stop: () => {},
});

const columns: Column[] = [
  {
    name: 'name',
    title: 'Name',
    width: 160,
    cell: ({ name }) => (
      <>
        <Avatar name={String(name)} />
        {name}
      </>
    ),
  },
  {
    name: 'status',
    title: 'Status',
    width: 110,
    cell: ({ status }) => <Pill word={String(status)} text={String(status).replace('_', ' ')} />,
  },
  { name: 'days', title: 'Days', width: 70, isNumber: true, cell: ({ days }) => days },
];

const tables = [
  { name: 'Table, full', blocks: madeUp(1_000_000, true), total: 1_000_000 },
  { name: 'Table, waiting for its rows', blocks: madeUp(40, false), total: 40 },
  { name: 'Table with one row', blocks: madeUp(1, true), total: 1 },
];

const figures = {
  head: ['Department', 'Headcount', 'Turnover'],
  rows: [
    [{ text: 'Engineering' }, { text: '84', href: '/console/parts' }, { text: '11.4 %' }],
    [{ text: 'Sales' }, { text: '41', href: '/console/parts' }, { text: '–' }],
    [{ text: 'People' }, { text: '9', href: '/console/parts' }, { text: '0 %' }],
  ],
};

export const TableParts = () => (
  <>
    {tables.map(({ name, blocks, total }) => (
      <Specimen key={name} name={name}>
        <div class="sheet specimen-table">
          <Table
            blocks={blocks}
            columns={columns}
            total={total}
            name={name}
            head={({ title }) => <span class="plain">{title}</span>}
            sortOf={() => 'none'}
            onOpen={({ name: who }) => notify(`Opens ${who}`)}
            onCopy={({ name: who }) => notify(`Copies ${who}`)}
          />
        </div>
      </Specimen>
    ))}
    <Specimen name="Table of figures">
      <FigureRows name="Figures by department" table={figures} />
    </Specimen>
  </>
);
