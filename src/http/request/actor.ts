// Who sends a request, as the audit log names it.
import { actorOf as nameOf } from '../../access/access.ts';
import type { Actor } from '../../store/store.ts';
import type { Caller } from '../context.ts';

export const actorOf = (caller: Caller): Actor => ({
  name: nameOf(caller.access),
  client: caller.client(),
  requestId: caller.id,
});
