/** @module made-part: a made building as parts of a scene: walls with a window on a grid, a slab per storey, a room per field. */
import type { BoxNumbers, PartHeader } from '../../../../servers/view/protocol/scene.ts';

type Point = readonly [number, number, number];
type Row = {
  readonly id: string;
  readonly kind: string;
  readonly level: string;
  readonly colour: number;
  readonly positions: readonly Point[];
  readonly opaque: readonly number[];
  readonly glass: readonly number[];
  readonly space: readonly number[];
};

/** What a made building consists of. */
export type MadeBuilding = {
  readonly storeys: number;
  /** Fields of the grid in each direction; each has a wall of 4 m to the south and one to the west. */
  readonly fields: readonly [number, number];
  /** Whether walls have a window, else they are boxes. */
  readonly windows: boolean;
  readonly rooms?: boolean;
};

const FIELD = 4;
const STOREY = 3;
const THICK = 0.2;
const BOX = [
  [0, 2, 1, 1, 2, 3],
  [4, 5, 6, 5, 7, 6],
  [0, 1, 4, 1, 5, 4],
  [2, 6, 3, 3, 6, 7],
  [0, 4, 2, 2, 4, 6],
  [1, 3, 5, 3, 7, 5],
].flat();

function boxPoints([x0, y0, z0, x1, y1, z1]: BoxNumbers): readonly Point[] {
  return [z0, z1].flatMap((z) => [y0, y1].flatMap((y) => [x0, x1].map((x): Point => [x, y, z])));
}

const quad = (a: number, b: number, c: number, d: number): readonly number[] => [a, b, c, a, c, d];

/** Axes: along the wall, across, up; a wall with a hole has a frame of 4 corners inside and outside on each side. */
function wallShape(window: boolean): {
  points: readonly Point[];
  opaque: number[];
  glass: number[];
} {
  const wall = { low: [0, 0, 0], high: [FIELD, THICK, STOREY - 0.2] } as const;
  const [l, w, h] = wall.high;
  const outer = [
    [0, 0],
    [l, 0],
    [l, h],
    [0, h],
  ] as const;
  const inner = [
    [1.2, 0.9],
    [2.8, 0.9],
    [2.8, 2.1],
    [1.2, 2.1],
  ] as const;
  const points: Point[] = [];
  for (const y of [0, w]) {
    for (const [x, z] of [...outer, ...(window ? inner : [])]) points.push([x, y, z]);
  }
  const opaque: number[] = [];
  const side = window ? 8 : 4;
  for (let k = 0; k < 4; k += 1) {
    const next = (k + 1) % 4;
    opaque.push(...quad(k, k + side, next + side, next));
    if (!window) continue;
    opaque.push(...quad(k, next, next + 4, k + 4));
    opaque.push(...quad(k + side, k + 4 + side, next + 4 + side, next + side));
    opaque.push(...quad(k + 4, next + 4, next + 4 + side, k + 4 + side));
  }
  if (!window) opaque.push(...quad(0, 1, 2, 3), ...quad(4, 7, 6, 5));
  const glass: number[] = [];
  if (window) {
    const first = points.length;
    points.push(...boxPoints([1.2, 0.09, 0.9, 2.8, 0.11, 2.1]));
    glass.push(...BOX.map((corner) => corner + first));
  }
  return { points, opaque, glass };
}

const COLOURS = [0xd9d2c5, 0xc9c4ba, 0xe3ded4];

function rowsOf(storey: number, { fields, windows, rooms }: MadeBuilding): readonly Row[] {
  const base = storey * STOREY;
  const level = `lvl_${storey}`;
  const rows: Row[] = [];
  const shape = wallShape(windows);
  const { opaque } = shape;
  for (let x = 0; x < fields[0]; x += 1) {
    for (let y = 0; y < fields[1]; y += 1) {
      for (const [turned, name] of ['s', 'w'].entries()) {
        const positions = shape.points.map(([u, v, z]): Point =>
          turned === 0
            ? [x * FIELD + u, y * FIELD + v, base + z]
            : [x * FIELD + THICK - v, y * FIELD + THICK + u * ((FIELD - THICK) / FIELD), base + z],
        );
        const colour = COLOURS[(x + y + turned) % 3] ?? 0;
        const id = `wall_${storey}_${x}_${y}_${name}`;
        rows.push({
          id,
          kind: 'wall',
          level,
          colour,
          positions,
          opaque,
          glass: shape.glass,
          space: [],
        });
      }
      if (rooms === true) {
        const [x0, y0] = [x * FIELD + THICK, y * FIELD + THICK];
        const box: BoxNumbers = [x0, y0, base, x0 + FIELD - THICK, y0 + FIELD - THICK, base + 2.8];
        const id = `room_${storey}_${x}_${y}`;
        const shared = { opaque: [], glass: [], space: BOX };
        rows.push({
          id,
          kind: 'room',
          level,
          colour: 0x7fb2e5,
          positions: boxPoints(box),
          ...shared,
        });
      }
    }
  }
  const slab: BoxNumbers = [0, 0, base - 0.2, fields[0] * FIELD, fields[1] * FIELD, base];
  const shared = { opaque: BOX, glass: [], space: [] };
  rows.push({
    id: `slab_${storey}`,
    kind: 'slab',
    level,
    colour: 0xb9bcc0,
    positions: boxPoints(slab),
    ...shared,
  });
  return rows;
}

