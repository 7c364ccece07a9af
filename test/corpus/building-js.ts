/** @module building-js: questions about buildings, answered in JavaScript. */
import type { BuildingProgram } from './building-programs.ts';

export const BUILDING_JS: readonly BuildingProgram[] = [
  {
    name: 'door schedule by width',
    files: ['doors.csv'],
    code: `
const [head, ...lines] = files.read('doors.csv').trim().split('\\n').map((l) => l.split(','));
const doors = lines.map((cells) => Object.fromEntries(head.map((h, i) => [h, cells[i]])));
const byWidth = {};
for (const door of doors) (byWidth[door.width] ??= []).push(door.id);
byWidth`,
    result: { 750: ['d5'], 800: ['d3'], 900: ['d1', 'd4'], 1000: ['d2'] },
  },
  {
    name: 'net wall area with openings taken off',
    files: ['doors.csv', 'walls.csv'],
    code: `
const parse = (name) => {
  const [head, ...rows] = files.read(name).trim().split('\\n').map((row) => row.split(','));
  return rows.map((row) => Object.fromEntries(row.map((cell, i) => [head[i], cell])));
};
const doors = parse('doors.csv');
parse('walls.csv').map(({ id, length, height }) => {
  const openings = doors.filter((d) => d.wall === id).reduce((sum, d) => sum + d.width * d.height, 0);
  return { id, net_m2: (length * height - openings) / 1e6 };
})`,
    // 18 - 1.89 - 2.1; 11.2 - 1.6; 14 - 1.89 - 1.5
    result: [
      { id: 'w1', net_m2: 14.01 },
      { id: 'w2', net_m2: 9.6 },
      { id: 'w3', net_m2: 10.61 },
    ],
  },
  {
    name: 'area and perimeter of an L-shaped slab',
    files: ['outline.json'],
    code: `
const { points } = JSON.parse(files.read('outline.json'));
let area = 0, perimeter = 0;
points.forEach(([x1, y1], i) => {
  const [x2, y2] = points[(i + 1) % points.length];
  area += x1 * y2 - x2 * y1;
  perimeter += Math.hypot(x2 - x1, y2 - y1);
});
({ area_m2: Math.abs(area) / 2 / 1e6, perimeter_m: perimeter / 1000 })`,
    // 10 × 4 + 6 × 4; 10 + 4 + 4 + 4 + 6 + 8
    result: { area_m2: 64, perimeter_m: 36 },
  },
  {
    name: 'centroid of a slab',
    files: ['outline.json'],
    code: `
const pts = JSON.parse(files.read('outline.json')).points;
let a = 0, cx = 0, cy = 0;
for (let i = 0; i < pts.length; i++) {
  const [x0, y0] = pts[i], [x1, y1] = pts[(i + 1) % pts.length];
  const cross = x0 * y1 - x1 * y0;
  a += cross; cx += (x0 + x1) * cross; cy += (y0 + y1) * cross;
}
[cx / (3 * a), cy / (3 * a)]`,
    // Rectangles (40 at 5, 2) and (24 at 3, 6): (200 + 72) / 64, (80 + 144) / 64
    result: [4250, 3500],
  },
  {
    name: 'rooms by use with German decimals',
    files: ['rooms.csv'],
    code: `
const rows = files.read('rooms.csv').trim().split('\\n').slice(1);
const totals = new Map();
for (const row of rows) {
  const [, , use, area] = row.match(/("[^"]*"|[^,]+)/g);
  totals.set(use, (totals.get(use) ?? 0) + parseFloat(area.replaceAll('"', '').replace(',', '.')));
}
totals`,
    result: [
      ['circulation', 42.5],
      ['office', 40.5],
      ['sanitary', 6],
    ],
  },
  {
    name: 'bar chart of areas as SVG',
    files: ['rooms.csv'],
    code: `
const data = files.read('rooms.csv').trim().split('\\n').slice(1)
  .map((line) => /^([^,]+),.*"([\\d,]+)"$/.exec(line)).map((m) => [m[1], Number(m[2].replace(',', '.'))]);
const max = Math.max(...data.map(([, v]) => v));
const bars = data.map(([name, v], i) =>
  '<rect x="' + i * 50 + '" y="' + (100 - (v / max) * 100).toFixed(1) + '" width="40" height="' + ((v / max) * 100).toFixed(1) + '"><title>' + name + '</title></rect>');
files.write('areas.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">' + bars.join('') + '</svg>');
bars.length`,
    result: 4,
    // 18 / 42.5 = 42.35 %
    written: {
      'areas.svg':
        /^<svg [^>]+><rect x="0" y="0\.0" width="40" height="100\.0"><title>Foyer<\/title><\/rect><rect x="50" y="57\.6" width="40" height="42\.4">.*<\/svg>$/,
    },
  },
  {
    name: 'wheelchair check of door widths',
    files: ['doors.csv'],
    code: `
const LEAST = 850;
const bad = files.read('doors.csv').split('\\n').slice(1).filter(Boolean)
  .map((line) => line.split(',')).filter(([, , width]) => +width < LEAST)
  .map(([id, level, width]) => id + ' on ' + level + ': ' + (LEAST - width) + ' mm too narrow');
console.log(bad.join('\\n'));
bad.length`,
    result: 2,
    stdout: 'd3 on L1: 50 mm too narrow\nd5 on L1: 100 mm too narrow\n',
  },
  {
    name: 'stair: equal risers within limits',
    files: [],
    code: `
function stair(total, maxRiser = 175) {
  const risers = Math.ceil(total / maxRiser);
  const riser = total / risers;
  const going = Math.round(630 - 2 * riser);
  return { risers, riser: +riser.toFixed(2), going, run: going * (risers - 1) };
}
stair(3000)`,
    // 3000 / 175 = 17.1; 3000 / 18 = 166.67; 630 - 333.33 = 296.67; 297 × 17
    result: { risers: 18, riser: 166.67, going: 297, run: 5049 },
  },
  {
    name: 'areas of GeoJSON rooms',
    files: ['rooms.geojson'],
    code: `
const shoelace = (ring) => Math.abs(ring.slice(0, -1).reduce((s, [x, y], i) => s + x * ring[i + 1][1] - ring[i + 1][0] * y, 0)) / 2;
const { features } = JSON.parse(files.read('rooms.geojson'));
features.map((f) => f.properties.name + '=' + shoelace(f.geometry.coordinates[0])).join(';')`,
    result: 'A=12;B=15',
  },
  {
    name: 'which room a point is in',
    files: ['rooms.geojson'],
    code: `
const inside = ([px, py], ring) => {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i], [xj, yj] = ring[j];
    if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
};
const rooms = JSON.parse(files.read('rooms.geojson')).features;
const at = (p) => rooms.find((r) => inside(p, r.geometry.coordinates[0]))?.properties.name ?? null;
[at([1, 1]), at([5, 1]), at([8, 4]), at([-1, 0])]`,
    result: ['A', 'B', null, null],
  },
  {
    name: 'Markdown table of doors of one level',
    files: ['doors.csv'],
    code: `
const rows = files.read('doors.csv').trim().split('\\n').map((r) => r.split(','));
const table = rows.filter((r, i) => i === 0 || r[1] === 'L1').map((r) => '| ' + [r[0], r[2], r[4] || '-'].join(' | ') + ' |');
table.splice(1, 0, '|---|---|---|');
table.join('\\n')`,
    result:
      '| id | width | rating |\n|---|---|---|\n| d3 | 800 | 30 |\n| d4 | 900 | 60 |\n| d5 | 750 | - |',
  },
  {
    name: 'what was moved how far, from a log',
    files: ['log.txt'],
    code: `
const moved = {};
for (const [, id, by] of files.read('log.txt').matchAll(/moved (\\w+) by (-?\\d+) mm/g)) moved[id] = (moved[id] ?? 0) + Number(by);
Object.entries(moved).sort(([a], [b]) => a.localeCompare(b))`,
    result: [
      ['d1', 350],
      ['d3', -150],
    ],
  },
  {
    name: 'grid lines of a plan',
    files: [],
    code: `
const spacing = [6000, 7200, 7200, 6000];
let x = 0;
const axes = [0, ...spacing.map((s) => (x += s))];
Object.fromEntries(axes.map((at, i) => [String.fromCharCode(65 + i), at]))`,
    result: { A: 0, B: 6000, C: 13_200, D: 20_400, E: 26_400 },
  },
  {
    name: 'a promise that waits for nothing',
    files: ['rooms.csv'],
    code: `
const load = async (name) => files.read(name).split('\\n').length - 2;
(async () => ({ rooms: await load('rooms.csv') }))()`,
    result: { rooms: 4 },
  },
  {
    name: 'thermal transmittance of layers',
    files: [],
    code: `
const layers = [{ d: 0.015, lambda: 0.7 }, { d: 0.2, lambda: 0.5 }, { d: 0.16, lambda: 0.032 }];
const r = 0.13 + layers.reduce((sum, { d, lambda }) => sum + d / lambda, 0) + 0.04;
Math.round((1 / r) * 1000) / 1000`,
    // 0.17 + 0.0214 + 0.4 + 5 = 5.5914; 1 / 5.5914 = 0.1788
    result: 0.179,
  },
];
