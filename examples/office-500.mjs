/**
 * @module office-500: prints the modelling script of one storey of an office with 500 rooms on four storeys:
 * `node examples/office-500.mjs 0` (to 3). Each storey has 125 offices of 4 × 5 m in five rows, and three corridors
 * with a door to an outside stair at each end. In Queens, New York; its system has coordinates in US survey feet.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const ROOMS = 25;
const WIDTH = 4;
const LENGTH = ROOMS * WIDTH;
const HEIGHT = 3.2;
/** Rows of rooms from south to north: where they begin and end, and on which side their corridor lies. */
const ROWS = [
  { name: 'A', from: 0, to: 5, corridor: 5 },
  { name: 'B', from: 7, to: 12, corridor: 7 },
  { name: 'C', from: 12, to: 17, corridor: 17 },
  { name: 'D', from: 19, to: 24, corridor: 19 },
  { name: 'E', from: 26, to: 31, corridor: 26 },
];
const CORRIDORS = [6, 18, 25];
const DEPTH = 31;
/** Name of the system, eastings, northings and height. */
const SITE = 'site north 0 crs "EPSG:2263" 998520 210595 20';

/** The script of a storey, counted from 0; names of rooms tell storey, row and place. */
export function storey(number) {
  const lines = [
    `level "Storey ${number}" at ${number * HEIGHT} height ${HEIGHT} as level`,
    `floor rect (-0.15, -0.15) to (${LENGTH + 0.15}, ${DEPTH + 0.15}) thickness 0.2`,
  ];
  const along = [...new Set(ROWS.flatMap(({ from, to }) => [from, to]))];
  for (const y of along) {
    const outer = y === 0 || y === DEPTH;
    const what = outer ? 'thickness 0.3 usage exterior' : 'thickness 0.15';
    lines.push(`wall (0, ${y}) to (${LENGTH}, ${y}) height 2.9 ${what} as along${y}`);
  }
  for (const [name, x] of [
    ['west', 0],
    ['east', LENGTH],
  ]) {
    lines.push(
      `wall (${x}, 0) to (${x}, ${DEPTH}) height 2.9 thickness 0.3 usage exterior as ${name}`,
    );
    for (const y of CORRIDORS) lines.push(`door in $${name} at ${y - 0.5} size 1 x 2.1 exit`);
  }
  for (const { name, from, to, corridor } of ROWS) {
    for (let n = 0; n < ROOMS; n++) {
      const x = n * WIDTH;
      if (n > 0) lines.push(`wall (${x}, ${from}) to (${x}, ${to}) height 2.9 thickness 0.1`);
      lines.push(`door in $along${corridor} at ${x + 1.5} size 0.95 x 2.1`);
      lines.push(
        `room "${number}${name}${n}" at (${x + WIDTH / 2}, ${(from + to) / 2}) usage office`,
      );
    }
  }
  for (const y of CORRIDORS) {
    lines.push(`room "${number} corridor ${y}" at (${LENGTH / 2}, ${y}) usage corridor`);
  }
  if (number === 0) lines.push(SITE);
  return `${lines.join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(storey(Number(process.argv[2] ?? 0)));
}
