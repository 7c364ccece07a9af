/** @module tests of the convex pieces of every kind: together they equal the mesh. */
import { expect, test } from 'vitest';

import { pieceVolume } from '../../../../kernel/building/geometry/convex/convex-piece.ts';
import { overlapOf } from '../../../../kernel/building/geometry/convex/overlap.ts';
import { meshBounds, meshVolume } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { created } from '../model/build.ts';
import { building, rectangle as box } from './bench.ts';
import { oneOfEach } from './one-of-each.ts';

/** Expects pieces that have the volume and the box of the mesh, and share no volume with each other. */
function expectPieces(view: StateView, id: string, count: number | null = null): void {
  const [pieces, mesh] = [view.pieces(id), view.mesh(id)];
  if (pieces === null || mesh === null) throw new Error(`no pieces of ${id}`);
  const volume = pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0);
  expect([id, Math.abs(volume / meshVolume(mesh) - 1) < 1e-9]).toEqual([id, true]);
  const { min, max } = meshBounds(mesh);
  for (const [axis, wanted] of [min.x, min.y, min.z, max.x, max.y, max.z].entries()) {
    const reached = pieces.map(({ bounds }) => bounds[axis] ?? Number.NaN);
    const found = axis < 3 ? Math.min(...reached) : Math.max(...reached);
    expect(found).toBeCloseTo(wanted, 3);
  }
  const shared = pieces.flatMap((a, i) => pieces.slice(i + 1).map((b) => overlapOf(a, b)));
  const sum = shared.reduce((total, one) => total + (one?.volume_mm3 ?? 0), 0);
  expect([id, sum / volume < 1e-6]).toEqual([id, true]);
  expect([id, count ?? pieces.length]).toEqual([id, pieces.length]);
}

test('the pieces of every kind with a body have its volume', () => {
  const view = oneOfEach();
  const counts: Readonly<Record<string, number>> = {
    wall: 8,
    floor: 1,
    roof: 1,
    column: 1,
    beam: 1,
    ramp: 1,
    room: 1,
    // Jambs, head and leaf; four sides of a frame, and a pane.
    door: 4,
    window: 5,
    solid: 1,
  };
  const bodies = [...view.elements()].filter(({ id }) => view.mesh(id) !== null);
  // The posts of a railing overlap its rail.
  for (const { id, kind } of bodies.filter((element) => element.kind !== 'railing')) {
    expectPieces(view, id, id === kind ? counts[kind] : null);
  }
  const without = [...view.elements()].filter(({ id }) => view.mesh(id) === null);
  expect(without.map(({ id }) => view.pieces(id)).every((none) => none === null)).toBe(true);
  expect(view.pieces('railing')?.length).toBe(5);
});

test('pieces of turned, distant, round, rolled, sloped and perforated bodies and of joined walls have their volume', () => {
  const far = { x: 5e5, y: -5e5 };
  const beside = (x: number, y: number): { readonly x: number; readonly y: number } => ({
    x: far.x + x,
    y: far.y + y,
  });
  const ring = [beside(0, 0), beside(8000, 1000), beside(7500, 5000), beside(-500, 4000)];
  const rectangle = [beside(0, 0), beside(8000, 0), beside(8000, 5000), beside(0, 5000)];
  const view = building(
    created('column', 'round', { location: far, profile: 'circle 300' }),
    created('column', 'rolled', { location: far, profile: 'HEA200', turn_deg: 20 }),
    created('beam', 'skew', { start: far, end: beside(3000, 1700), profile: 'HEB200' }),
    created('beam', 'pipe', { start: far, end: beside(3000, 1700), profile: 'circle 110' }),
    created('beam', 'duct', { start: far, end: beside(3000, 1700), profile: '400x200' }),
    created('floor', 'slab', {
      boundary_points: [...ring, beside(3000, 2000)],
      holes: [[beside(5000, 2000), beside(6000, 2100), beside(5500, 3000)]],
    }),
    created('wall', 'a', { start: far, end: beside(4000, 900) }),
    created('wall', 'b', { start: beside(4000, 900), end: beside(4500, 4000), thickness: 300 }),
    created('wall', 'c', { start: beside(2000, 450), end: beside(1500, 4000), thickness: 120 }),
    created('door', 'd', { host_id: 'a', offset: 500 }),
    created('window', 'w', { host_id: 'b', offset: 1200, sill_height: 900 }),
    ...(['shed', 'gable', 'hip'] as const).map((roof_type) =>
      created('roof', roof_type, { boundary_points: rectangle, slope_deg: 35, roof_type }),
    ),
    created('stair', 'steps', { start: far, direction_deg: 33 }),
    created('ramp', 'slope', { start: far, end: beside(5000, 2000) }),
  );
  expectPieces(view, 'round', 1);
  // Web, flanges, and the remainder at the facets of four fillets.
  expectPieces(view, 'rolled', 21);
  expectPieces(view, 'skew', 21);
  expectPieces(view, 'pipe', 1);
  expectPieces(view, 'duct', 1);
  expect(view.pieces('duct')?.[0]?.shape).toBe('upright');
  for (const id of ['slab', 'a', 'b', 'c', 'd', 'w', 'steps', 'slope']) expectPieces(view, id);
  expectPieces(view, 'shed', 1);
  expectPieces(view, 'gable', 2);
  expectPieces(view, 'hip', 4);
});

test('a roof cut by a boolean has no pieces, so its mesh is used', () => {
  const view = building(
    created('roof', 'cut', { slope_deg: 30, roof_type: 'shed' }),
    created('opening', 'hole', {
      host_id: 'cut',
      offset: null,
      location: { x: 2500, y: 2000 },
      sill: 0,
      width: 800,
      height: 800,
    }),
  );
  expect(view.pieces('cut')).toBeNull();
});

test('pieces of roofs over an L with gables, unequal slopes and breaks have the volume of the roof', () => {
  const boundary_points = [
    ...box(0, 0, 9000, 4000).slice(0, 3),
    { x: 4000, y: 4000 },
    { x: 4000, y: 9000 },
    { x: 0, y: 9000 },
  ];
  const form = { level_id: 'L9', boundary_points, slope_deg: 35, overhang: 300, thickness: 200 };
  const all = boundary_points.map(() => ({}));
  const broken = { slope_deg: 65, upper_slope_deg: 25, break_height: 1200 };
  const view = building(
    created('roof', 'hip', { ...form, roof_type: 'hip' }),
    created('roof', 'gable', { ...form, roof_type: 'gable' }),
    created('roof', 'mixed', {
      ...form,
      edges: all.with(0, { slope_deg: 50 }).with(4, { gable: true }),
    }),
    created('roof', 'mansard', { ...form, edges: all.map(() => broken) }),
  );
  for (const id of ['hip', 'gable', 'mixed', 'mansard']) expectPieces(view, id);
});
