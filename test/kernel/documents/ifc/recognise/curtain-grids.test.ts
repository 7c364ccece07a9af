/** @module tests of recognition of curtain walls whose grid is uneven, whose parts are off the axis, or that are one body. */
import { describe, expect, test } from 'vitest';

import type { CurtainRequest } from '../../../../../kernel/building/kinds/wall/curtain/params.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { manifestRowsOf } from '../../../../../kernel/documents/ifc/recognise/manifest-rows.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { BY_MEASURES } from '../../../../../kernel/documents/ifc/recognise/proof.ts';
import {
  recognise,
  type Recognition,
} from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { publicFile } from '../../../../public-files.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from '../write/reread.ts';
import {
  axes,
  extrusion,
  kernels,
  named,
  paramsOf,
  point,
  polygon,
  type ProductText,
  recognised,
} from './building-text.ts';

const P = (x: number, y: number) => ({ x, y });

const WALL = {
  wall_type: 'curtain',
  usage: 'exterior',
  height: 3200,
  thickness: 200,
  start: P(100, -50),
  end: P(6100, -50),
} as const;

/** Grids that are read back as they are written here. */
const GRIDS: Readonly<Record<string, CurtainRequest>> = {
  uneven: {
    column_positions: [2000, 3500],
    row_positions: [1000],
    mullion_width: 50,
    mullion_depth: 100,
    edge_width: 80,
    edge_depth: 150,
    transom_width: 40,
    transom_depth: 60,
    panel_thickness: 30,
  },
  'off the axis': {
    columns: 4,
    rows: 2,
    mullion_width: 50,
    mullion_depth: 150,
    mullion_offset: -20,
    panel_thickness: 30,
    panel_offset: 40,
  },
  lapped: {
    columns: 4,
    rows: 2,
    mullion_width: 50,
    mullion_depth: 50,
    mullion_offset: -50,
    panel_thickness: 30,
    panel_offset: 15,
    panel_fit: 'lapped',
  },
  'with panels of its own': {
    column_positions: [2000, 3500],
    row_positions: [1000, 2000],
    mullion_width: 50,
    mullion_depth: 100,
    panel_thickness: 30,
    panels: [
      { column: 1, row: 1, columns: 2 },
      { column: 3, row: 1, rows: 2, kind: 'solid', thickness: 60, offset: 20 },
      { column: 1, row: 3, kind: 'solid', thickness: 40, offset: 0 },
      { column: 2, row: 3, kind: 'none' },
    ],
  },
};

describe.each(IFC_SCHEMAS)('own curtain walls in %s', (schema) => {
  test.each(Object.entries(GRIDS))('%s', async (_, curtain) => {
    const view = modelOf(created('wall', 'X', { ...WALL, curtain }));
    const { model } = await openIfc(exported(view, schema).file);
    const rows = manifestRowsOf(recognise(model, 'lineage', kernels), model);
    const row = rows.find(({ guid }) => guid === ifcGuid('X'));
    expect(row?.reason ?? null).toBeNull();
    expect(row?.element?.params).toMatchObject({ ...WALL, curtain });
    const parts = rows.filter(({ entity }) => /Plate|Member/u.test(entity));
    expect(new Set(parts.map(({ part_of }) => part_of))).toEqual(new Set([row?.element?.id]));
  });
});

type Range = readonly [from: number, to: number];

/** A box of 0 to 2,050 mm along x, and 0 to 1,000 mm upwards. */
function box([x, X]: Range, [y, Y]: Range, [z, Z]: Range): string {
  return extrusion(polygon([x, y], [X, y], [X, Y], [x, Y]), Z - z, axes(point(0, 0, z)));
}

type Edits = {
  /** By which the first panel is moved along the wall. */
  readonly along?: number;
  /** Depth of the middle mullion from its middle. */
  readonly deep?: number;
  /** Whether the first panel is missing. */
  readonly is_open?: boolean;
  /** Depth of the bar at the top from its middle. */
  readonly top?: number;
  /** Whether a second panel is behind the first one. */
  readonly is_double?: boolean;
};

