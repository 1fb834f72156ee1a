// The cities with a branch: country, currency, pay, languages, and telephone numbers from ranges that are reserved for
// fiction.
import type { Random } from '../random.ts';
import { type Name, nameFrom, type Tradition } from './names.ts';

export type Place = {
  city: string;
  country: string;
  currency: string;
  /** Local pay for one pound of London pay. */
  pay: number;
  weight: number;
  /** The languages of its job advertisements, the main one first. */
  locales: readonly string[];
  /** A # stands for any digit. */
  phones: readonly string[];
  home: readonly Tradition[];
};

const EUROPE: Tradition[] = ['polish', 'turkish', 'arabic', 'nordic', 'indian'];
const AMERICA: Tradition[] = [
  'english',
  'english',
  'latin',
  'chinese',
  'indian',
  'korean',
  'irish',
  'jewish',
  'nigerian',
];
const BRITAIN: Tradition[] = ['english', 'english', 'english', 'irish', 'indian', 'pakistani', 'nigerian', 'polish'];

const UK = ['+44 7700 900###', '+44 7700 900###', '+44 20 7946 0###'];
const FRANCE = ['+33 6 39 98 ## ##', '+33 6 39 98 ## ##', '+33 1 99 00 ## ##'];
const AUSTRALIA = ['+61 2 5550 ####', '+61 491 570 006', '+61 491 570 156', '+61 491 570 157', '+61 491 570 158'];

type Row = [string, string, string, number, number, string, readonly string[], Tradition[]];
// biome-ignore format: a table
const ROWS: Row[] = [
  ['London', 'GB', 'GBP', 1, 28, 'en-GB', UK, BRITAIN],
  ['Berlin', 'DE', 'EUR', 1.18, 18, 'de', ['+49 30 23125 ###'], ['german', 'german', 'german', 'german', ...EUROPE]],
  ['New York', 'US', 'USD', 2.05, 16, 'en', ['+1 212-555-01##', '+1 646-555-01##'], AMERICA],
  ['Paris', 'FR', 'EUR', 1.08, 10, 'fr', FRANCE, ['french', 'french', 'french', 'french', 'arabic', 'vietnamese']],
  ['Toronto', 'CA', 'CAD', 1.85, 9, 'en,fr', ['+1 416-555-01##', '+1 647-555-01##'], AMERICA],
  ['Dublin', 'IE', 'EUR', 1.2, 8, 'en-GB', ['+353 20 91# ####'], ['irish', 'irish', 'irish', 'english', 'polish', 'latin']],
  ['Austin', 'US', 'USD', 1.8, 7, 'en', ['+1 512-555-01##', '+1 737-555-01##'], AMERICA],
  ['Sydney', 'AU', 'AUD', 1.95, 4, 'en-GB', AUSTRALIA, ['english', 'english', 'chinese', 'vietnamese', 'irish', 'indian']],
];

export const PLACES: readonly Place[] = ROWS.map(([city, country, currency, pay, weight, locales, phones, home]) => {
  return { city, country, currency, pay, weight, locales: locales.split(','), phones, home };
});

const WEIGHTS = PLACES.map((place) => place.weight);

export const randomPlace = (random: Random): Place => PLACES[random.weightedIndex(WEIGHTS)]!;
export const placeOf = (city: string): Place | undefined => PLACES.find((place) => place.city === city);
export const localName = (place: Place, random: Random): Name => nameFrom(place.home, random);
export const phone = (place: Place, random: Random): string =>
  random.pick(place.phones).replace(/#/g, () => String(random.int(0, 9)));
