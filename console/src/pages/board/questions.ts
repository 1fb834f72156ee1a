// What the board asks the API. Its address has the conditions of a list of applications, unchanged.
import {
  conditionName,
  conditionsIn,
  formatQuery,
  type Query,
  valuesIn,
  withoutField,
  withValue,
} from '../../data/query.ts';

/** Without a status in the address, those who are in a process or have come through it. */
const USUAL_STATUS: Query = [
  ['status', 'active'],
  ['status', 'hired'],
];

/** Every record has a status, so "is set" is all of them. */
export const ANY_STATUS: Query = [['status[ne]', 'null']];

export const hasStatus = (query: Query): boolean => query.some(([name]) => conditionName(name).field === 'status');

/** The conditions of all cards. */
export const conditionsOf = (query: Query): Query => {
  const conditions = conditionsIn(query);
  return hasStatus(conditions) ? conditions : [...conditions, ...USUAL_STATUS];
};

/** The same for one column. */
export const inStage = (conditions: Query, stage: string): Query => withValue(conditions, 'stage', stage);

/** The jobs that the address names; none means all. */
export const jobIdsIn = (query: Query): string[] => valuesIn(query, 'job_id').filter((id) => /^\d+$/.test(id));

/** So many cards of a stage are drawn at first, and with each step. */
export const BATCH = 20;

/** How many cards each batch has, of the first so many batches. */
export const batchesOf = (count: number, batches: number): number[] =>
  Array.from({ length: Math.min(batches, Math.ceil(count / BATCH)) }, (_, batch) =>
    Math.min(BATCH, count - batch * BATCH),
  );

const FIELDS = [
  'id,stage,status,rating,stage_entered_on',
  'candidate_id,candidate_id.first_name,candidate_id.last_name,candidate_id.source',
  'job_id,job_id.title',
].join();

/** The best rated come first, and of these the ones that wait longest. */
export const cardsPath = (conditions: Query, stage: string, batch: number): string =>
  `applications${formatQuery([
    ...inStage(conditions, stage),
    ['sort', '-rating,stage_entered_on'],
    ['fields', FIELDS],
    ['limit', String(BATCH)],
    ...(batch > 0 ? [['offset', String(batch * BATCH)] as const] : []),
  ])}`;

export const stageCountsPath = (conditions: Query): string =>
  `aggregate/applications${formatQuery([...conditions, ['group', 'stage'], ['limit', '200']])}`;

/** How many there are of each status, whatever status is shown. */
export const statusCountsPath = (query: Query): string =>
  `aggregate/applications${formatQuery([...withoutField(conditionsIn(query), 'status'), ['group', 'status'], ['limit', '200']])}`;

const JOB_FIELDS = [
  'id,code,title,location,status,headcount,filled,target_date,stages_json',
  'dept_id,dept_id.name,hiring_manager_id,hiring_manager_id.first_name,hiring_manager_id.last_name',
].join();

export const jobsPath = (ids: readonly string[]): string =>
  `jobs${formatQuery([...ids.map((id) => ['id', id] as const), ['fields', JOB_FIELDS], ['limit', '200']])}`;

/** The stages of open jobs are the columns of the board of all jobs. Most jobs share few lists of them. */
export const OPEN_STAGES = 'aggregate/jobs?status=open&group=stages_json&sort=-count&limit=200';