/** Two panels behind the middle of three mullions, of which the middle one has six corners; a bar at the foot and at the top. */
function file({
  along = 0,
  deep = 75,
  is_open = false,
  top = 75,
  is_double = false,
}: Edits = {}): Recognition {
  const others = { contained: false } as const;
  const plate = (x: Range, y: Range = [20, 40]): ProductText => ({
    entity: 'IFCPLATE',
    items: [box(x, y, [50, 950])],
    rest: ',$,$',
    ...others,
  });
  const member = (item: string): ProductText => ({
    entity: 'IFCMEMBER',
    items: [item],
    rest: ',$,$',
    ...others,
  });
  const six = polygon(
    [1000, 0],
    [1015, 0 - deep],
    [1035, 0 - deep],
    [1050, 0],
    [1035, deep],
    [1015, deep],
  );
  const products: readonly ProductText[] = [
    { entity: 'IFCCURTAINWALL', name: 'wall', items: [], rest: ',$,$' },
    plate([1050, 2000]),
    member(box([0, 50], [-75, 75], [0, 1000])),
    member(box([2000, 2050], [-75, 75], [0, 1000])),
    member(extrusion(six, 900, axes(point(0, 0, 50)))),
    member(box([50, 2000], [-75, 75], [0, 50])),
    member(box([50, 2000], [0 - top, top], [950, 1000])),
    ...(is_open ? [] : [plate([50 + along, 1000 + along])]),
    ...(is_double ? [plate([50, 1000], [-40, -20])] : []),
  ];
  const parts = products.slice(1).map((_, i) => `#${101 + i}`);
  const data = `#900=IFCRELAGGREGATES('parts',$,$,$,#100,(${parts.join()}));`;
  return recognised(products, { data });
}

describe('a curtain wall of another program', () => {
  test('is proven by its measures if its mullions are no boxes', () => {
    const found = file();
    expect(named(found, 'wall').reason).toBe(BY_MEASURES);
    expect(paramsOf(found, 'wall')).toMatchObject({
      start: P(0, 0),
      end: P(2050, 0),
      height: 1000,
      thickness: 150,
      curtain: {
        columns: 2,
        rows: 1,
        mullion_width: 50,
        mullion_depth: 150,
        panel_thickness: 20,
        panel_offset: 30,
      },
    });
    const { element } = named(found, 'wall');
    expect(named(found, 'IFCPLATE').element?.id).toBe(element?.id);
  });

  test('may have a cell without a panel', () => {
    expect(paramsOf(file({ is_open: true }), 'wall')).toMatchObject({
      curtain: { columns: 2, panels: [{ column: 1, row: 1, kind: 'none' }] },
    });
  });

  test('is not proven if a panel is more than 1 mm off', () => {
    expect(named(file({ along: 0.9 }), 'wall').outcome).toBe('parametric');
    expect(paramsOf(file({ along: 2.1 }), 'wall')).toBe('its panels are at no grid lines');
  });

  test('is not proven if a mullion is more than 1 mm deeper on a side, or a panel has one behind it', () => {
    expect(named(file({ top: 75.9 }), 'wall').outcome).toBe('parametric');
    expect(paramsOf(file({ top: 77 }), 'wall')).toBe('its mullions are not at one depth');
    expect(paramsOf(file({ is_double: true }), 'wall')).toBe('its panels are not at one depth');
  });

  test('gives its panels its reason if it is not proven', () => {
    const why = 'its panels are not at one depth';
    expect(named(file({ is_double: true }), 'IFCPLATE').reason).toBe(
      `its whole (IfcCurtainWall) is not parametric: ${why}`,
    );
  });

  test('has mullions of two depths if the border has another one', () => {
    expect(paramsOf(file({ deep: 60 }), 'wall')).toMatchObject({
      curtain: { mullion_depth: 120, edge_depth: 150 },
    });
  });
});

/** Curtain walls of public files: those that are exact, proven by their measures, and the reasons of the others. */
const PUBLIC = {
  'SampleHouse4.ifc': { exact: 1, measured: 0, reasons: ['a panel is no rectangle'] },
  'tested_sample_project.ifc': { exact: 1, measured: 0, reasons: [] },
  'acad2010_objects.ifc': { exact: 1, measured: 0, reasons: [] },
  'Jesse.1.ifc': { exact: 7, measured: 2, reasons: ['a panel is no rectangle'] },
};

test.each(Object.entries(PUBLIC))('the curtain walls of %s', async (name, expected) => {
  const bytes = publicFile(`ifc-real/cases/${name}`);
  if (bytes === null) return;
  const { model } = await openIfc(bytes);
  const walls = recognise(model, 'lineage', kernels).products.filter(
    ({ product }) => product.class === 'IfcCurtainWall',
  );
  const proven = walls.filter(({ outcome }) => outcome === 'parametric');
  expect({
    exact: proven.filter(({ reason }) => reason === null).length,
    measured: proven.filter(({ reason }) => reason === BY_MEASURES).length,
    reasons: walls.flatMap(({ outcome, reason }) => (outcome === 'parametric' ? [] : [reason])),
  }).toEqual(expected);
});
