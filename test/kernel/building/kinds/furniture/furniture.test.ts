/** @module tests of furniture. */
import { readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { pointsOf } from '../../../../../kernel/building/kinds/facets/symbol.ts';
import { partsOf } from '../../../../../kernel/building/kinds/furniture/body.ts';
import { symbolOf } from '../../../../../kernel/building/kinds/furniture/symbol.ts';
import {
  FURNITURE_TYPES,
  usualSize,
} from '../../../../../kernel/building/kinds/furniture/types.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import {
  anyOf,
  context,
  lies,
  mm,
  moves,
  P,
  point,
  turns,
  verdict,
  withElement,
} from '../bench.ts';

/** The usual size, a tiny one, and those far wider and far deeper than usual. */
const SIZES = [
  ...FURNITURE_TYPES.map((type) => [type, usualSize(type)] as const),
  ...FURNITURE_TYPES.map((type) => [type, { width: 10, depth: 10, height: 10 }] as const),
  ...FURNITURE_TYPES.map((type) => [type, { width: 6000, depth: 300, height: 2500 }] as const),
  ...FURNITURE_TYPES.map((type) => [type, { width: 300, depth: 3000, height: 2500 }] as const),
];

describe('furniture', () => {
  test.each([
    ['needs its level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['may touch the edge of the model', { location: P(1e7 - 800, 0) }, {}],
    ['may not reach beyond it', { location: P(1e7 - 799.999, 0) }, 'OUT_OF_MODEL_BOUNDS'],
    ['may stand at the bottom of the model', { base_offset: -1e7 }, {}],
    ['may not stand below it', { base_offset: -1e7 - 0.001 }, 'OUT_OF_MODEL_BOUNDS'],
    ['may end at the top of the model', { base_offset: 1e7 - 740 }, {}],
    ['may not end above it', { base_offset: 1e7 - 739.999 }, 'OUT_OF_MODEL_BOUNDS'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('furniture', { direction_deg: 270, ...params })).toEqual(
      typeof expected === 'string' ? expected : {},
    );
  });

  test('the back edge of furniture is at its location, and it extends in its direction', () => {
    const view = withElement('furniture', { location: P(1000, 2000), direction_deg: 90 });
    expect(view.bounds('X')).toEqual({
      min: { x: 200, y: 2000, z: 0 },
      max: { x: 1800, y: 2800, z: 740 },
    });
    // A board of 40 mm on four legs of 50 mm.
    expect(view.measures('X').volume_mm3).toBe(1600 * 800 * 40 + 4 * 50 * 50 * 700);
  });

  test('a double bed needs clear floor on both sides, a single bed on none', () => {
    const widths = [1200, 1199.999].map((width) =>
      withElement('furniture', { furniture_type: 'bed', width, direction_deg: 90 }).workspace('X'),
    );
    expect(widths.map((pieces) => pieces.map(({ bounds }) => bounds))).toEqual([
      [
        [-1100, 0, 50, -600, 800, 2000],
        [600, 0, 50, 1100, 800, 2000],
      ],
      [],
    ]);
  });

  test('a water closet needs 600 mm of clear floor in front of it', () => {
    const params = { furniture_type: 'wc', width: 380, depth: 680, direction_deg: 90 } as const;
    const [piece] = withElement('furniture', params).workspace('X');
    expect(piece?.bounds).toEqual([-190, 680, 50, 190, 1280, 2000]);
  });

  test('furniture keeps its direction when it is moved, and can be lifted', () => {
    const view = withElement('furniture', { direction_deg: 30 });
    const move = { element_id: 'X', delta: { x: 100, y: 0, z: 250 } };
    const [event] = planMove(move, view, context).events;
    expect(event).toMatchObject({ payload: { updates: { base_offset: 250 } } });
    expect(event).not.toHaveProperty('payload.updates.direction_deg');
  });
});

describe('every type of furniture', () => {
  test.each(SIZES)('has parts within its box: %s', (type, box) => {
    for (const { ring, low, high } of partsOf(type, box)) {
      expect(0 <= low && low < high && high <= box.height + 1e-9).toBe(true);
      expect(ring.every(({ x, y }) => isWithin({ x, y }, box))).toBe(true);
    }
  });

  test.each(SIZES)('has a symbol within its outline: %s', (type, box) => {
    const points = symbolOf(type, box).flatMap(pointsOf);
    expect(points.length).toBeGreaterThan(4);
    expect(points.filter((one) => !isWithin(one, box))).toEqual([]);
  });

  test('every type of furniture has its own symbol', () => {
    const box = { width: 1000, depth: 700, height: 900 };
    const drawn = FURNITURE_TYPES.map((type) => JSON.stringify(symbolOf(type, box)));
    // An armchair is a narrow sofa.
    expect(new Set(drawn).size).toBe(FURNITURE_TYPES.length - 1);
  });
});

test('docs/furniture.md lists every type with its usual size', () => {
  const page = readFileSync('docs/furniture.md', 'utf8');
  for (const type of FURNITURE_TYPES) {
    const { width, depth, height, clear } = usualSize(type);
    const front = clear.front === 0 ? '' : ` ${clear.front}`;
    expect(page).toContain(`| \`${type}\` | ${width} | ${depth} | ${height} |${front}`);
  }
});

/** Whether a point of the frame lies in the rectangle of the furniture, up to rounding. */
function isWithin(
  { x, y }: { readonly x: number; readonly y: number },
  { width, depth }: { readonly width: number; readonly depth: number },
): boolean {
  const slack = 1e-9 * (width + depth);
  return Math.abs(x) <= width / 2 + slack && y >= -slack && y <= depth + slack;
}

describe('any furniture', () => {
  const any = anyOf(
    'furniture',
    fc.record({
      furniture_type: fc.constantFrom(...FURNITURE_TYPES),
      location: point,
      direction_deg: fc.constantFrom(0, 33.5, 90, 180, 271.25),
      width: mm(10, 4000),
      depth: mm(10, 2500),
      height: mm(10, 2500),
      base_offset: mm(-500, 2000),
    }),
  );
  lies(any);
  moves(any);
  turns(any);
});
