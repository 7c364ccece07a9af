/** @module members tests: profiles, columns, beams, stairs, ramps and railings. */

import { describe, expect, test } from 'vitest';

import {
  beamMesh,
  columnMesh,
} from '../../../../../kernel/building/geometry/members/member-mesh.ts';
import type { Profile } from '../../../../../kernel/building/geometry/members/profile.ts';
import {
  parseProfile,
  profileArea,
  profileRing,
} from '../../../../../kernel/building/geometry/members/profile.ts';
import { planRailing } from '../../../../../kernel/building/geometry/members/railing.ts';
import { rampSection } from '../../../../../kernel/building/geometry/members/ramp.ts';
import {
  type StairSpec,
  planStair,
} from '../../../../../kernel/building/geometry/members/stair.ts';
import type { Mesh } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  isWatertight,
  meshBounds,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { signedArea, validateRing } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { meshArea } from '../mesh-area.ts';

function profile(text: string): Profile {
  const result = parseProfile(text);
  if (!result.ok) {
    throw new Error(result.fault);
  }
  return result.profile;
}

const HEA200 = { kind: 'i_shape', width: 200, depth: 190, web: 6.5, flange: 10, root: 18 } as const;

describe('parseProfile', () => {
  test.each([
    ['300x500', { kind: 'rectangle', width: 300, depth: 500 }],
    ['rect 300x500', { kind: 'rectangle', width: 300, depth: 500 }],
    [' RECT 300 X 500.5 ', { kind: 'rectangle', width: 300, depth: 500.5 }],
    ['circle 400', { kind: 'circle', diameter: 400 }],
    ['Round 400', { kind: 'circle', diameter: 400 }],
    ['I 200x190x6.5x10', { ...HEA200, root: 0 }],
    ['HEA200', HEA200],
    ['hea 200', HEA200],
    ['1x1', { kind: 'rectangle', width: 1, depth: 1 }],
    ['10000x10000', { kind: 'rectangle', width: 10_000, depth: 10_000 }],
  ])('parses the profile %s', (text, expected) => {
    expect(parseProfile(text)).toEqual({ ok: true, profile: expected });
  });

  test.each([
    '',
    'rect',
    '300',
    '300x',
    'x500',
    '300x500x200',
    '-300x500',
    '0x500',
    '0.999x500',
    '10000.001x5',
    'circle',
    'circle 0',
    'circle 300x500',
    'HEA201',
    'UC 203x203x47',
    'RHS 200x100',
    'RHS 200x100x50',
    'SHS 100x90x5',
    'CHS 100x0',
    'CHS 100x50',
    'I 200x190',
    'I 6x190x6x10',
    'I 200x20x6x10',
    'I 200x190x0x10',
    '1e3x500',
    'NaNxNaN',
    '300x500; drop',
  ])('parseProfile refuses `%s` and names the accepted forms', (text) => {
    const result = parseProfile(text);
    expect(result.ok ? '' : result.fault).toMatch(/^received profile `.*`, expected .*[^.]$/u);
  });
});

test.each(['300x500', 'circle 400', 'HEA200', 'IPE300'])(
  'outline of %s is valid and centred',
  (text) => {
    const ring = profileRing(profile(text));
    expect(validateRing(ring)).toEqual({ ok: true, ring });
    expect(signedArea(ring) / profileArea(profile(text))).toBeCloseTo(1, 2);
    expect(ring.reduce((sum, { x }) => sum + x, 0)).toBeCloseTo(0, 9);
  },
);

test('area of rolled sections with fillets, of welded ones without', () => {
  // The tables have 53.83 cm².
  expect(profileArea(profile('HEA200'))).toBeCloseTo(4000 + 1105 + 324 * (4 - Math.PI), 9);
  expect(profileArea(profile('I 200x190x6.5x10'))).toBe(2 * 200 * 10 + 170 * 6.5);
});

