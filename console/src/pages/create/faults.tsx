// What is wrong with a form: beside each field, and as a list above the form that leads to the fields.
import { ConnectionError, TimeoutError, type WorkforceError } from '../../../../client/src/index.ts';
import type { Field } from '../../data/catalogue.ts';
import { titleOf } from '../../data/records.ts';
import { Icon } from '../../parts/icon.tsx';
import { say } from '../../words/say.ts';

/** By the field that they are about; '' has those about none of the form. */
export type Faults = Readonly<Record<string, readonly string[]>>;

/** The id of the control of a field. */
export const controlId = (name: string): string => `field-${name}`;

/** The service names fields as the API does; people know them by their titles. */
export function sentence(text: string, fields: readonly Field[]): string {
  const named = fields.filter(({ name }) => name.includes('_'));
  const said = named.reduce((all, { name, title }) => all.replace(new RegExp(`\\b${name}\\b`, 'g'), say(title)), text);
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

/** `fields`: those of the form. `known`: all of the resource, by which a message may name another one. */
export function faultsOf(error: WorkforceError, fields: readonly Field[], known: readonly Field[]): Faults {
  if (error instanceof TimeoutError)
    return { '': [say('The service has not answered in time. Send it again: that makes no second record.')] };
  if (error instanceof ConnectionError)
    return { '': [say('The service does not answer. Nothing was sent; try again when it is back.')] };
  const faults: Record<string, string[]> = {};
  const add = (name: string, text: string) => {
    faults[name] = [...(faults[name] ?? []), sentence(text, known)];
  };
  // A conflict names its fields in its details.
  const named =
    error.status === 409 ? fields.filter(({ name }) => JSON.stringify(error.details).includes(`"${name}"`)) : [];
  for (const { name } of named) add(name, error.message);
  for (const { loc, msg } of error.errors) {
    const name = String(loc[1] ?? '');
    if (fields.some((field) => field.name === name)) add(name, msg);
    else add('', loc.length > 1 ? `${loc.slice(1).join('.')}: ${msg}` : msg);
  }
  if (Object.keys(faults).length === 0) add('', error.message);
  return faults;
}

/** In the order of the form, each with a link to its field. */
export function FaultList({ faults, fields }: { faults: Faults; fields: readonly Field[] }) {
  const named = fields.filter(({ name }) => faults[name]);
  const others = faults[''] ?? [];
  if (named.length === 0 && others.length === 0) return null;
  return (
    <div class="form-fault" role="alert" tabIndex={-1}>
      <Icon name="warn" />
      <div>
        {others.map((each) => (
          <p key={each}>{each}</p>
        ))}
        <ul>
          {named.flatMap((field) =>
            faults[field.name]!.map((text) => (
              <li key={field.name + text}>
                <a
                  href={`#${controlId(field.name)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(controlId(field.name))?.focus();
                  }}
                >
                  {titleOf(field)}
                </a>
                {': '}
                {text}
              </li>
            )),
          )}
        </ul>
      </div>
    </div>
  );
}
