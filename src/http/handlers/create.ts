// The create operation of all resources. Nothing about the body is checked before the token.
import type { Access } from '../../access/access.ts';
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { KEY_HOURS } from '../../contract/limits.ts';
import { parseCreateBody } from '../../contract/request/create-body.ts';
import type { RowLimits } from '../../contract/request/row-limits.ts';
import { visibleIds } from '../../store/shared/access/row-limits.ts';
import { once } from '../../store/shared/idempotency.ts';
import { relationsOf } from '../../store/shared/relations.ts';
import type { Store } from '../../store/store.ts';
import { type BodyHandler, type Caller, type Context, pathOf } from '../context.ts';
import { requireCreate } from '../request/auth.ts';
import { IDEMPOTENCY_KEY, incompleteBody, invalidBody } from '../request/body.ts';
import { created } from '../response/responses.ts';

export function create(resource: Resource, context: Context): BodyHandler {
  const { store, actorOf } = context;
  const answer = async (request: Request, body: string, caller: Caller): Promise<Response> => {
    const { access } = caller;
    const { values, faults, moreFaults } = parseCreateBody(resource, body);
    const unseen = access.rows ? await unseenReferences(store, resource, values, access.rows) : NONE;
    // Sound values are checked against the database even when others are faulty, so that all faults are listed at once.
    if (faults.length + unseen.length > 0) {
      const found = toldTo(access, resource, await store.check(resource, values)).filter(
        (each) => !isAmong(unseen, each),
      );
      throw invalidBody([...faults, ...found, ...unseen], { moreFaults });
    }
    const key = request.headers.get(IDEMPOTENCY_KEY);
    const outcome = await store.create(resource, values, {
      once: key === null ? undefined : once(ownKey(access, key), resource, values),
      sender: request.signal,
      actor: actorOf?.(caller),
    });
    if ('gone' in outcome) throw incompleteBody();
    if ('faults' in outcome) throw invalidBody(toldTo(access, resource, outcome.faults));
    if ('conflict' in outcome) {
      throw new Refusal(
        'idempotency_conflict',
        `This Idempotency-Key was used for another create within the last ${KEY_HOURS} hours; a new record needs a new key.`,
      );
    }
    return created(outcome, `${pathOf(resource)}/${outcome.id}`);
  };
  return { authorize: (access) => requireCreate(access, resource, context), answer };
}

const NONE: readonly Fault[] = [];

const isAmong = (faults: readonly Fault[], { loc }: Fault): boolean =>
  faults.some((each) => each.loc.join() === loc.join());

/** To a client that is limited to some records, references to others are references to nothing. */
async function unseenReferences(
  store: Store,
  resource: Resource,
  values: DataRecord,
  rows: RowLimits,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { resource: target, isUnique, keyOf, faultOf } of relationsOf(resource)) {
    const [id] = isUnique || !rows[target.name] ? [] : (keyOf(values) ?? []);
    if (typeof id === 'number' && !(await visibleIds(store, target, [id], rows)).has(id))
      faults.push(faultOf(values, undefined)!);
  }
  return faults;
}

/** A fault may name a value of the record that a reference leads to. */
const toldTo = ({ hidden }: Access, { fields }: Resource, faults: readonly Fault[]): Fault[] =>
  faults.map((fault) => {
    const { target, within } = fields.find(({ name }) => name === fault.loc[1]) ?? {};
    const isHidden = fault.type === 'reference_mismatch' && within && target && hidden[target.name]?.has(within);
    return isHidden ? { ...fault, msg: fault.msg.replace(/: .*$/, '') } : fault;
  });

/** The holder of a named token cannot find out which keys others have used, and for which records. */
const ownKey = ({ holder }: Access, key: string): string =>
  typeof holder === 'object' && 'digest' in holder ? `${holder.digest} ${key}` : key;