describe('members', () => {
  test('a rotated column has the right bounds and volume', () => {
    const mesh = columnMesh({
      location: { x: 1000, y: 2000 },
      z0: 0,
      z1: 3000,
      profile: profile('300x500'),
      rotation_deg: 90,
    });
    expect(meshBounds(mesh)).toEqual({
      min: { x: 750, y: 1850, z: 0 },
      max: { x: 1250, y: 2150, z: 3000 },
    });
    expect(meshVolume(mesh)).toBe(300 * 500 * 3000);
    expect(isWatertight(mesh)).toBe(true);
  });

  test.each([
    ['along x', { x: 5000, y: 0, z: 0 }, { x: 5000, y: 150, z: 250 }],
    ['along -x', { x: -5000, y: 0, z: 0 }, { x: 0, y: 150, z: 250 }],
    ['along y', { x: 0, y: 5000, z: 0 }, { x: 150, y: 5000, z: 250 }],
    ['upwards', { x: 0, y: 0, z: 5000 }, { x: 150, y: 250, z: 5000 }],
    ['downwards', { x: 0, y: 0, z: -5000 }, { x: 150, y: 250, z: 0 }],
  ])('the depth of a beam %s is vertical', (_, end, max) => {
    const mesh = beamMesh({ start: { x: 0, y: 0, z: 0 }, end, profile: profile('300x500') });
    expect(meshBounds(mesh).max).toEqual(max);
    expect(meshVolume(mesh)).toBe(300 * 500 * 5000);
    expect(isWatertight(mesh)).toBe(true);
  });

  test('a sloping beam of any profile keeps its volume', () => {
    const mesh = beamMesh({
      start: { x: 100, y: 200, z: 300 },
      end: { x: 3100, y: 4200, z: 1300 },
      profile: profile('IPE300'),
    });
    // The corners of its fillets are rounded to the grid of 0.001 mm.
    expect(meshVolume(mesh) / (profileArea(profile('IPE300')) * Math.sqrt(26e6))).toBeCloseTo(1, 4);
  });

  test('beamMesh throws for an axis without length', () => {
    const start = { x: 0, y: 0, z: 0 };
    expect(() => beamMesh({ start, end: start, profile: profile('300x500') })).toThrow(RangeError);
  });
});

describe('stairs', () => {
  const spec: StairSpec = {
    start: { x: 1000, y: 2000, z: 100 },
    direction_deg: 0,
    width: 1200,
    rise_total: 3150,
    riser_max: 175,
    tread: 280,
  };
  test.each([
    [3150, 175, 18],
    // 18 risers of up to 175.0005 mm are 3150.009 mm.
    [3150.009, 175, 18],
    [3150.01, 175, 19],
    [3149.999, 175, 18],
    [350, 175, 2],
    [350, 349.999, 2],
    [3000, 178, 17],
  ])('a rise of %f mm in risers of at most %f mm has %i risers', (rise_total, riser_max, count) => {
    const result = planStair({ ...spec, rise_total, riser_max });
    expect(result.ok && result.plan.riserCount).toBe(count);
    expect(result.ok && result.plan.treadCount).toBe(count - 1);
    expect(result.ok && result.plan.runLength).toBe((count - 1) * 280);
    expect(result.ok && isWatertight(result.plan.mesh)).toBe(true);
    expect(result.ok && result.plan.riser <= riser_max + 0.0005).toBe(true);
  });

  test.each([
    ['not_positive', { rise_total: 0 }],
    ['not_positive', { riser_max: -1 }],
    ['not_positive', { width: 0.0004 }],
    ['not_positive', { tread: 0 }],
    ['single_riser', { rise_total: 175 }],
    ['too_many_risers', { riser_max: 1 }],
  ])('planStair returns %s for %o', (fault, change) => {
    expect(planStair({ ...spec, ...change })).toEqual({ ok: false, fault });
  });

  test.each([
    [0, [1000, 1400], [5760, 2600]],
    [90, [400, 2000], [1600, 6760]],
    [180, [-3760, 1400], [1000, 2600]],
    [270, [400, -2760], [1600, 2000]],
    [-90, [400, -2760], [1600, 2000]],
  ])('the footprint of a stair towards %i degrees is exact', (direction_deg, low, high) => {
    const result = planStair({ ...spec, direction_deg });
    const { min, max } = meshBounds(
      result.ok
        ? result.plan.mesh
        : { positions: new Float64Array(), triangles: new Uint32Array() },
    );
    expect([min.x, min.y]).toEqual(low);
    expect([max.x, max.y]).toEqual(high);
    expect(min.z).toBe(100);
    expect(max.z).toBeCloseTo(100 + 17 * 175, 9);
    expect(result.ok && signedArea(result.plan.footprint)).toBe(1200 * 17 * 280);
  });

  test('a stair has the same volume in every direction', () => {
    const volumes = [0, 33, 90, 211.5].map((direction_deg) => {
      const result = planStair({ ...spec, direction_deg });
      return result.ok ? meshVolume(result.plan.mesh) : 0;
    });
    const steps = 17 * 0.5 * 280 * 175;
    const slab =
      150 * Math.sqrt(280 ** 2 + 175 ** 2) * 17 -
      0.5 * ((150 * Math.sqrt(1 + (175 / 280) ** 2)) ** 2 / (175 / 280));
    for (const volume of volumes) {
      expect(volume / ((steps + slab) * 1200)).toBeCloseTo(1, 9);
    }
  });
});

