// What the service takes, but hardly anybody means: asked about once before it is sent.
import type { Resource } from '../../data/catalogue.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { say, toSay } from '../../words/say.ts';

export type Doubt = { readonly field: string; readonly title: string; readonly text: string; readonly choose: string };

/** References without which a record belongs to nobody. */
const doubts: Readonly<Record<string, Doubt>> = {
  leave: {
    field: 'employee_id',
    title: toSay('Without an employee?'),
    text: toSay(
      'A leave request of nobody is on no calendar, and counts in no absence. It cannot be given to somebody later.',
    ),
    choose: toSay('Choose an employee'),
  },
};

export function doubtAbout(resource: Resource, body: Readonly<Record<string, unknown>>): Doubt | undefined {
  const doubt = doubts[resource.name];
  return doubt && !(doubt.field in body) && resource.fields.some(({ name }) => name === doubt.field)
    ? doubt
    : undefined;
}

type Props = { doubt: Doubt; onChoose: () => void; onSend: () => void };

export const DoubtDialog = ({ doubt, onChoose, onSend }: Props) => (
  <Dialog title={say(doubt.title)} onClose={onChoose}>
    <p>{say(doubt.text)}</p>
    <div class="form-actions">
      <button type="button" class="button" onClick={onSend}>
        {say('Create it without')}
      </button>
      <button type="button" class="button primary" autofocus onClick={onChoose}>
        {say(doubt.choose)}
      </button>
    </div>
  </Dialog>
);
