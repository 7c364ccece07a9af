/** @module sections tests: tables against the area formula, hollow sections, and suggestions for unknown names. */
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { at } from '../../../../../kernel/building/geometry/indexed.ts';
import {
  beamMesh,
  columnMesh,
} from '../../../../../kernel/building/geometry/members/member-mesh.ts';
import { columnPieces } from '../../../../../kernel/building/geometry/members/member-pieces.ts';
import type { Profile } from '../../../../../kernel/building/geometry/members/profile.ts';
import {
  catalogueSection,
  parseProfile,
  profileArea,
  profileRegion,
  profileRing,
} from '../../../../../kernel/building/geometry/members/profile.ts';
import { ROLLED_SECTIONS } from '../../../../../kernel/building/geometry/members/rolled-sections.ts';
import { isWatertight, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { regionArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';

function profile(text: string): Profile {
  const result = parseProfile(text);
  if (!result.ok) throw new Error(result.fault);
  return result.profile;
}

describe('section tables', () => {
  test('tabulated sections have the area of flanges, web and four fillets within 0.5 % and a mass of 7,850 kg/m³', () => {
    expect(ROLLED_SECTIONS.size).toBe(163);
    for (const section of ROLLED_SECTIONS.values()) {
      const { name, depth: h, width: b, web, flange, root_radius: r, area, mass } = section;
      const reckoned = 2 * b * flange + (h - 2 * flange) * web + (4 - Math.PI) * r * r;
      expect([name, Math.abs(reckoned / area - 1) < 0.005]).toEqual([name, true]);
      expect([name, Math.abs((reckoned * 0.00785) / mass - 1) < 0.01]).toEqual([name, true]);
      expect(profileArea(profile(name))).toBeCloseTo(reckoned, 6);
      // Facets of fillets have the exact area, so the body agrees with the table.
      const body = regionArea(profileRegion(profile(name)));
      expect([name, Math.abs(body / reckoned - 1) < 1e-4]).toEqual([name, true]);
      expect([name, Math.abs(body / area - 1) < 0.005]).toEqual([name, true]);
    }
  });

  test('facets of tabulated fillets deviate from the arc by less than 0.3 mm', () => {
    for (const { name, web, flange, depth, root_radius: r } of ROLLED_SECTIONS.values()) {
      const centre = { x: web / 2 + r, y: flange - depth / 2 + r };
      const ring = profileRing(profile(name));
      const near = (p: Point2): boolean =>
        p.x > 0 && p.x < centre.x + 0.01 && p.y < centre.y + 0.01;
      const on = ring.flatMap((p, i): readonly Point2[] => {
        const q = at(ring, (i + 1) % ring.length);
        if (!near(p) || !near(q) || p.y === q.y) return [];
        return [p, q, { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }];
      });
      const off = on.map(({ x, y }) => Math.abs(Math.hypot(x - centre.x, y - centre.y) - r));
      expect([name, on.length, Math.max(...off) < 0.3]).toEqual([name, 18, true]);
    }
  });

  test('sections are found under the common spellings of their names', () => {
    const same = [
      ['HEA200', 'hea 200', 'HE 200 A', 'HE200A'],
      ['UC203x203x46', 'UC 203x203x46', 'uc 203 X 203 X 46', 'UC203×203×46'],
      ['IPE300', 'ipe 300'],
    ];
    for (const names of same) {
      for (const name of names) expect(catalogueSection(name)?.name).toBe(names[0]);
    }
    expect(catalogueSection('300x300')).toBe(null);
    expect(catalogueSection('circle 300')).toBe(null);
  });

  test.each([
    ['HEA210', 'HEA200, HEA220, HEA180'],
    ['IPE 310', 'IPE300, IPE330, IPE270'],
    ['UC 203x203x50', 'UC203x203x52, UC203x203x46, UC203x203x60'],
    ['HAE200', 'HEA200, HEB200, HEM200'],
  ])('nearestSections returns the closest names to %s', (name, nearest) => {
    const { fault } = parseProfile(name) as { readonly fault: string };
    expect(fault).toContain(`the closest tabulated sections: ${nearest}`);
  });
});

describe('hollow sections', () => {
  // Tabulated cm² and kg/m of EN 10210-2.
  test.each([
    ['SHS 100x5', 18.7, 14.7],
    ['SHS 200x200x10', 74.9, 58.8],
    ['RHS 200x100x6.3', 35.8, 28.1],
    ['RHS 300x200x10', 94.9, 74.5],
    ['CHS 168.3x7.1', 36, 28.2],
    ['CHS 60.3x3.2', 5.74, 4.51],
  ])('hollow section %s has %f cm² and %f kg/m', (name, cm2, mass) => {
    const section = catalogueSection(name);
    expect(Math.abs((section?.area ?? 0) / (cm2 * 100) - 1)).toBeLessThan(0.005);
    expect(Math.abs((section?.mass ?? 0) / mass - 1)).toBeLessThan(0.005);
  });

  test('hollow sections are closed bodies with round corners and a hole along their axis', () => {
    const square = profile('SHS 100x5');
    // The corner radii are 7.5 mm outside and 5 mm inside; EN 10210-2 has an area of 18.7 cm².
    const area = 1900 - (4 - Math.PI) * (7.5 ** 2 - 5 ** 2);
    expect(profileArea(square)).toBeCloseTo(area, 9);
    // Round corners do not fit.
    expect(profileArea(profile('SHS 20x8'))).toBe(20 * 20 - 4 * 4);
    const column = { location: { x: 500, y: -300 }, z0: 0, z1: 3000, profile: square };
    for (const rotation_deg of [0, 30]) {
      const mesh = columnMesh({ ...column, rotation_deg });
      expect(isWatertight(mesh)).toBe(true);
      expect(meshVolume(mesh) / (area * 3000)).toBeCloseTo(1, 4);
      const pieces = columnPieces({ ...column, rotation_deg });
      const sum = pieces.reduce((total, piece) => total + pieceVolume(piece), 0);
      expect(sum / meshVolume(mesh)).toBeCloseTo(1, 9);
    }
    const pipe = profile('CHS 100x5');
    expect(profileArea(pipe)).toBeCloseTo((Math.PI * (100 ** 2 - 90 ** 2)) / 4, 6);
    const ends = { start: { x: 0, y: 0, z: 0 }, end: { x: 1000, y: 0, z: 0 } };
    const mesh = beamMesh({ ...ends, profile: pipe });
    expect(isWatertight(mesh)).toBe(true);
    // The rings have 64 sides.
    const chords = (64 / (2 * Math.PI)) * Math.sin((2 * Math.PI) / 64);
    expect(meshVolume(mesh) / (profileArea(pipe) * 1000 * chords)).toBeCloseTo(1, 4);
  });
});
