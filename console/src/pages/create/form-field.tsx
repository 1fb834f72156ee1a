// A field of a form: the right control for its kind, what it means, and what is wrong with it.
import { useAnswer } from '../../data/answers.ts';
import { type Field, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { type DataRecord, labelOf, titleOf } from '../../data/records.ts';
import { mayRead } from '../../data/rights.ts';
import { wordText } from '../../data/words.ts';
import { Combobox } from '../../parts/combobox.tsx';
import { Icon } from '../../parts/icon.tsx';
import { say } from '../../words/say.ts';
import { controlId } from './faults.tsx';

type Props = {
  resource: Resource;
  field: Field;
  value: string;
  values: Readonly<Record<string, string>>;
  faults: readonly string[];
  onChange: (value: string) => void;
};

export function FormField(props: Props) {
  const { field, faults } = props;
  const id = controlId(field.name);
  const isWide = ['prose', 'json'].includes(field.kind);
  return (
    <div class={`field ${isWide ? 'whole' : ''}`}>
      <div class="field-head">
        <label for={id}>{titleOf(field)}</label>
        <small>
          {field.create === 'required'
            ? say('required')
            : field.default === undefined
              ? ''
              : say('{value} when left out', { value: say(wordText(String(field.default))) })}
        </small>
      </div>
      <Control {...props} id={id} />
      {faults.length > 0 && (
        <div id={`${id}-fault`}>
          {faults.map((fault) => (
            <span key={fault} class="fault">
              <Icon name="warn" />
              {fault}
            </span>
          ))}
        </div>
      )}
      <small id={`${id}-about`}>{say(field.about).replaceAll('`', '')}</small>
    </div>
  );
}

function Control({ field, value, values, faults, onChange, id }: Props & { id: string }) {
  const described = `${faults.length > 0 ? `${id}-fault ` : ''}${id}-about`;
  const common = {
    id,
    'aria-describedby': described,
    'aria-invalid': faults.length > 0 ? ('true' as const) : undefined,
    'aria-required': field.create === 'required' ? ('true' as const) : undefined,
  };
  if (field.to)
    return <Reference {...{ field, value, values, onChange, id, described }} isInvalid={faults.length > 0} />;
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  if (field.kind === 'flag')
    return (
      <select {...common} value={value} onChange={onInput}>
        <option value="">–</option>
        <option value="1">{say('Yes')}</option>
        <option value="0">{say('No')}</option>
      </select>
    );
  if (field.kind === 'prose' || field.kind === 'json')
    return (
      <textarea
        {...common}
        value={value}
        maxLength={field.maxLength}
        placeholder={field.kind === 'json' ? '{"name": "value"}' : ''}
        onInput={onInput}
      />
    );
  if (field.kind === 'date' && (value === '' || isDay(value)))
    return <input {...common} type="date" value={value} onInput={onInput} />;
  if (field.kind === 'colour')
    return (
      <div class="colour-input">
        <input
          type="color"
          aria-label={say('{Field}: choose', { Field: titleOf(field) })}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : String(field.default ?? '#808080')}
          onInput={onInput}
        />
        <input {...common} type="text" value={value} onInput={onInput} />
      </div>
    );
  const options = field.words ?? (field.kind === 'timezone' ? Intl.supportedValuesOf('timeZone') : undefined);
  const list = options ? `${id}-words` : undefined;
  const isNumber = field.type !== 'string';
  return (
    <>
      <input
        {...common}
        {...(list ? { list } : {})}
        type="text"
        inputMode={isNumber ? 'decimal' : undefined}
        autocomplete="off"
        value={value}
        onInput={onInput}
      />
      {options && (
        <datalist id={list}>
          {options.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** A control for days takes nothing else; whatever was given otherwise stays a text, for the service to judge. */
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

type ReferenceProps = {
  field: Field;
  value: string;
  values: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
  id: string;
  described: string;
  isInvalid: boolean;
};

/** Chosen by name; where both records have to belong to the same one, only those are offered. */
function Reference({ field, value, values, onChange, id, described, isInvalid }: ReferenceProps) {
  const target = resourceNamed(field.to!)!;
  const isReadable = mayRead(target.name);
  const { data } = useAnswer<DataRecord>(isReadable && /^\d+$/.test(value) ? `${target.name}/${value}` : undefined);
  const within =
    field.within && values[field.within] ? `${field.within}=${encodeURIComponent(values[field.within]!)}` : undefined;
  // Who may not read their names gives the id.
  if (!isReadable)
    return (
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autocomplete="off"
        aria-describedby={described}
        aria-invalid={isInvalid || undefined}
        placeholder={say('The id of the {record}', { record: say(target.one) })}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <Combobox
      id={id}
      resource={target}
      where={within}
      label={titleOf(field)}
      describedBy={described}
      isInvalid={isInvalid}
      value={data ? labelOf(target, data) : ''}
      onChoose={(choice) => onChange(choice ? String(choice.id) : '')}
    />
  );
}