/** Area of the smallest triangle, mm². */
function leastTriangle({ positions, triangles }: Mesh): number {
  const areas: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const one = { positions, triangles: triangles.slice(i, i + 3) };
    areas.push(meshArea(one));
  }
  return Math.min(...areas);
}

describe('the surface of a stair', () => {
  const spec = { start: { x: 0, y: 0, z: 0 }, direction_deg: 0, width: 1000, tread: 270 };

  test.each([
    ['at a rise of 3400', 3400, 180, 152],
    ['at a rise of 3000', 3000, 180, 136],
    ['of two risers, whose slab is all below', 350, 175, 12],
    ['of three', 500, 175, 24],
    ['of many', 10_000, 150, 536],
  ])(
    'a stair %s is closed and has no degenerate triangle',
    (_what, rise_total, riser_max, count) => {
      const result = planStair({ ...spec, rise_total, riser_max });
      if (!result.ok) throw new Error(result.fault);
      const { mesh } = result.plan;
      expect(mesh.triangles.length / 3).toBe(count);
      expect(isWatertight(mesh)).toBe(true);
      expect(leastTriangle(mesh)).toBeGreaterThan(1000);
    },
  );
});

describe('ramps and railings', () => {
  test('the side view of a ramp has the thickness of its slab down to the lower floor', () => {
    expect(signedArea(rampSection(500, 6000, 200))).toBe(0.5 * 6000 * 500 - 0.5 * 3600 * 300);
    expect(signedArea(rampSection(200, 2400, 200))).toBe(0.5 * 200 * 2400);
  });

  test('a railing has posts at its corners and at most at the given spacing', () => {
    const railing = planRailing({
      path: [
        { x: 0, y: 0, z: 0 },
        { x: 3000, y: 0, z: 0 },
        { x: 3000, y: 1000.001, z: 500 },
      ],
      height: 1000,
      postSpacing: 1000,
      post: profile('circle 40'),
      rail: profile('40x40'),
    });
    expect(railing.posts.length).toBe(6);
    expect(isWatertight(railing.mesh)).toBe(true);
    expect(() =>
      planRailing({
        path: [],
        height: 1,
        postSpacing: 1,
        post: profile('5x5'),
        rail: profile('5x5'),
      }),
    ).toThrow(RangeError);
  });
});
