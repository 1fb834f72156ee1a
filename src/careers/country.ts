// The country of a place: from the settings of the brand or its organization, else from the table of cities.

import { memoize } from '../cache/memoize.ts';
import type { Value } from '../catalogue/kinds.ts';
import { cities } from './cities.ts';

/** `settings_json` may have `places`, an object of names of places and ISO 3166 codes: `{"places": {"Springfield":
 * "US"}}`. */
type Settings = { readonly settings_json: Value };
export type PlaceRecords = { readonly brand?: Settings | undefined; readonly organization?: Settings | undefined };

type Places = ReadonlyMap<string, string>;

/** Names are compared whole, without regard to case and accents: "Cambridge, MA" is not Cambridge. */
export function countryOf(place: Value, { brand, organization }: PlaceRecords): string | undefined {
  if (typeof place !== 'string') return undefined;
  const name = folded(place);
  return placesIn(brand).get(name) ?? placesIn(organization).get(name) ?? known.get(name);
}

const folded = memoize((name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase(),
);

const known: Places = new Map(
  Object.entries(cities).flatMap(([country, names]) => names.map((name) => [folded(name), country] as const)),
);

const CODE = /^[A-Za-z]{2}$/;
const NONE: Places = new Map();

const placesIn = (settings: Settings | undefined): Places =>
  typeof settings?.settings_json === 'string' ? placesOf(settings.settings_json) : NONE;

/** Texts that are no code of a country are left out, and so are settings that cannot be read. The same settings belong
 * to many jobs. */
const placesOf = memoize(placesInText, String, 4096);

function placesInText(text: string): Places {
  try {
    const { places } = JSON.parse(text) ?? {};
    if (typeof places !== 'object' || places === null) return NONE;
    const codes = Object.entries(places).filter((each): each is [string, string] => CODE.test(String(each[1])));
    return new Map(codes.map(([name, code]) => [folded(name), code.toUpperCase()]));
  } catch {
    return NONE;
  }
}
