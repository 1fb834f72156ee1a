// Headings of one's own above the columns of CSV and workbooks, on both engines: `headings`, one for each of `fields`.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import { createClient } from '../../client/src/index.ts';
import { eitherEngine } from '../harness/databases.ts';
import { type Service, startService } from '../harness/service.ts';
import { sheetRows } from '../import/xlsx/sheet-rows.ts';

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine });
  });
  afterAll(() => service.stop());

  const ask = (query: string) => fetch(`${service.url}/api/v1/employees?${query}`);
  const faultOf = async (query: string) => {
    const response = await ask(query);
    const { detail } = await response.json();
    return { status: response.status, type: detail[0].type, msg: detail[0].msg, loc: detail[0].loc };
  };

  test('columns come in the order of `fields`, under these headings', async () => {
    const names = ['last_name', 'dept_id.name', 'id', 'date_of_joining', 'first_name'];
    const headings = ['Name', 'Department, "team"', 'Number', '=Joined', 'Größe'];
    const line = `Name,"Department, ""team""",Number,=Joined,Größe`;
    const asked = `fields=${names}&headings=${encodeURIComponent(line)}&sort=-date_of_joining&limit=20`;
    const { data } = await (await ask(`fields=${names}&sort=-date_of_joining&limit=20`)).json();
    const values = data.map((record: any) => names.map((name) => String(record[name] ?? '')));
    expect(values).toHaveLength(20);
    const csv = parse(await (await ask(`${asked}&format=csv`)).text());
    // What a spreadsheet would take for a formula has an apostrophe in front, in headings too.
    expect(csv).toEqual([headings.map((each) => each.replace(/^=/, "'=")), ...values]);
    const [head, ...rows] = await sheetRows(await (await ask(`${asked}&format=xlsx`)).arrayBuffer());
    expect(head).toEqual(headings);
    expect(rows.map((cells) => cells.toSpliced(3, 1))).toEqual(values.map((each: string[]) => each.toSpliced(3, 1)));
  });

  test('what does not fit is refused with what to do', async () => {
    const fields = 'fields=id,last_name';
    for (const [headings, given] of [
      ['Number', 1],
      ['a,b,c', 3],
    ] as const)
      expect(await faultOf(`format=csv&${fields}&headings=${headings}`)).toEqual({
        status: 422,
        type: 'headings_mismatch',
        loc: ['query', 'headings'],
        msg: `Input should have one heading for each column, so 2 and not ${given}, separated by commas; a heading with a comma is in double quotes`,
      });
    for (const wrong of ['a,', ',b', ',', 'a,"b', '"a"b,c', 'a"b,c', '"",b'])
      expect([wrong, await faultOf(`format=xlsx&${fields}&headings=${encodeURIComponent(wrong)}`)]).toMatchObject([
        wrong,
        { status: 422, type: 'headings_mismatch', msg: expect.stringContaining('none of them empty') },
      ]);
    for (const format of ['', '&format=json', '&format=ndjson'])
      expect(await faultOf(`${fields}&headings=a,b${format}`)).toMatchObject({
        status: 422,
        type: 'not_supported',
        msg: 'Only columns have headings: leave `headings` out, or ask for format=csv or format=xlsx',
      });
    // A wrong field is the only fault: how many headings there should be is not known.
    const { detail } = await (await ask('format=csv&fields=id,x&headings=a')).json();
    expect(detail.map(({ loc }: any) => loc[1])).toEqual(['fields']);
  });

  test('the typed client writes them', async () => {
    const client = createClient({ baseUrl: service.url });
    const stream = await client.employees.export({
      format: 'csv',
      fields: ['last_name', 'id'],
      headings: ['a, "b"', 'c'],
    });
    expect(await new Response(stream).text()).toStartWith('"a, ""b""",c\r\nMenon,1\r\n');
    // @ts-expect-error records say the names of their fields themselves
    client.employees.export({ format: 'ndjson', headings: ['a'] });
  });
});
