// Pictures for previews, read by a small reader of PNG: their size, their colours, and that what is written on them
// differs where the jobs do. What has no page has no picture.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { crc32, inflateSync } from 'node:zlib';
import { contrast, type Rgb } from '../../src/careers/page/look.ts';
import { drawable } from '../../src/careers/picture/letters.ts';
import type { Service } from '../harness/service.ts';
import { advert, brand, careersService, job, PUBLIC_URL, page, site } from './world.ts';

type Picture = {
  readonly width: number;
  readonly height: number;
  colourAt(x: number, y: number): Rgb;
  row(y: number): Buffer;
};

/** Every chunk has its sum; a picture of points that are numbers of a palette, without filters. */
function read(file: Buffer): Picture {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end));
    at = end + 4;
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const [head, palette] = [chunks.get('IHDR')!, chunks.get('PLTE')!];
  expect([...head.subarray(8)]).toEqual([8, 3, 0, 0, 0]);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const points = inflateSync(chunks.get('IDAT')!);
  expect(points.length).toBe((width + 1) * height);
  for (let y = 0; y < height; y++) expect(points[y * (width + 1)]).toBe(0);
  return {
    ...{ width, height },
    row: (y) => points.subarray(y * (width + 1), (y + 1) * (width + 1)),
    colourAt(x, y) {
      const at = 3 * points[y * (width + 1) + 1 + x]!;
      return [palette[at]!, palette[at + 1]!, palette[at + 2]!];
    },
  };
}

/** How many points of each colour there are, by their numbers. */
function colours({ width, height, colourAt }: Picture): Map<string, number> {
  const found = new Map<string, number>();
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour = colourAt(x, y).join();
      found.set(colour, (found.get(colour) ?? 0) + 1);
    }
  return found;
}

let service: Service;
const settings = JSON.stringify({ apply_url: 'https://apply.example' });
beforeAll(async () => {
  service = await careersService(
    {
      brands: [
        brand(1, { name: 'Tiefe See', primary_color: '#fde68a', accent_color: '#e11d48', settings_json: settings }),
      ],
      'career-sites': [site(1), site(2, { is_active: 0 })],
      jobs: [
        ...[job(1), job(2), job(3), job(4, { status: 'filled' }), job(5, { title: 'غواص', location: 'برلين' })],
        ...[job(7, { status: 'on_hold' }), job(8, { title: 'غواص', location: 'برلين' })],
        job(9),
      ],
      'job-distributions': [
        ...[advert(1), advert(2, { brand_id: 1 }), advert(3, { published_at: '2999-01-01T00:00:00Z' }), advert(4)],
        ...[advert(5, { locale: 'ar' }), advert(7), advert(8, { locale: 'ar' })],
        advert(9, { status: 'draft', published_at: null }),
      ],
    },
    'embedded',
  );
});
afterAll(() => service.stop());

async function picture(path: string): Promise<Picture> {
  const response = await fetch(`${service.url}/careers/site-1${path}/preview.png`);
  expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
  expect(response.headers.get('cache-control')).toStartWith('public');
  return read(Buffer.from(await response.arrayBuffer()));
}

const meta = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<meta (?:property|name)="([^"]*)" content="([^"]*)">/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  );

test('pages name a picture with its size, its type and what is on it, and it is there', async () => {
  for (const [path, alt] of [
    ['', 'Headline 1'],
    ['/en/diver-1', 'Diver 1 · Site 1 · Berlin · Hybrid · Full time'],
  ] as const) {
    const { text } = await page(service, `/careers/site-1${path}`);
    expect(meta(text)).toMatchObject({
      'og:image': `${PUBLIC_URL}/careers/site-1${path}/preview.png`,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': alt,
      'twitter:card': 'summary_large_image',
    });
    const { width, height } = await picture(path);
    expect([width, height]).toEqual([1200, 630]);
  }
  const { text } = await page(service, '/careers/site-1/en/nothing');
  expect(meta(text)).toMatchObject({ 'twitter:card': 'summary' });
  expect(meta(text)['og:image']).toBeUndefined();
});

test('a picture is in the colours of the brand, and can be read', async () => {
  for (const [path, main, accent, ink] of [
    ['/en/diver-1', '29,78,216', '245,158,11', '255,255,255'],
    ['/en/diver-2', '253,230,138', '225,29,72', '0,0,0'],
  ] as const) {
    const drawn = await picture(path);
    const found = colours(drawn);
    const [most] = [...found].sort(([, a], [, b]) => b - a)[0]!;
    expect([path, most]).toEqual([path, main]);
    expect(found.get(accent)).toBe(1200 * 16);
    expect(drawn.colourAt(600, 629).join()).toBe(accent);
    expect(found.get(ink)).toBeGreaterThan(10_000);
    // Whatever there is much of, but for the stripe, the ink can be read on it.
    const grounds = [...found].filter(([colour, count]) => count > 20_000 && colour !== accent && colour !== ink);
    const inkParts = ink.split(',').map(Number) as unknown as Rgb;
    for (const [ground] of grounds)
      expect(contrast(ground.split(',').map(Number) as unknown as Rgb, inkParts)).toBeGreaterThan(4.5);
  }
});

/** The lines in which two pictures of one brand differ. */
const differing = (one: Picture, other: Picture): number[] =>
  [...Array(one.height).keys()].filter((y) => !one.row(y).equals(other.row(y)));

test('scripts that there are no letters for: the name stands there, and no other text', async () => {
  const [arabic, other, site] = [await picture('/ar/diver-5'), await picture('/ar/diver-8'), await picture('')];
  expect(differing(arabic, other)).toEqual([]);
  expect(differing(await picture('/en/diver-1'), await picture('/en/diver-7')).length).toBeGreaterThan(40);
  expect(differing(arabic, site).length).toBeGreaterThan(40);
  const found = colours(arabic);
  expect(found.get('255,255,255')).toBeGreaterThan(2000);
});

test('letters of Europe can be drawn, emoji are left out, and other scripts are not drawn in part', () => {
  const text =
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïñòóôõöøùúûüýþÿ ĄąĆćČčĎďĐđĘęĚěĞğİıŁłŃńŇňŐőŒœŘřŚśŞşŠšŤťŮůŰűŹźŻżŽž';
  expect(drawable(text.replaceAll('Ð', ''))).toBe(text.replaceAll('Ð', '').normalize('NFD'));
  expect(drawable(' Diver \u00a0 👩🏽‍🚀 (m/f/d) – “deep”, 100 % & more… ')).toBe(
    'Diver (m/f/d) – “deep”, 100 % & more...',
  );
  for (const none of ['', '  ', '🤿', 'غواص', 'Diver 潜', 'Водолаз', '__proto__Ж', 'constructor\u0000'])
    expect(drawable(none)).toBeUndefined();
});

test('what has no page has no picture', async () => {
  for (const path of ['/en/diver-3', '/en/diver-4', '/en/diver-9', '/en/nothing', '/en', '/en/diver-1/x']) {
    const { status, headers } = await page(service, `/careers/site-1${path}/preview.png`);
    expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
  }
  expect((await page(service, '/careers/site-2/preview.png')).status).toBe(404);
});
