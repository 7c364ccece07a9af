/** @module tests of holes in IFC: a hole reaches 10 mm out of its host where it would end flush with it, else not. */
import { expect, test } from 'vitest';

import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { differences, exported } from './reread.ts';

const P = (x: number, y: number) => ({ x, y });
/** A wall of 5 m, 3 m high and 200 mm thick, along x. */
const wall = created('wall', 'w', {
  level_id: 'L1',
  start: P(0, 0),
  end: P(5000, 0),
  thickness: 200,
  height: 3000,
});
const WHOLE = { offset: 1000, sill: 500, width: 900, height: 800 };

function hole(more: Partial<typeof WHOLE>): PlannedEvent {
  return created('opening', 'o', { host_id: 'w', location: null, ...WHOLE, ...more });
}

type Lines = ReadonlyMap<string, string>;

function refs(line: string | undefined): readonly string[] {
  return [...(line ?? '').matchAll(/#(\d+)/gu)].map(([, id]) => id ?? '');
}

function numbers(line: string | undefined): readonly number[] {
  return [...(line ?? '').matchAll(/-?\d+\.\d*(?:E[+-]?\d+)?/gu)].map(Number);
}

/** The lines of the extrusion of the only opening, with their numbers. */
function extrusion(text: string): { readonly solid: string; readonly lines: Lines } {
  const lines = new Map(
    [...text.matchAll(/^#(\d+)=(.+);$/gmu)].map(([, id = '', line = '']) => [id, line]),
  );
  const below = (line: string | undefined, keyword: string): string | undefined =>
    refs(line)
      .map((id) => lines.get(id))
      .find((one) => one?.startsWith(keyword));
  const opening = [...lines.values()].find((line) => line.startsWith('IFCOPENINGELEMENT('));
  const shape = below(opening, 'IFCPRODUCTDEFINITIONSHAPE(');
  const solid = below(below(shape, 'IFCSHAPEREPRESENTATION('), 'IFCEXTRUDEDAREASOLID(');
  return { solid: solid ?? '', lines };
}

/** Extent of a box, from its placement at the foot of the beginning of the opening on the axis: along, across, up; mm. */
function boxOf(text: string): readonly (readonly [number, number])[] {
  const { solid, lines } = extrusion(text);
  const [section, position] = refs(solid).map((id) => lines.get(id));
  const [width = NaN, depth = NaN] = numbers(section);
  const [x = NaN, y = NaN, z = NaN] = numbers(lines.get(refs(position)[0] ?? ''));
  const height = numbers(solid).at(-1) ?? NaN;
  return [
    [x - width / 2, x + width / 2],
    [y - depth / 2, y + depth / 2],
    [z, z + height],
  ];
}

const ACROSS = [-110, 110] as const;

test.each([
  ['within the wall', {}, [0, 900], [0, 800]],
  ['flush with the top', { sill: 2200 }, [0, 900], [0, 810]],
  ['1 mm below the top', { sill: 2199 }, [0, 900], [0, 800]],
  ['on the foot', { sill: 0 }, [0, 900], [-10, 800]],
  ['over the whole height', { sill: 0, height: 3000 }, [0, 900], [-10, 3010]],
  ['at the start', { offset: 0 }, [-10, 900], [0, 800]],
  ['1 mm from the start', { offset: 1 }, [0, 900], [0, 800]],
  ['at the end', { offset: 4100 }, [0, 910], [0, 800]],
  ['1 mm from the end', { offset: 4099 }, [0, 900], [0, 800]],
] as const)('a hole %s', (_where, more, along, up) => {
  for (const schema of IFC_SCHEMAS) {
    expect(boxOf(exported(modelOf(wall, hole(more)), schema).text)).toEqual([along, ACROSS, up]);
  }
});

test.each(IFC_SCHEMAS)('a door cuts its own wall only, once, in %s', (schema) => {
  // The faces of the two walls are 50 mm apart.
  const beside = created('wall', 'beside', {
    level_id: 'L1',
    start: P(0, 250),
    end: P(5000, 250),
    thickness: 200,
    height: 3000,
  });
  const doors = [500, 2500].map((offset) =>
    created('door', `d${offset}`, { host_id: 'w', offset, width: 900, height: 2100 }),
  );
  const view = modelOf(wall, beside, ...doors);
  const made = exported(view, schema);
  expect(made.counts.get('IfcRelVoidsElement')).toBe(2);
  const cut = [...made.text.matchAll(/IFCRELVOIDSELEMENT\([^#]*(?:#\d+,)?\$,\$,#(\d+),#\d+\)/gu)];
  const line = new RegExp(
    `^#${cut[0]?.[1]}=IFCWALL\\w*\\('${ifcGuid('w').replaceAll('$', '\\$')}'`,
    'mu',
  );
  expect(cut.map(([, by]) => by)).toEqual([cut[0]?.[1], cut[0]?.[1]]);
  expect(made.text).toMatch(line);
  expect(differences(view, made)).toEqual([]);
  expect((view.measures('w').volume_mm3 ?? 0) / 1e6).toBeCloseTo(3000 - 2 * 378, 6);
  expect((view.measures('beside').volume_mm3 ?? 0) / 1e6).toBeCloseTo(3000, 6);
});

test('a hole in a floor reaches out of both faces', () => {
  const boundary_points = [P(0, 0), P(5000, 0), P(5000, 4000), P(0, 4000)];
  const floor = created('floor', 'f', { level_id: 'L1', boundary_points, thickness: 200 });
  const shaft = created('opening', 'o', {
    host_id: 'f',
    offset: null,
    location: P(2000, 2000),
    sill: 0,
    width: 600,
    height: 400,
  });
  const [, , up] = boxOf(exported(modelOf(floor, shaft), 'IFC4').text);
  expect(up).toEqual([-10, 210]);
});

test('a hole with an outline reaches out of the top where it touches it', () => {
  // A triangle that stands on its tip, with its upper side in the top of the wall.
  const outline = [P(1500, 2000), P(2000, 3000), P(1000, 3000)];
  const place = { offset: 1000, sill: 2000, width: 1000, height: 1000 };
  const pointed = created('opening', 'o', { host_id: 'w', location: null, ...place, outline });
  const { solid, lines } = extrusion(exported(modelOf(wall, pointed), 'IFC4').text);
  const curve = lines.get(refs(lines.get(refs(solid)[0] ?? ''))[0] ?? '');
  const corners = refs(curve).map((id) => numbers(lines.get(id)));
  expect(Math.max(...corners.map(([, y = NaN]) => y))).toBe(1010);
  expect(Math.min(...corners.map(([, y = NaN]) => y))).toBe(0);
  expect(numbers(solid).at(-1)).toBe(220);
});