/** Vertices, header and corners of some rows as the bytes of a part. */
function partOf(rows: readonly Row[], removed?: readonly string[]): ArrayBuffer {
  const lengths = rows.map(({ positions }) => positions.length);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const ranges = (counts: readonly number[]): readonly (readonly [number, number])[] => {
    let first = 0;
    return counts.map((count) => {
      first += count;
      return [first - count, count] as const;
    });
  };
  const column = (
    texts: readonly string[],
  ): { texts: readonly string[]; rows: readonly number[] } => {
    const known = [...new Set(texts)];
    return { texts: known, rows: texts.map((text) => known.indexOf(text)) };
  };
  const runs = (['opaque', 'glass', 'space'] as const).map((run) =>
    rows.map((row) => row[run].length),
  );
  const [opaque = [], glass = [], space = []] = runs;
  const header: PartHeader = {
    at: { branch: 'main', seq: 1 } as unknown as PartHeader['at'],
    origin_mm: [0, 0, 0],
    left_out: [],
    vertices: sum(lengths),
    opaque: sum(opaque),
    glass: sum(glass),
    space: sum(space),
    columns: {
      id: rows.map(({ id }) => id),
      name: rows.map(() => ''),
      reference: rows.map(() => 0 as const),
      kind: column(rows.map(({ kind }) => kind)),
      category: column(rows.map(({ kind }) => kind)),
      level: column(rows.map(({ level }) => level)),
      type: column(rows.map(() => '')),
      colour: rows.map(({ colour }) => colour),
      box: rows.map(({ positions }) => boxOf(positions)),
      vertices: ranges(lengths),
      opaque: ranges(opaque),
      glass: ranges(glass),
      space: ranges(space),
    },
    ...(removed === undefined ? {} : { removed }),
  };
  return packed(header, rows);
}

function boxOf(positions: readonly Point[]): BoxNumbers {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const point of positions) {
    for (const [axis, value] of point.entries()) {
      low[axis] = Math.min(low[axis] ?? 0, Math.fround(value));
      high[axis] = Math.max(high[axis] ?? 0, Math.fround(value));
    }
  }
  return [...low, ...high] as unknown as BoxNumbers;
}

function packed(header: PartHeader, rows: readonly Row[]): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = Math.ceil(text.length / 4) * 4;
  const corners = header.opaque + header.glass + header.space;
  const bytes = new ArrayBuffer(8 + length + 16 * header.vertices + 4 * corners);
  const all = new Uint8Array(bytes);
  all.set(new TextEncoder().encode('PLV1'));
  new DataView(bytes).setUint32(4, length, true);
  all.fill(32, 8, 8 + length);
  all.set(text, 8);
  const positions = new Float32Array(bytes, 8 + length, header.vertices * 3);
  const numbers = new Uint32Array(bytes, 8 + length + 12 * header.vertices, header.vertices);
  const ends = new Uint32Array(bytes, 8 + length + 16 * header.vertices, corners);
  let vertex = 0;
  const firsts: number[] = [];
  for (const [row, { positions: points }] of rows.entries()) {
    firsts.push(vertex);
    for (const point of points) {
      positions.set(point, vertex * 3);
      numbers[vertex] = row;
      vertex += 1;
    }
  }
  let at = 0;
  for (const run of ['opaque', 'glass', 'space'] as const) {
    for (const [row, content] of rows.entries()) {
      for (const corner of content[run]) {
        ends[at] = corner + (firsts[row] ?? 0);
        at += 1;
      }
    }
  }
  return bytes;
}

/** The parts of a building, storey by storey, with at most `most` elements each. */
export function madeParts(building: MadeBuilding, most = 2000): readonly ArrayBuffer[] {
  return Array.from({ length: building.storeys }, (_, storey) => {
    const rows = rowsOf(storey, building);
    const count = Math.ceil(rows.length / most);
    return Array.from({ length: count }, (_part, k) =>
      partOf(rows.slice(k * most, (k + 1) * most)),
    );
  }).flat();
}

/** One wall of the building, moved and with a given colour, as a part; and ids that are removed. */
export function changedPart(
  building: MadeBuilding,
  change: { readonly id: string; readonly move: Point; readonly removed?: readonly string[] },
): ArrayBuffer {
  const rows = Array.from({ length: building.storeys }, (_, storey) => rowsOf(storey, building))
    .flat()
    .filter(({ id }) => id === change.id)
    .map((row) => {
      const positions = row.positions.map(([x, y, z]): Point => [
        x + change.move[0],
        y + change.move[1],
        z + change.move[2],
      ]);
      return Object.assign(row, { positions });
    });
  return partOf(rows, change.removed ?? []);
}
