/** @module laws of curtain walls: random grids with random doors and windows among random neighbours. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { overlapOf } from '../../../../../../kernel/building/geometry/convex/overlap.ts';
import { isWatertight, meshVolume } from '../../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../../kernel/building/model/state-view.ts';
import type { PlanPoint } from '../../../../../../schemas/units.ts';
import { measuresOf } from '../../../../../../servers/building/rows.ts';
import { created } from '../../../model/build.ts';
import { anyOf, building, lies, mm, moves, P, point, turns } from '../../bench.ts';

type Slot = {
  readonly share: number;
  readonly wide: number;
  readonly sill: number;
  readonly high: number;
};

/** A wall of at least 6 m, a grid, fillings in slots of 2 m, and walls at both ends and at a side. */
const plans = fc.record({
  length: mm(6000, 14_000),
  height: mm(2400, 7000),
  thickness: fc.constantFrom(100, 150, 200, 300),
  grid: fc.record({
    panel_width: mm(400, 3000),
    panel_height: mm(400, 4000),
    mullion_width: fc.constantFrom(20, 50, 60, 83.333),
  }),
  slots: fc.array(
    fc.record({
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      wide: fc.double({ min: 0, max: 1, noNaN: true }),
      sill: fc.constantFrom(0, 0, 30, 60, 800, 1575, 1800),
      high: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 4 },
  ),
  neighbours: fc.array(
    fc.record({
      end: fc.constantFrom('start', 'end', 'side'),
      turn: fc.integer({ min: 25, max: 155 }),
      thickness: fc.constantFrom(100, 200, 400),
      curtain: fc.boolean(),
      left: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});
type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

const round = (value: number): number => Math.round(value * 1000) / 1000;

function cutOf({ share, wide, sill, high }: Slot, slot: number, height: number) {
  const width = round(300 + wide * 1600);
  // Sometimes at the edge of its slot, next to the next one.
  const room = 2000 - width;
  const offset = round(1000 + 2000 * slot + (share > 0.8 ? room : share * room));
  const least = Math.min(sill, height - 600);
  return {
    offset,
    width,
    sill_height: round(least),
    height: round(300 + high * (height - least - 300)),
  };
}

/** The plan rotated by quarters and mirrored, which preserves its measures. */
function built(
  plan: Plan,
  place: (at: PlanPoint) => PlanPoint,
  solid: boolean,
  join_type: 'auto' | 'miter' = 'auto',
): StateView {
  const { length, height, thickness, grid, slots, neighbours } = plan;
  const [start, end] = [P(0, 0), P(length, 0)];
  const curtain = solid
    ? null
    : { ...grid, ...(plan.slots.length % 2 === 0 ? {} : FILLED(thickness)) };
  const common = { height, wall_type: 'curtain', level_id: 'L1' } as const;
  return building(
    created('wall', 'X', {
      ...common,
      start: place(start),
      end: place(end),
      thickness,
      curtain,
      join_type,
    }),
    ...slots
      .slice(0, Math.floor((length - 2000) / 2000))
      .map((slot, i) => created('window', `N${i}`, { host_id: 'X', ...cutOf(slot, i, height) })),
    ...neighbours.map(({ end: at, turn, thickness: thick, curtain: has, left }, i) => {
      const side = left ? 1 : -1;
      const angle = (turn * Math.PI) / 180;
      const from = at === 'start' ? start : at === 'end' ? end : P(3000, 0);
      const out = at === 'end' ? -1 : 1;
      const to = P(
        round(from.x + out * 5000 * Math.cos(angle)),
        round(from.y + side * 5000 * Math.sin(angle)),
      );
      const own = has && !solid ? grid : null;
      return created('wall', `M${i}`, {
        ...common,
        start: place(from),
        end: place(to),
        thickness: thick,
        curtain: own,
      });
    }),
  );
}

/** Mullions and panels as deep as the wall. */
const FILLED = (thickness: number) => ({ mullion_depth: thickness, panel_thickness: thickness });

const SAME = (at: PlanPoint): PlanPoint => at;

function volumeOf(view: StateView, id: string): number {
  const mesh = view.mesh(id);
  return mesh === null ? 0 : meshVolume(mesh);
}

function measured(view: StateView): Readonly<Record<string, unknown>> {
  const wall = view.element('X');
  return wall === undefined ? {} : measuresOf(view, wall);
}

describe('any curtain wall', () => {
  test('the mesh of a curtain wall is closed, and its pieces fill it without overlap', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const view = built(plan, SAME, false);
        const [mesh, pieces] = [view.mesh('X'), view.pieces('X') ?? []];
        expect(mesh !== null && isWatertight(mesh)).toBe(true);
        const volume = volumeOf(view, 'X');
        const sum = pieces.reduce((total, piece) => total + pieceVolume(piece), 0);
        expect(Math.abs(sum - volume)).toBeLessThan(1e-9 * volume + 1);
        const shared = pieces.flatMap((a, i) =>
          pieces.slice(i + 1).map((b) => overlapOf(a, b)?.volume_mm3 ?? 0),
        );
        expect(shared.reduce((total, one) => total + one, 0)).toBeLessThan(1e-9 * volume);
      }),
      { numRuns: 25 },
    );
  });

  test('panels, mullions, doors and windows of a curtain wall leave no gaps', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const view = built({ ...plan, neighbours: [] }, SAME, false);
        const face = plan.length * plan.height;
        const { glass_area_mm2, area_mm2, volume_mm3 } = measured(view) as Record<string, number>;
        const wall = view.elementOf('X', 'wall');
        const filled = wall?.params.curtain?.mullion_depth !== undefined;
        const depth = filled ? plan.thickness : Math.min(150, plan.thickness);
        const glass = filled ? plan.thickness : 30;
        const mullions = ((volume_mm3 ?? 0) - (glass_area_mm2 ?? 0) * glass) / depth;
        const cut = face - (area_mm2 ?? 0);
        expect(Math.abs(mullions + (glass_area_mm2 ?? 0) + cut - face)).toBeLessThan(1e-9 * face);
      }),
      { numRuns: 40 },
    );
  });

  test('a curtain wall with parts as deep as its thickness equals the solid wall, with any joints', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const odd = { ...plan, slots: plan.slots.length % 2 === 0 ? [] : plan.slots };
        const deep = { ...odd, grid: { ...plan.grid, ...FILLED(plan.thickness) } };
        const only = {
          ...deep,
          neighbours: plan.neighbours.map((one) => ({ ...one, curtain: false })),
        };
        // By default a curtain wall stops where a solid one is mitred.
        const solid = volumeOf(built(only, SAME, true, 'miter'), 'X');
        const parts = volumeOf(built(only, SAME, false, 'miter'), 'X');
        // Faces of slanted walls lie on the grid, panels on the axis.
        expect(Math.abs(parts - solid) / solid).toBeLessThan(1e-5);
      }),
      { numRuns: 40 },
    );
  });

  test('a curtain wall shares no volume with joined walls, doors and windows', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const view = built(plan, SAME, false);
        const own = view.pieces('X') ?? [];
        const others = [...view.elements()].filter(({ id }) => id.startsWith('N'));
        for (const { id } of others) {
          const volume = own
            .flatMap((a) => (view.pieces(id) ?? []).map((b) => overlapOf(a, b)?.volume_mm3 ?? 0))
            .reduce((sum, one) => sum + one, 0);
          expect([id, volume < 1e-3]).toEqual([id, true]);
        }
        const joined = plan.neighbours.map((_, i) => `M${i}`);
        for (const id of joined) {
          const rest = built(plan, SAME, true);
          const solid = sharedVolume(rest, 'X', id);
          expect([id, sharedVolume(view, 'X', id) <= solid + 1000]).toEqual([id, true]);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('a curtain wall keeps its measures when it is rotated by quarters and mirrored', () => {
    const places = [
      ({ x, y }: PlanPoint) => P(-y, x),
      ({ x, y }: PlanPoint) => P(x, -y),
      ({ x, y }: PlanPoint) => P(9000 - x, y),
    ];
    fc.assert(
      fc.property(plans, fc.constantFrom(...places), (plan, place) => {
        const [was, is] = [measured(built(plan, SAME, false)), measured(built(plan, place, false))];
        const off = Object.entries(was).filter(([name, value]) => {
          const other = is[name];
          return typeof value === 'number' && typeof other === 'number'
            ? Math.abs(other - value) > 1e-9 * value + 1
            : other !== value;
        });
        expect(off).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  const sizes = fc.record({
    start: point,
    end: point,
    height: mm(2000, 6000),
    thickness: mm(100, 500),
    base_offset: mm(-500, 500),
    wall_type: fc.constant('curtain' as const),
    curtain: fc.record({ panel_width: mm(1000, 4000), rows: fc.integer({ min: 1, max: 4 }) }),
  }) satisfies fc.Arbitrary<Partial<ParamsOf<'wall'>>>;
  const any = anyOf('wall', sizes);
  lies(any);
  moves(any);
  turns(any);
});

function sharedVolume(view: StateView, a: string, b: string): number {
  const [first, second] = [view.pieces(a) ?? [], view.pieces(b) ?? []];
  return first
    .flatMap((one) => second.map((other) => overlapOf(one, other)?.volume_mm3 ?? 0))
    .reduce((sum, volume) => sum + volume, 0);
}
