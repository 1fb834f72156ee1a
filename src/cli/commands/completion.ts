// `workforce completion`: the script for a shell, and the words that these scripts offer at the end of a command line,
// from the table of commands.

import { join } from 'node:path';
import { listItems } from '../options/aggregate-names.ts';
import type { Command, Commands, Option, Subject } from '../options/command.ts';
import { fieldNames, optionsFor, subjectOf } from '../options/resource-options.ts';
import { say } from '../terminal/output.ts';

export function completion(commands: Commands, shell: string, words: readonly string[]): void {
  const text = shell === 'words' ? completions(commands, words).join('\n') : completionScript(shell as Shell);
  if (text !== '') say(text);
}

/** The candidates for the last word. None where it is a file or free text. */
export function completions(commands: Commands, words: readonly string[]): string[] {
  // bash passes the sign of `--status=active` as a word of its own.
  const line = words.filter((word) => word !== '=').map(unquoted);
  const last = words.at(-1) === '=' ? '' : (line.at(-1) ?? '');
  const [name, ...before] = words.at(-1) === '=' ? line : line.slice(0, -1);
  if (name === undefined) return startingWith(last, Object.keys(commands));
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  if (!command) return [];
  const operands = operandsIn(command, before);
  const options = optionsFor(command, operands[0]);
  const subject = subjectOf(command, operands[0]);
  const [, joined, value] = /^--([^=]+)=(.*)$/.exec(last) ?? [];
  const valuesFor = (option: Option | undefined, start: string) => valuesOf(option, subject, start, before);
  if (joined !== undefined) return valuesFor(options[joined], value!).map((each) => `--${joined}=${each}`);
  const option = optionNamed(before.at(-1), options);
  if (option) return valuesFor(option, last);
  const names = Object.keys(options).filter((each) => dotsIn(each) <= dotsIn(last));
  const flags = [...names, ...Object.keys(command.flags ?? {}), 'help'].map((flag) => `--${flag}`);
  const final = command.operands?.at(-1);
  const isComplete = operands.length >= (command.operands?.length ?? 0) && !(final?.many && final.choices);
  return startingWith(
    last,
    last.startsWith('-') || isComplete ? flags : operandChoices(commands, name, command, operands),
  );
}

/** Shells pass a word as it is typed. */
const unquoted = (word: string): string => word.replace(/^['"]/, '').replace(/['"]$/, '').replaceAll('\\', '');

/** Names behind a dot are offered once the dot is there: operators, and the fields that a reference leads to. */
const dotsIn = (name: string): number => name.split('.').length;

const startingWith = (start: string, texts: readonly string[]): string[] =>
  texts.filter((text) => text.startsWith(start));

function operandsIn(command: Command, words: readonly string[]): string[] {
  const options = optionsFor(command);
  return words.filter((word, i) => !word.startsWith('-') && !optionNamed(words[i - 1], options));
}

const optionNamed = (word: string | undefined, options: Readonly<Record<string, Option>>): Option | undefined =>
  Object.entries(options).find(([name, { short }]) => word === `--${name}` || word === `-${short}`)?.[1];

function operandChoices(commands: Commands, name: string, { operands = [] }: Command, given: readonly string[]) {
  if (name === 'help' && given.length === 0) return Object.keys(commands);
  const operand = operands[given.length] ?? operands.at(-1);
  return operand?.choices?.filter((each) => !operand.many || !given.includes(each)) ?? [];
}

function valuesOf(
  option: Option | undefined,
  subject: Subject | undefined,
  start: string,
  words: readonly string[],
): string[] {
  if (!subject || !(option?.names || option?.items)) return startingWith(start, option?.choices ?? option?.known ?? []);
  // Only the last item of a list is completed.
  const open = listItems(start).at(-1)!.replace(/^-/, '');
  const { names, items } = option;
  const all = names ? fieldNames(subject.resource, names) : items!(subject, open, words);
  const before = start.slice(0, start.length - open.length);
  return startingWith(open, all).map((item) => before + item);
}

type Shell = 'bash' | 'zsh' | 'fish';

/** In this folder `npx workforce` runs this program; elsewhere it is another one. The executable is not run by npx. */
const FOLDER = Bun.isStandaloneExecutable ? undefined : join(import.meta.dir, '../../..');

function completionScript(shell: Shell, folder = FOLDER): string {
  const { first = [], own, npx } = scripts[shell];
  // npx itself would take a second to start.
  const withNpx = folder === undefined ? [] : [npx(quoted(folder), quoted(join(folder, 'bin/workforce')))];
  return [...first, ...withNpx, own].join('\n');
}

/** Between quotes that each of these shells reads in the same way. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

type Script = {
  /** Has to stand at the top. */
  readonly first?: readonly string[];
  /** For the command itself. */
  readonly own: string;
  /** For `npx workforce`. An existing completion of npx stays. */
  readonly npx: (folder: string, program: string) => string;
};

const scripts: Readonly<Record<Shell, Script>> = {
  bash: {
    own: `_workforce_words() {
  local IFS=$'\\n'
  COMPREPLY=($("$1" completion words -- "\${COMP_WORDS[@]:$2:COMP_CWORD-$2+1}" 2>/dev/null))
  # Parentheses would mean something to the shell. In quotes they do not.
  if [[ \${COMP_WORDS[COMP_CWORD]} != [\\'\\"]* ]]; then
    COMPREPLY=("\${COMPREPLY[@]//\\(/\\\\(}")
    COMPREPLY=("\${COMPREPLY[@]//\\)/\\\\)}")
  fi
}
_workforce() { _workforce_words "\${COMP_WORDS[0]}" 1; }
complete -o default -F _workforce workforce`,
    npx: (folder, program) => `_workforce_npx() {
  if [[ \${COMP_WORDS[1]} == workforce && $COMP_CWORD -gt 1 && $PWD/ == ${folder}/* ]]; then
    _workforce_words ${program} 2
  fi
}
complete -p npx >/dev/null 2>&1 || complete -o default -F _workforce_npx npx`,
  },
  zsh: {
    first: ['#compdef workforce'],
    own: `_workforce_words() {
  local -a found
  found=("\${(@f)$("$1" completion words -- "\${(@)words[$2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
_workforce() { _workforce_words "\${words[1]}" 2 }
if [[ "\${funcstack[1]}" == _workforce ]]; then _workforce; else compdef _workforce workforce; fi`,
    npx: (folder, program) => `_workforce_npx() {
  if [[ "\${words[2]}" == workforce && $CURRENT -gt 2 && $PWD/ == ${folder}/* ]]; then
    _workforce_words ${program} 3
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" != _workforce ]] && (( ! $+_comps[npx] )); then compdef _workforce_npx npx; fi`,
  },
  fish: {
    own: `function __workforce_words
  set -l last (commandline -ct)
  set -l found ($argv[1] completion words -- $argv[2..-1] "$last" 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path "$last"
  end
end
function __workforce
  set -l before (commandline -opc)
  __workforce_words $before
end
complete -c workforce -f -a '(__workforce)'`,
    npx: (folder, program) => `function __workforce_npx
  set -l before (commandline -opc)
  __workforce_words ${program} $before[3..-1]
end
function __workforce_is_npx
  set -l before (commandline -opc)
  test "$before[2]" = workforce; and string match -q -- ${folder}/'*' $PWD/
end
complete -c npx -n __workforce_is_npx -f -a '(__workforce_npx)'`,
  },
};
