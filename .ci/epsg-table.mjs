// Writes kernel/building/place/epsg.json: the projected systems of the EPSG dataset as parameters for proj4, each checked
// at two points against PROJ. Parameters are those of the npm package epsg-index, or of proj4-list where these are
// closer to PROJ. Arguments: both packages unpacked, and the file that .ci/epsg-reference.py writes.
//   node .ci/epsg-table.mjs EPSG_INDEX_FOLDER PROJ4_LIST_FOLDER REFERENCE_CSV
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';

import proj4 from 'proj4';

const [, , index, list, reference] = process.argv;
if (reference === undefined) {
  throw new Error('expected EPSG_INDEX_FOLDER PROJ4_LIST_FOLDER REFERENCE_CSV');
}
const ROOT = dirname(import.meta.dirname);
const systems = JSON.parse(readFileSync(join(index, 'all.json'), 'utf8'));
const others = createRequire(import.meta.url)(resolve(list, 'dist', 'list.min.js'));
const points = Map.groupBy(
  readFileSync(reference, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
    .map(([code, ...rest]) => {
      const [lon, lat, x, y, accuracy, unit] = rest.map(Number);
      return { code, lon, lat, x, y, accuracy, unit, axes: rest[6] };
    }),
  ({ code }) => code,
);
/** Maximum distance from PROJ of a system that is used, m. */
const MAX_M = 20;
/** Words that proj4 does not need. */
const NEEDLESS = new Set(['+no_defs', '+type=crs', '+wktext', '+units=m', '+k=1', '+k_0=1']);
/** Words that describe the datum and the unit, which many systems share. */
const DATUM = /^\+(?:ellps|towgs84|datum|nadgrids|pm|a|b|rf|f|R|units|to_meter)=/;

const datums = [''];
const areas = [];
const lines = [];
const samples = [];
for (const [code, refs] of points) {
  const { name, proj4: text, bbox } = systems[code];
  const [north, west, south, east] = bbox;
  const candidates = [text, others[`EPSG:${code}`]?.[1]]
    .filter((one) => typeof one === 'string' && !one.includes('+axis='))
    .map((one) =>
      one
        .trim()
        .split(/\s+/)
        .filter((word) => !NEEDLESS.has(word) && !word.startsWith('+vunits')),
    )
    .map((words) => ({ words, off: distance(words, refs) }))
    .toSorted((a, b) => a.off - b.off);
  const best = candidates.find(({ off }) => off <= MAX_M);
  const isEast = !/west|south\/west/.test(refs[0].axes);
  const row = [code, name, '', '', indexOf(areas, [west, south, east, north].join(',')), ''];
  if (best !== undefined && isEast) {
    const accuracy = Math.max(0, ...refs.map((ref) => ref.accuracy)) + best.off;
    row[2] = best.words
      .filter((word) => !DATUM.test(word))
      .join(' ')
      .replaceAll('+', '');
    row[3] = indexOf(
      datums,
      best.words
        .filter((word) => DATUM.test(word))
        .join(' ')
        .replaceAll('+', ''),
    );
    row[5] = Math.max(1, Math.ceil(accuracy - 0.001));
    samples.push([code, refs[0]]);
  }
  lines.push(row.join('|'));
}
const about =
  'Projected and compound coordinate reference systems of the EPSG dataset v11.022 (IOGP, epsg.org), as parameters for proj4: code|name|parameters|datum|area|accuracy in metres. Parameters from the npm packages epsg-index 2.0.0 (ISC, Jannis R) and proj4-list 1.0.4 (ISC), checked against PROJ 9.5.1 by .ci/epsg-table.mjs; not edited by hand. A system without parameters differs from PROJ by more than 20 m, or its axes do not point east and north.';
const body = Object.entries({ datums, areas, systems: lines })
  .map(([key, rows]) => `"${key}": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`)
  .join(',\n');
writeFileSync(
  join(ROOT, 'kernel/building/place/epsg.json'),
  `{\n"about": ${JSON.stringify(about)},\n"edition": "EPSG v11.022",\n${body}\n}\n`,
);
const sample = samples
  .filter((_, i) => i % 40 === 0)
  .map(([code, { lon, lat, x, y }]) => JSON.stringify([Number(code), lon, lat, x, y]));
writeFileSync(
  join(ROOT, 'test/kernel/building/place/proj-points.json'),
  `[\n${sample.join(',\n')}\n]\n`,
);
process.stdout.write(`${lines.length} systems, ${samples.length} with parameters\n`);

/** Largest distance from the points of PROJ, m. */
function distance(words, refs) {
  let most = 0;
  for (const { lon, lat, x, y, unit } of refs) {
    try {
      const [e, n] = proj4('EPSG:4326', words.join(' ')).forward([lon, lat]);
      most = Math.max(most, Math.hypot(e - x, n - y) * unit);
    } catch {
      return Infinity;
    }
  }
  return Number.isFinite(most) ? most : Infinity;
}

function indexOf(table, text) {
  const found = table.indexOf(text);
  return found === -1 ? table.push(text) - 1 : found;
}
