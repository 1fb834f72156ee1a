// Settles, when all files are read, the references that are not to records of the database: the row must be there, and where
// refused rows are left out, must not be one of them.
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import type { Desk, Open } from './row-checker.ts';

/** A reference: of a row, to an id; `own` is what the record referred to must agree with, or NaN. */
type Link = {
  readonly desk: Desk;
  readonly place: number;
  readonly open: Open;
  readonly id: number;
  readonly own: number;
};

/** The ids of rows that were let pass and are refused now, by resource. `strictly`: refused rows will not be there. */
export function settle(desks: ReadonlyMap<Resource, Desk>, strictly: boolean): [Resource, readonly number[]][] {
  for (const { desk, place, open, id, own } of linksOf(desks)) {
    const { name, within } = open.field;
    const target = desks.get(open.relation.resource)!;
    const at = target.find(id);
    const found = at < 0 ? undefined : within === undefined ? id : target.valueAt(at, within);
    const values: DataRecord = { [name]: id, ...(within !== undefined && !Number.isNaN(own) && { [within]: own }) };
    const fault = open.relation.faultOf(values, found);
    if (fault) desk.refuse(place, fault);
  }
  if (strictly) followRefused(desks);
  return [...desks].map(([resource, desk]) => [resource, desk.late()]);
}

function* linksOf(desks: ReadonlyMap<Resource, Desk>): Generator<Link> {
  for (const desk of desks.values())
    for (const open of desk.open)
      for (let n = 0; n < open.rows.length(); n++)
        yield { desk, place: open.rows.at(n), open, id: open.to.at(n), own: open.within.at(n) };
}

/** Refuses whatever refers to a refused row, and what refers to that, and so on. */
function followRefused(desks: ReadonlyMap<Resource, Desk>): void {
  if ([...desks.values()].every((desk) => desk.refused() === 0)) return;
  const referring = new Map<Desk, Map<number, Link[]>>([...desks.values()].map((desk) => [desk, new Map()]));
  const queue: [Desk, number][] = [];
  for (const link of linksOf(desks)) {
    const target = desks.get(link.open.relation.resource)!;
    const at = target.find(link.id);
    if (at < 0) continue;
    const links = referring.get(target)!;
    const known = links.get(at);
    if (known) known.push(link);
    else links.set(at, [link]);
    if (!known && target.isRefused(at)) queue.push([target, at]);
  }
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [target, at] = next;
    for (const { desk, place, open, id } of referring.get(target)!.get(at) ?? []) {
      if (desk.isRefused(place)) continue;
      const msg = `The ${target.resource.one} ${id} is refused itself, on line ${target.lineAt(at)}`;
      desk.refuse(place, { type: 'reference_refused', loc: ['row', open.field.name], msg, input: id });
      queue.push([desk, place]);
    }
  }
}
