/** @module tests of types in IFC: layers on their sides, frames, leaves and materials with their colours. */
import { expect, test } from 'vitest';

import { compareText } from '../../../../../kernel/base/canonical/deep-equal.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const RING = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];
const LAYERS = [
  { material: 'Brick', thickness: 115, function: 'finish' },
  { material: 'Gap', thickness: 40, function: 'air' },
  { material: 'Blöcke', thickness: 175, function: 'structure' },
] as const;

const typed = (type_id: string, more: object): object => ({ type_id, ...more });

function house(): readonly PlannedEvent[] {
  const wall = (id: string, y: number, layer_side: 'left' | 'right' | null): PlannedEvent =>
    created('wall', id, {
      ...typed('TW', { layer_side }),
      level_id: 'L1',
      start: P(0, y),
      end: P(6000, y),
      thickness: 330,
    });
  const roof = (id: string, x: number, roof_type: 'flat' | 'gable'): PlannedEvent =>
    created('roof', id, {
      ...typed('TR', { roof_type, slope_deg: roof_type === 'flat' ? 0 : 30 }),
      level_id: 'L2',
      boundary_points: RING.map((at) => P(at.x + x, at.y)),
      thickness: 330,
    });
  return [
    created('material', 'M', { name: 'Brick', colour: '#ff8000', class: 'masonry' }),
    created('type', 'TW', { name: 'Cavity wall', layers: [...LAYERS] }),
    created('type', 'TF', { name: 'Deck', for: 'floor', layers: [...LAYERS] }),
    created('type', 'TR', { name: 'Warm roof', for: 'roof', layers: [...LAYERS] }),
    created('type', 'TD', {
      name: 'Oak door',
      for: 'door',
      layers: [],
      width: 1000,
      operation: 'double',
      frame_width: 60,
      frame_depth: 90,
      frame_material: 'Oak',
      leaf_material: 'Brick',
      leaf_thickness: 45,
      glazing: 'double',
    }),
    created('type', 'TN', {
      name: 'Oak window',
      for: 'window',
      layers: [],
      frame_width: 70,
      frame_material: 'Oak',
      glazing: 'triple',
    }),
    wall('left', 0, null),
    wall('right', 4000, 'right'),
    wall('said', 12_000, 'left'),
    created('wall', 'plain', { level_id: 'L1', start: P(0, 8000), end: P(6000, 8000) }),
    created('floor', 'floor', {
      ...typed('TF', {}),
      level_id: 'L1',
      boundary_points: RING,
      thickness: 330,
    }),
    roof('flat', 0, 'flat'),
    roof('gable', 20_000, 'gable'),
    created('door', 'door', {
      ...typed('TD', {}),
      host_id: 'left',
      offset: 500,
      width: 1000,
      door_type: 'double',
    }),
    created('window', 'window', { ...typed('TN', {}), host_id: 'left', offset: 3000 }),
  ];
}

/** Arguments of all lines of an entity. */
function lines(text: string, entity: string): readonly string[] {
  return [...text.matchAll(new RegExp(`=${entity.toUpperCase()}\\((.*)\\);`, 'g'))].map(
    ([, inside = '']) => inside,
  );
}

test.each(IFC_SCHEMAS)('types in %s match the model', async (schema) => {
  const view = modelOf(...house());
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  const { text, counts } = made;
  const isOld = schema === 'IFC2X3';
  // Three sets of three layers (walls, floor, roofs), and the plain wall's.
  expect(counts.get('IfcMaterialLayerSet')).toBe(4);
  expect(counts.get('IfcMaterialLayer')).toBe(3 * 3 + 1);
  // Brick, gap and blocks, and oak.
  // Four that the types name, `Glass` of the panes, and `Unspecified` of the plain walls.
  expect(counts.get('IfcMaterial')).toBe(6);
  // Of the material, of plain walls, and of the frame and glass of the window.
  expect(lines(text, 'IfcColourRgb').toSorted()).toEqual([
    '$,0.36,0.38,0.4',
    '$,0.63,0.8,0.88',
    '$,0.896,0.876,0.832',
    '$,1.,0.501961,0.',
  ]);
  const usages = lines(text, 'IfcMaterialLayerSetUsage').map((inside) =>
    inside.split(',').slice(1, 4).join(' '),
  );
  expect(usages.toSorted(compareText)).toEqual([
    '.AXIS2. .NEGATIVE. 165.',
    '.AXIS2. .NEGATIVE. 165.',
    '.AXIS2. .POSITIVE. -100.',
    '.AXIS2. .POSITIVE. -165.',
    '.AXIS3. .NEGATIVE. 330.',
  ]);
  expect(counts.get('IfcRoofType')).toBe(isOld ? undefined : 1);
  const isNew = schema === 'IFC4X3';
  const linings = [
    ...lines(text, 'IfcDoorLiningProperties'),
    ...[...text.matchAll(/'Lining(?:Depth|Thickness)',\$,IFC\w+\((\d+\.)\)/g)].map((one) => one[1]),
  ].join(' ');
  expect(linings).toMatch(isNew ? /^90\. 60\. 60\. 70\.$/ : /\$,\$,90\.,60\.,/);
  const leaves = lines(text, 'IfcDoorPanelProperties').map((one) => one.split(',')[4]);
  expect(leaves).toEqual(isNew ? [] : ['45.', '45.']);
  expect(text).toMatch(/'GlassLayers',\$,IFC\w+\(2\.?\)/);
  const parts = lines(text, 'IfcMaterialConstituent').map((one) => one.split(',')[0] ?? '');
  const constituents = ["'Framing'", "'Glazing'", "'Glazing'", "'Lining'", "'Lining'"];
  expect(parts.toSorted(compareText)).toEqual(isOld ? [] : constituents);
});
