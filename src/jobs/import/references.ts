// Settles, when all files are read, the references that do not lead to records of the database: the row must be there,
// and where refused rows are left out, must not be one of them.
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import type { OpenReferences, RowChecker } from './row-checker.ts';

type Checkers = ReadonlyMap<Resource, RowChecker>;

/** A reference of a row to an id; `own` is the value that the other record must have too, or NaN. */
type Link = {
  readonly checker: RowChecker;
  readonly row: number;
  readonly open: OpenReferences;
  readonly id: number;
  readonly own: number;
};

/** Returns the ids of rows that passed their checks and are refused now, by resource. */
export function settleReferences(checkers: Checkers, skipInvalid: boolean): [Resource, readonly number[]][] {
  for (const { checker, row, open, id, own } of linksOf(checkers)) {
    const { name, within } = open.field;
    const target = checkers.get(open.relation.resource)!;
    const at = target.rowOfId.get(id);
    const found = at === undefined ? undefined : within === undefined ? id : target.valueAt(at, within);
    const values: DataRecord = { [name]: id, ...(within !== undefined && !Number.isNaN(own) && { [within]: own }) };
    const fault = open.relation.faultOf(values, found);
    if (fault) checker.refuse(row, fault);
  }
  if (skipInvalid) refuseDependents(checkers);
  return [...checkers].map(([resource, checker]) => [resource, checker.refusedLate]);
}

function* linksOf(checkers: Checkers): Generator<Link> {
  for (const checker of checkers.values())
    for (const open of checker.open)
      for (let n = 0; n < open.rows.length; n++)
        yield { checker, row: open.rows[n]!, open, id: open.ids[n]!, own: open.within[n]! };
}

/** Refuses every row that refers to a refused row, and the rows that refer to those, and so on. */
function refuseDependents(checkers: Checkers): void {
  if ([...checkers.values()].every((checker) => checker.refused.size === 0)) return;
  const dependents = new Map<RowChecker, Map<number, Link[]>>(
    [...checkers.values()].map((checker) => [checker, new Map()]),
  );
  const queue: [RowChecker, number][] = [];
  for (const link of linksOf(checkers)) {
    const target = checkers.get(link.open.relation.resource)!;
    const at = target.rowOfId.get(link.id);
    if (at === undefined) continue;
    const links = dependents.get(target)!;
    const known = links.get(at);
    if (known) known.push(link);
    else links.set(at, [link]);
    if (!known && target.refused.has(at)) queue.push([target, at]);
  }
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [target, at] = next;
    for (const { checker, row, open, id } of dependents.get(target)!.get(at) ?? []) {
      if (checker.refused.has(row)) continue;
      const msg = `The ${target.resource.one} ${id} is refused itself, on line ${target.lines[at]}`;
      checker.refuse(row, { type: 'reference_refused', loc: ['row', open.field.name], msg, input: id });
      queue.push([checker, row]);
    }
  }
}
