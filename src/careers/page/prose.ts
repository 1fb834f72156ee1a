// The text of a record as paragraphs, headings and lists. Blank lines separate blocks; lines that begin with a dash are
// a list; a short line that ends in a colon before a list or a block is its heading. It is text: whatever looks like
// HTML is shown as it is.
import { startOf } from '../../contract/words.ts';
import { type Html, html, raw } from './html.ts';

export type Block =
  | { readonly kind: 'text'; readonly lines: string[] }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly items: string[] };

const HEADING_LENGTH = 80;

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  /** The block that the next line may belong to. */
  let open: Block | undefined;
  for (const whole of text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')) {
    const line = whole.trim();
    const item = itemIn(line);
    if (line === '') open = undefined;
    else if (item !== '') {
      if (open?.kind !== 'list') {
        if (open?.kind === 'text') splitHeading(blocks, open.lines);
        open = { kind: 'list', items: [] };
        blocks.push(open);
      }
      open.items.push(item);
    } else if (open?.kind === 'list' && line !== whole.trimEnd()) {
      // A line that is indented goes on with the item before it.
      open.items[open.items.length - 1] += ` ${line}`;
    } else {
      if (open?.kind !== 'text') {
        open = { kind: 'text', lines: [] };
        blocks.push(open);
      }
      open.lines.push(line);
    }
  }
  return blocks;
}

/** The line before a list may be its heading. `lines`: of the last block. */
function splitHeading(blocks: Block[], lines: string[]): void {
  const last = lines.at(-1)!;
  if (last.length > HEADING_LENGTH || !/[:：]$/.test(last)) return;
  lines.pop();
  if (lines.length === 0) blocks.pop();
  blocks.push({ kind: 'heading', text: last.slice(0, -1).trimEnd() });
}

const MARKS = '-–—*•·';
const BLANKS = ' \t';

/** The text behind the mark of an item; nothing where there is none. */
const itemIn = (line: string): string =>
  MARKS.includes(line.charAt(0)) && BLANKS.includes(line.charAt(1)) ? line.slice(2).trim() : '';

/** Text with headings one level lower. In texts `<` is escaped, so every tag is one of ours. */
export const lowered = ({ text }: Html): string =>
  text.replace(/(<\/?h)(\d)/g, (_, tag: string, level: string) => tag + (Number(level) + 1));

/** `level`: of the headings. */
export const prose = (text: string, level = 2): Html =>
  raw(
    blocksOf(text)
      .map((block) => blockHtml(block, level).text)
      .join('\n'),
  );

function blockHtml(block: Block, level: number): Html {
  if (block.kind === 'heading') return html`${raw(`<h${level}>`)}${block.text}${raw(`</h${level}>`)}`;
  if (block.kind === 'list') return html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>`;
  const [first, ...rest] = block.lines;
  return html`<p>${first}${rest.map((line) => html`<br>${line}`)}</p>`;
}

/** Characters that search results and previews have room for. */
const SUMMARY = 200;
/** More of a text is not looked at. */
const READ = 20 * SUMMARY;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The beginning of a text in one line, for where there is nothing but letters: without marks of lists, HTML and
 * Markdown, and up to a whole word. `lead` stands before it. */
export function summaryOf(text: string, lead = ''): string {
  const line = [lead, plainLine(text.slice(0, READ))].filter(Boolean).join(' – ');
  if (line.length <= SUMMARY && text.length <= READ) return line;
  // The ellipsis is a character, too.
  const last = Math.min(SUMMARY, line.length) - 1;
  const blank = line.lastIndexOf(' ', last);
  // Scripts without blanks have words as well; a text that is as long as this and has no word in it is cut between
  // characters.
  const end = blank >= last / 2 ? blank : (words.segment(line).containing(last)?.index ?? 0);
  const start = end > 0 ? line.slice(0, end) : startOf(line, last);
  const kept = start.replace(/[\s\p{Pd}\p{Ps},;:·、，；：]+$/u, '');
  return kept && `${kept}…`;
}

const plainLine = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]*>|<!--.*?-->/gis, ' ')
    .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-–—*•·+]|\d+[.)])[ \t]+/gm, '')
    .replace(/(\*\*|__|~~|`+)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
