// A made-up resource, notes, for tests that need more records than the demo company has. Notes have texts, unique
// slugs, and fields with few and with many different values.
import { catalogueOf } from '../../src/catalogue/catalogue-of.ts';
import { type DataRecord, field, resource } from '../../src/catalogue/resource.ts';

export const notes = resource('notes', {
  schema: 'Note',
  one: 'note',
  many: 'notes',
  about: 'Things to look for.',
  unique: [['slug']],
  fields: {
    id: field('id', 'Identifies it.'),
    slug: field('slug', 'Its name; no other note has the same.', { required: true, create: 'required' }),
    text: field('prose', 'What it says.', { required: true, create: 'required' }),
    status: field('word', 'How it stands.', { required: true, create: 'required' }),
    shelf: field('word', 'Where it is.', { create: 'optional' }),
    weight: field('number', 'How heavy it is.', { create: 'optional' }),
  },
});

export const notesCatalogue = catalogueOf([notes]);

/** The n-th note. Some statuses come in long runs and one is rare; every fourth note has no shelf. */
export const note = (n: number): DataRecord => ({
  slug: `note-${n}`,
  text: `What note ${n} says`,
  status: n % 500 === 0 ? 'rare' : n % 2000 < 900 ? 'early' : n % 5 === 0 ? 'middle' : 'late',
  shelf: n % 4 === 0 ? null : `shelf ${n % 300}`,
  weight: n % 50,
});

/** The first `count` notes, with gaps in their ids. */
export const numberedNotes = (count: number): DataRecord[] =>
  Array.from({ length: count }, (_, n) => ({ id: 5 + n + 9 * Math.floor(n / 4), ...note(n) }));
