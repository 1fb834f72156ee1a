// Applications of jobs that name no stages: the funnel gives such jobs the usual ones, which an import says.
import type { Value } from '../../catalogue/kinds.ts';
import type { Resource } from '../../catalogue/resource.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import type { NumberedRow } from './row-checker.ts';

const NONE: ReadonlyMap<string, Value> = new Map();

/** `onStage`: told the job and the stage of each row that gives both and whose job is stored without stages. */
export async function* watchedStages(
  session: ImportSession,
  jobs: Resource,
  rows: AsyncIterable<readonly NumberedRow[]>,
  onStage: (job: number, stage: string) => void,
): AsyncGenerator<readonly NumberedRow[]> {
  const [by, wanted] = ['id', 'stages_json'].map((name) => jobs.fields.find((field) => field.name === name)!);
  const isWithout = new Map<number, boolean>();
  for await (const some of rows) {
    const given = some.flatMap(({ values: { job_id: job, stage } }) =>
      typeof job === 'number' && typeof stage === 'string' ? [{ job, stage }] : [],
    );
    const ids = [...new Set(given.map(({ job }) => job))].filter((job) => !isWithout.has(job));
    const keys = ids.map((id) => [id]);
    const found = keys.length > 0 ? await session.find({ resource: jobs, by: [by!], wanted: wanted! }, keys) : NONE;
    for (const id of ids) isWithout.set(id, found.get(JSON.stringify([id])) === null);
    for (const { job, stage } of given) if (isWithout.get(job)) onStage(job, stage);
    yield some;
  }
}
