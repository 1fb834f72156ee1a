// Fields of forms: empty, filled, required, invalid and disabled, with each control.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../src/parts/icon.tsx';
import { Specimen } from './specimen.tsx';

type ControlProps = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: 'true';
  required?: boolean;
  disabled?: boolean;
};

type FieldProps = {
  title: string;
  hint?: string;
  fault?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  children: (props: ControlProps) => ComponentChildren;
};

function Field({ title, hint, fault, isRequired, isDisabled, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-head" for={id}>
        {title} <small>{isRequired ? 'required' : ''}</small>
      </label>
      {children({
        id,
        ...(hint || fault ? { 'aria-describedby': `${id}-more` } : {}),
        ...(fault ? { 'aria-invalid': 'true' as const } : {}),
        ...(isRequired ? { required: true } : {}),
        ...(isDisabled ? { disabled: true } : {}),
      })}
      {(hint || fault) && (
        <small id={`${id}-more`} class={fault ? 'fault' : ''}>
          {fault && <Icon name="warn" />}
          {fault ?? hint}
        </small>
      )}
    </div>
  );
}

export const FormParts = () => (
  <>
    <Specimen name="States">
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <Field title="Empty" hint="What belongs here, in a few words.">
          {(props) => <input type="text" placeholder="Such as this" {...props} />}
        </Field>
        <Field title="Filled">{(props) => <input type="text" value="Senior Data Engineer" {...props} />}</Field>
        <Field title="Required" isRequired>
          {(props) => <input type="text" {...props} />}
        </Field>
        <Field title="Invalid" fault="The last day is before the first.">
          {(props) => <input type="date" value="2026-01-02" {...props} />}
        </Field>
        <Field title="Disabled" isDisabled>
          {(props) => <input type="text" value="Cannot be changed" {...props} />}
        </Field>
        <div class="form-actions">
          <button type="button" class="button">
            Leave it
          </button>
          <button type="button" class="button primary">
            Create
          </button>
        </div>
      </form>
    </Specimen>
    <Specimen name="Controls">
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <Field title="Number">{(props) => <input type="number" value={12} {...props} />}</Field>
        <Field title="Date">{(props) => <input type="date" value="2026-03-04" {...props} />}</Field>
        <Field title="Date and time">
          {(props) => <input type="datetime-local" value="2026-03-04T09:30" {...props} />}
        </Field>
        <Field title="Choice">
          {(props) => (
            <select {...props}>
              <option>full time</option>
              <option>part time</option>
            </select>
          )}
        </Field>
        <Field title="Long text">
          {(props) => <textarea rows={3} value={'Two lines,\nand one more.'} {...props} />}
        </Field>
        <Field title="Search">{(props) => <input type="search" placeholder="Find" {...props} />}</Field>
        <Field title="Secret">
          {(props) => <input type="password" autocomplete="off" value="secret" {...props} />}
        </Field>
      </form>
    </Specimen>
    <Specimen name="Ticks">
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <label class="check">
          <input type="checkbox" checked />
          Ticked
        </label>
        <label class="check">
          <input type="checkbox" />
          Not ticked
        </label>
        <label class="check">
          <input type="checkbox" disabled />
          Cannot be ticked
        </label>
        <label class="check">
          <input type="radio" name="specimen" checked />
          One of two
        </label>
        <label class="check">
          <input type="radio" name="specimen" />
          The other
        </label>
      </form>
    </Specimen>
  </>
);
