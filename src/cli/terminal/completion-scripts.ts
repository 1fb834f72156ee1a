// The scripts with which shells complete the command line. They ask the program itself for the words: the one that is
// being typed, or for `npx workforce` in the folder of the package, the one there.
import { join } from 'node:path';

export type Shell = 'bash' | 'zsh' | 'fish';

/** In this folder `npx workforce` runs this program; elsewhere it is another one. The executable is not run by npx. */
const FOLDER = Bun.isStandaloneExecutable ? undefined : join(import.meta.dir, '../../..');

export function completionScript(shell: Shell, folder = FOLDER): string {
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
