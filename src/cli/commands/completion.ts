// `workforce completion`: a script for each shell, and for these scripts what fits at the end of a command line, from the
// table of commands.
import type { Command, Commands, Option } from '../options/command.ts';
import { namesOf, optionsOf, resourceNamed, resourceNames } from '../options/resource-options.ts';
import { say } from '../terminal/output.ts';

export function completion(commands: Commands, shell: string, words: readonly string[]): void {
  const text = shell === 'words' ? fitting(commands, words).join('\n') : scripts[shell as keyof typeof scripts];
  if (text !== '') say(text);
}

/** What the last word may become. Where it is a file or free text, nothing. */
export function fitting(commands: Commands, words: readonly string[]): string[] {
  // bash gives the sign in `--status=active` as a word of its own.
  const line = words.filter((word) => word !== '=');
  const last = words.at(-1) === '=' ? '' : (line.at(-1) ?? '');
  const before = words.at(-1) === '=' ? line : line.slice(0, -1);
  const [name, ...rest] = before;
  if (name === undefined) return startingWith(last, Object.keys(commands));
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  if (!command) return [];
  const operands = operandsIn(command, rest);
  const options = optionsFor(command, operands[0]);
  const [, joined, value] = /^--([^=]+)=(.*)$/.exec(last) ?? [];
  if (joined !== undefined) return valuesOf(options[joined], operands[0], value!).map((each) => `--${joined}=${each}`);
  const asked = optionNamed(rest.at(-1), options);
  if (asked) return valuesOf(asked, operands[0], last);
  const flags = [...Object.keys(options), ...Object.keys(command.flags ?? {}), 'help'].map((option) => `--${option}`);
  const isComplete = operands.length >= (command.operands?.length ?? 0);
  return startingWith(
    last,
    last.startsWith('-') || isComplete ? flags : operandChoices(commands, name, command, operands),
  );
}

const startingWith = (start: string, texts: readonly string[]): string[] =>
  texts.filter((text) => text.startsWith(start));

/** The words that are neither options nor their values. */
function operandsIn(command: Command, words: readonly string[]): string[] {
  const valued = optionsFor(command, undefined);
  return words.filter((word, i) => !word.startsWith('-') && !optionNamed(words[i - 1], valued));
}

const optionNamed = (word: string | undefined, options: Readonly<Record<string, Option>>): Option | undefined =>
  Object.entries(options).find(([name, { short }]) => word === `--${name}` || word === `-${short}`)?.[1];

function optionsFor({ options = {}, perResource }: Command, resource: string | undefined): Record<string, Option> {
  const resources = resource !== undefined && resourceNames.includes(resource) ? [resource] : resourceNames;
  if (!perResource) return { ...options };
  return Object.assign({}, ...resources.map((each) => optionsOf(resourceNamed(each), perResource)), options);
}

function operandChoices(commands: Commands, name: string, { operands = [] }: Command, given: string[]) {
  if (name === 'help' && given.length === 0) return Object.keys(commands);
  return operands[given.length]?.choices ?? [];
}

function valuesOf(option: Option | undefined, resource: string | undefined, start: string): string[] {
  if (option?.names && resource !== undefined && resourceNames.includes(resource)) {
    // A list: the names before the last comma stay as they are.
    const [, kept = '', open = ''] = /^(.*,)?([^,]*)$/.exec(start) ?? [];
    return startingWith(open.replace(/^-/, ''), namesOf(resourceNamed(resource), option.names)).map(
      (each) => `${kept}${open.startsWith('-') ? '-' : ''}${each}`,
    );
  }
  return startingWith(start, option?.choices ?? option?.known ?? []);
}

const scripts = {
  bash: `_workforce() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _workforce workforce`,
  zsh: `#compdef workforce
_workforce() {
  local -a found
  found=("\${(@f)$("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
if [[ "\${funcstack[1]}" == _workforce ]]; then _workforce; else compdef _workforce workforce; fi`,
  fish: `function __workforce_words
  set -l before (commandline -opc)
  set -l last (commandline -ct)
  set -l found ($before[1] completion words -- $before[2..-1] "$last" 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path "$last"
  end
end
complete -c workforce -f -a '(__workforce_words)'`,
};
