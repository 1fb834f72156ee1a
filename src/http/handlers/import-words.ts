// What the command says about its options, for who sends files over HTTP: there they are parameters of the address, and
// entries of the mapping.
/** Options without a value. */
const FLAGS = ['dry-run', 'skip-invalid', 'empty-unknown', 'add-erased', 'keep-demo'];
const PARAMETERS = [...FLAGS, 'sheet', 'create-missing'];
const ENTRIES: Readonly<Record<string, string>> = {
  'date-format': 'dateFormat',
  decimal: 'decimal',
  delimiter: 'delimiter',
  encoding: 'encoding',
  header: 'header',
  'leave-out': 'leaveOut',
  'skip-lines': 'skipLines',
  source: 'source',
};
/** Behind an option, only such a word is its value. */
const VALUE =
  '("[^"]*"|[A-Z]{3,}|[\\w=….]*\\d[\\w.]*|(?:comma|point)\\b|[dmy]+[./-][dmy./-]*[dmy]|excel\\b|FIELD=VALUE)';

export function inHttp(text: string): string {
  const entries = Object.keys(ENTRIES).join('|');
  return text
    .replace(/--map "([^"=]*)=([^"]*)"/g, '"columns": {"$1": "$2"} in the mapping')
    .replace(/--default (\w+)=(\S*?)(?=[;,.]? |[;,.]?$)/g, '"defaults": {"$1": "$2"} in the mapping')
    .replace(/--suggest(?: FILE| MAPPING| -)?/g, 'suggest=true')
    .replace(/into a mapping file for --map/g, 'into the mapping')
    .replace(/in a mapping file for --map/g, 'in the mapping')
    .replace(/--ignore-unknown/g, '"ignoreUnknown": true in the mapping')
    .replace(new RegExp(`--(${entries})(?: ${VALUE})?`, 'g'), (_, name: string, value?: string) =>
      value === undefined
        ? `${ENTRIES[name]} in the mapping`
        : `"${ENTRIES[name]}": ${JSON.stringify(value.replaceAll('"', ''))} in the mapping`,
    )
    .replace(/--create-missing ([\w-]+)/g, 'create_missing=$1')
    .replace(new RegExp(`--(${PARAMETERS.join('|')})(?: [A-Z]{3,})?`, 'g'), (_, name: string) =>
      FLAGS.includes(name) ? `${name.replace('-', '_')}=true` : name.replace('-', '_'),
    )
    .replace(/--format (\w+)/g, 'a name that ends in .$1')
    .replace(/--map\b/g, 'the mapping')
    .replace(/--default\b/g, 'defaults in the mapping')
    .replace(/--update\b/g, 'an update by the operator');
}
