// The journey of react-admin's data provider: lists, single records, creates and what is refused.
import { workforceProvider } from './generated/data-provider.ts';

const sort = { field: 'id', order: 'ASC' } as const;

export async function journey(service: string, token: string) {
  const provider = workforceProvider(`${service}/api/v1`, token);
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'accepted',
      ({ name, message, status, body }) => ({ name, message, status, errors: body?.errors }),
    );
  return {
    list: await provider.getList('employees', {
      pagination: { page: 2, perPage: 5 },
      sort: { field: 'date_of_joining', order: 'DESC' },
      // Forms make nested values of names with brackets or dots.
      filter: {
        ...{ status: ['active', 'on_leave'], 'base_salary[gt]': 40_000, date_of_joining: { gte: '2015-01-01' } },
        ...{ termination_date: { gte_or_null: '2026-01-01' }, manager_id: { branch: { ne: 'London' } } },
      },
    }),
    many: await provider.getMany('employees', { ids: [1, 2, 3] }),
    referring: await provider.getManyReference('employees', {
      ...{ target: 'dept_id', id: 1, pagination: { page: 1, perPage: 3 }, sort, filter: {} },
    }),
    created: await provider.create('leave', { data: { leave_type: 'annual', employee_id: 7 } }),
    faulty: await refusal(provider.create('leave', { data: { from_date: 'soon', employee_id: 999_999_999 } })),
    noRecord: await refusal(provider.getOne('employees', { id: 999_999_999 })),
    change: await refusal(provider.update('leave', { id: 1, data: {}, previousData: { id: 1 } })),
  };
}
