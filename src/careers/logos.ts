// Logos that this service has as files of its own: those of the demo company, and a plain one. Each is a mark on a tile
// in the colour of its brand, so it can be seen on white and on that colour.
import { PLAIN_LOGO } from './addresses.ts';

const tile = (colour: string, mark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" rx="14" fill="${colour}"/>${mark}</svg>`;

/** The names of the files, and their content. */
export const logos: Readonly<Record<string, string>> = {
  // A case to go to work with.
  [PLAIN_LOGO]: tile(
    '#1f2937',
    '<path fill="none" stroke="#fff" stroke-width="5" d="M25 23v-5h14v5"/><rect x="12" y="23" width="40" height="27" rx="5" fill="#fff"/><rect x="12" y="34" width="40" height="4" fill="#f59e0b"/>',
  ),
  // The letter A as a roof, and a dot that has arrived below it.
  'alderwick.svg': tile(
    '#14532d',
    '<path fill="#fff" d="M27.5 13h9L54 51H43.6L32 25.2 20.4 51H10z"/><circle cx="32" cy="45.5" r="5.5" fill="#f59e0b"/>',
  ),
  // A seedling: one leaf is open, the other follows.
  'futures.svg': tile(
    '#0f766e',
    '<path fill="#fff" d="M29 55V41C17 40 9 32 9 19c11 0 19 6 22 15h4v21z"/><path fill="#fb7185" d="M35 35c0-12 8-20 20-20 0 12-8 20-20 20z"/>',
  ),
  // A ring of places around the roof of the group.
  'europe.svg': tile(
    '#1e3a8a',
    '<g fill="#fbbf24"><circle cx="32.0" cy="10.0" r="3.4"/><circle cx="47.6" cy="16.4" r="3.4"/><circle cx="54.0" cy="32.0" r="3.4"/><circle cx="47.6" cy="47.6" r="3.4"/><circle cx="32.0" cy="54.0" r="3.4"/><circle cx="16.4" cy="47.6" r="3.4"/><circle cx="10.0" cy="32.0" r="3.4"/><circle cx="16.4" cy="16.4" r="3.4"/></g><path fill="#fff" d="M29.6 20h4.8L43 42h-6L32 29l-5 13h-6z"/>',
  ),
  // The leaf of a linden tree, in two halves.
  'lindenlab.svg': tile(
    '#4c1d95',
    '<g transform="rotate(35 32 32)"><path fill="#fff" d="M30 57C14 46 8 37 8 28c0-8 5.5-13.5 12.5-13.5 4 0 7.5 1.7 9.5 4.5z"/><path fill="#22d3ee" d="M34 57c16-11 22-20 22-29 0-8-5.5-13.5-12.5-13.5-4 0-7.5 1.7-9.5 4.5z"/><path fill="#fff" d="M30 6h4v9l-2 2-2-2z"/></g>',
  ),
  // Two steps upwards.
  'americas.svg': tile(
    '#7f1d1d',
    '<path fill="#fff" d="M32 12l20 20-6 6-14-14-14 14-6-6z"/><path fill="#38bdf8" d="M32 30l20 20-6 6-14-14-14 14-6-6z"/>',
  ),
};
