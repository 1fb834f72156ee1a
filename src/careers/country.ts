// The country of a place: from the settings of the brand or its organization, else from the table of cities.

import { memoize } from '../cache/memoize.ts';
import type { Value } from '../catalogue/kinds.ts';
import { isObject, objectIn } from '../contract/request/strict-json.ts';

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

/** Large cities by country (ISO 3166), with the names that people write. A name is here only where nearly everybody
 * means the same city by it, because no country is better than a wrong one. Other places, and other meanings, are set
 * in `settings_json.places`. */
const CITIES = {
  AE: 'Abu Dhabi, Dubai, Sharjah',
  AR: 'Buenos Aires, Mendoza, Rosario',
  AT: 'Graz, Innsbruck, Linz, Salzburg, Vienna, Wien',
  AU: 'Adelaide, Brisbane, Canberra, Hobart, Melbourne, Perth, Sydney',
  BD: 'Chittagong, Dhaka',
  BE: 'Antwerp, Antwerpen, Brussels, Bruxelles, Brussel, Ghent, Gent',
  BG: 'Plovdiv, Sofia',
  BR: 'Belo Horizonte, Brasília, Curitiba, Florianópolis, Fortaleza, Porto Alegre, Recife, Rio de Janeiro, São Paulo',
  CA: 'Calgary, Edmonton, Montreal, Ottawa, Québec, Quebec City, Toronto, Vancouver, Winnipeg',
  CH: 'Basel, Bern, Geneva, Genève, Lausanne, Lugano, Zurich',
  CL: 'Santiago de Chile',
  CN: 'Beijing, Chengdu, Chongqing, Guangzhou, Hangzhou, Nanjing, Shanghai, Shenzhen, Suzhou, Tianjin, Wuhan',
  CO: 'Barranquilla, Bogotá, Cali, Medellín',
  CY: 'Limassol, Nicosia',
  CZ: 'Brno, Ostrava, Prague, Praha',
  DE: 'Berlin, Bremen, Bonn, Cologne, Dortmund, Dresden, Düsseldorf, Duesseldorf, Essen, Frankfurt, Frankfurt am Main, Freiburg, Hamburg, Hannover, Hanover, Heidelberg, Karlsruhe, Köln, Leipzig, Mannheim, Munich, München, Muenchen, Nuremberg, Nürnberg, Stuttgart',
  DK: 'Aarhus, Copenhagen, København, Odense',
  DZ: 'Algiers, Oran',
  EE: 'Tallinn, Tartu',
  EG: 'Cairo, Giza',
  ES: 'Barcelona, Bilbao, Madrid, Málaga, Palma de Mallorca, Seville, Sevilla, Valencia, Zaragoza',
  ET: 'Addis Ababa',
  FI: 'Espoo, Helsinki, Oulu, Tampere, Turku',
  FR: 'Bordeaux, Grenoble, Lille, Lyon, Marseille, Montpellier, Nantes, Nice, Paris, Rennes, Strasbourg, Toulouse',
  GB: 'Belfast, Birmingham, Bristol, Cardiff, Edinburgh, Glasgow, Leeds, Leicester, Liverpool, London, Manchester, Newcastle upon Tyne, Nottingham, Sheffield, Southampton',
  GH: 'Accra, Kumasi',
  GR: 'Athens, Athina, Thessaloniki',
  HK: 'Hong Kong, Kowloon',
  HR: 'Split, Zagreb',
  HU: 'Budapest, Debrecen',
  ID: 'Bandung, Jakarta, Medan, Surabaya',
  IE: 'Cork, Dublin, Galway, Limerick',
  IL: 'Haifa, Jerusalem, Tel Aviv, Tel Aviv-Yafo',
  IN: 'Ahmedabad, Bangalore, Bengaluru, Chennai, Delhi, Gurgaon, Gurugram, Hyderabad, Jaipur, Kolkata, Mumbai, New Delhi, Noida, Pune',
  IQ: 'Baghdad',
  IR: 'Tehran',
  IS: 'Reykjavík',
  IT: 'Bari, Bologna, Florence, Firenze, Genoa, Genova, Milan, Milano, Naples, Napoli, Palermo, Rome, Roma, Turin, Torino, Verona',
  JP: 'Fukuoka, Kobe, Kyoto, Nagoya, Osaka, Sapporo, Sendai, Tokyo, Yokohama, 東京, 大阪',
  KE: 'Mombasa, Nairobi',
  KR: 'Busan, Daegu, Incheon, Seoul, 서울',
  KZ: 'Almaty, Astana',
  LB: 'Beirut',
  LK: 'Colombo',
  LT: 'Kaunas, Vilnius',
  LU: 'Luxembourg',
  LV: 'Riga',
  MA: 'Casablanca, Marrakech, Rabat',
  MM: 'Yangon',
  MT: 'Valletta',
  MX: 'Ciudad de México, Guadalajara, Mexico City, Monterrey, Puebla, Querétaro, Tijuana',
  MY: 'George Town, Johor Bahru, Kuala Lumpur',
  NG: 'Abuja, Ibadan, Kano, Lagos',
  NL: 'Amsterdam, Den Haag, Eindhoven, Groningen, Rotterdam, The Hague, Utrecht',
  NO: 'Bergen, Oslo, Stavanger, Trondheim',
  NP: 'Kathmandu',
  NZ: 'Auckland, Christchurch, Wellington',
  PE: 'Arequipa, Lima',
  PH: 'Cebu City, Davao City, Makati, Manila, Quezon City, Taguig',
  PK: 'Islamabad, Karachi, Lahore, Rawalpindi',
  PL: 'Gdańsk, Katowice, Kraków, Krakow, Cracow, Łódź, Lodz, Poznań, Warsaw, Warszawa, Wrocław, Wroclaw',
  PT: 'Braga, Lisbon, Lisboa, Porto',
  QA: 'Doha',
  RO: 'Bucharest, București, Cluj-Napoca, Iași, Timișoara',
  RS: 'Belgrade, Beograd, Novi Sad',
  RU: 'Moscow, Novosibirsk, Saint Petersburg',
  RW: 'Kigali',
  SA: 'Dammam, Jeddah, Riyadh',
  SE: 'Gothenburg, Göteborg, Malmö, Stockholm, Uppsala',
  SG: 'Singapore',
  SI: 'Ljubljana',
  SK: 'Bratislava, Košice',
  SN: 'Dakar',
  TH: 'Bangkok, Chiang Mai',
  TN: 'Tunis',
  TR: 'Ankara, Antalya, Istanbul, İzmir',
  TW: 'Kaohsiung, Taichung, Taipei',
  TZ: 'Dar es Salaam',
  UA: 'Dnipro, Kharkiv, Kyiv, Lviv, Odesa',
  UG: 'Kampala',
  US: 'Atlanta, Austin, Baltimore, Boston, Charlotte, Chicago, Cincinnati, Cleveland, Columbus, Dallas, Denver, Detroit, Fort Worth, Honolulu, Houston, Indianapolis, Jacksonville, Kansas City, Las Vegas, Los Angeles, Memphis, Miami, Milwaukee, Minneapolis, Nashville, New Orleans, New York, New York City, Oklahoma City, Orlando, Palo Alto, Philadelphia, Phoenix, Pittsburgh, Portland, Raleigh, Sacramento, Salt Lake City, San Antonio, San Diego, San Francisco, Seattle, St. Louis, Tampa, Washington, Washington DC',
  UY: 'Montevideo',
  VN: 'Da Nang, Hanoi, Ho Chi Minh City',
  ZA: 'Cape Town, Durban, Johannesburg, Pretoria',
};

export const cities: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(CITIES).map(([country, names]) => [country, names.split(', ')]),
);

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
  const { places } = objectIn(text) ?? {};
  if (!isObject(places)) return NONE;
  const isCoded = (each: [string, unknown]): each is [string, string] =>
    typeof each[1] === 'string' && CODE.test(each[1]);
  const codes = Object.entries(places).filter(isCoded);
  return new Map(codes.map(([name, code]) => [folded(name), code.toUpperCase()]));
}
