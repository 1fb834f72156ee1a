// The parts of the page that puts in a file: its mapping, and how far it is.
import type { ComponentChildren } from 'preact';
import { resourceNamed } from '../../data/catalogue.ts';
import { numberText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { say } from '../../words/say.ts';
import { Details, LeftOutRows, MappingTable, WordTable } from './mapping.tsx';
import type { Mapping, Suggestion } from './send.ts';

export type Chosen = {
  readonly file: File;
  readonly sheet?: string | undefined;
  readonly resource: string;
  readonly all: readonly Suggestion[];
  readonly suggestion?: Suggestion | undefined;
  readonly mapping: Mapping;
  /** The mapping is that of last time. */
  readonly isRemembered?: boolean;
};
export type Working = { readonly what: 'reading' | 'checking' | 'storing'; readonly rows: number; readonly of: number };

type ChoiceProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ComponentChildren };

export const Choice = ({ isOn, onChange, children }: ChoiceProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {children}
  </label>
);

export function Mapped({
  chosen,
  onChange,
}: {
  chosen: Chosen;
  onChange: (mapping: Mapping, isNewColumn: boolean) => void;
}) {
  const { suggestion, mapping } = chosen;
  const parts = { resource: resourceNamed(chosen.resource)!, suggestion: suggestion!, mapping, onChange };
  return (
    <>
      {suggestion!.questions.map((text) => (
        <p key={text} class="import-verdict bad" role="status">
          <Icon name="warn" />
          {text}
        </p>
      ))}
      <MappingTable {...parts} />
      <WordTable {...parts} />
      <LeftOutRows {...parts} />
      <Details {...parts} />
    </>
  );
}

/** Which sheet of a workbook, where several have something in them. */
export function Sheets({
  suggestion: { sheet, sheets = [] } = {},
  onChoose,
}: {
  suggestion: Partial<Suggestion> | undefined;
  onChoose: (sheet: string) => void;
}) {
  if (sheets.length < 2) return null;
  return (
    <label class="field">
      <span>{say('Sheet')}</span>
      <select value={sheet} onChange={({ currentTarget: { value } }) => onChoose(value)}>
        {sheets.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Progress({ working: { what, rows, of }, onCancel }: { working: Working; onCancel: () => void }) {
  const words = {
    reading: say('Reading the file…'),
    checking: say('Checking…'),
    storing: say('Storing…'),
  };
  return (
    <div class="import-progress" role="status">
      <span>{words[what]}</span>
      <progress aria-label={words[what]} {...(of > 0 && { value: rows, max: of })} />
      <span class="soft">
        {rows > 0 && say('{rows} of about {all} rows', { rows: numberText(rows), all: numberText(of) })}
      </span>
      <button type="button" class="button" onClick={onCancel}>
        {say('Cancel')}
      </button>
    </div>
  );
}

export const sizeText = (bytes: number): string =>
  bytes < 1e6
    ? say('{n} kB', { n: numberText(Math.ceil(bytes / 1000)) })
    : say('{n} MB', { n: numberText(Math.round(bytes / 1e5) / 10) });
