/** @module tests of surface styles: every body has one, glass is transparent, and web-ifc loads files without an error. */
import { expect, test, vi } from 'vitest';
import { IfcAPI, LogLevel } from 'web-ifc';

import type { IfcSchemaName } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { houseView } from './house.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const P = (x: number, y: number) => ({ x, y });
const TYPE = { for: 'wall', width: null, height: null, operation: null } as const;

/** A plain wall with a door and a window, a wall of a type with a coloured face, a curtain wall and a space. */
const view = modelOf(
  created('material', 'm', { name: 'brick', colour: '#a04020', class: null }),
  created('material', 'n', { name: 'wool', colour: '#fff0a0', class: null }),
  created('type', 't', {
    ...TYPE,
    name: 'Cavity',
    layers: [
      { material: 'brick', thickness: 115, function: 'finish' },
      { material: 'wool', thickness: 85, function: 'insulation' },
    ],
  }),
  created('wall', 'plain', { level_id: 'L1', start: P(0, 0), end: P(6000, 0), thickness: 200 }),
  created('wall', 'typed', {
    level_id: 'L1',
    start: P(0, 3000),
    end: P(6000, 3000),
    thickness: 200,
    type_id: 't',
  }),
  created('wall', 'curtain', {
    level_id: 'L1',
    start: P(0, 6000),
    end: P(6000, 6000),
    thickness: 100,
    wall_type: 'curtain',
    curtain: { columns: 2, rows: 1 },
  }),
  created('door', 'door', { host_id: 'plain', offset: 1000, width: 900, height: 2100 }),
  created('window', 'window', {
    host_id: 'plain',
    offset: 3000,
    width: 1000,
    height: 1200,
    sill_height: 900,
  }),
  created('room', 'room', {
    level_id: 'L1',
    boundary_points: [P(0, 1000), P(1000, 1000), P(1000, 2000), P(0, 2000)],
  }),
);

/** Colours and opacities of the bodies by entity, as web-ifc reads them, and what it reported. */
async function shownBy(file: Uint8Array): Promise<{ colours: Set<string>; said: string[] }> {
  const said: string[] = [];
  const say = (...words: readonly unknown[]): void => void said.push(words.join(' '));
  const spies = (['log', 'error', 'warn', 'info', 'trace'] as const).map((how) =>
    vi.spyOn(console, how).mockImplementation(say),
  );
  const colours = new Set<string>();
  try {
    // An instance of its own: it keeps the console that it finds when it starts.
    const api = new IfcAPI();
    await api.Init();
    api.SetLogLevel(LogLevel.LOG_LEVEL_WARN);
    const model = api.OpenModel(file);
    const space = api.GetTypeCodeFromName('IFCSPACE');
    const look: Parameters<typeof api.StreamAllMeshes>[1] = ({ expressID, geometries }) => {
      const entity = api.GetNameFromTypeCode(api.GetLineType(model, expressID));
      for (let i = 0; i < geometries.size(); i += 1) {
        const { geometryExpressID, color } = geometries.get(i);
        // Lines, such as the axis of a wall, have no triangles.
        if (api.GetGeometry(model, geometryExpressID).GetIndexDataSize() === 0) continue;
        const { x, y, z, w } = color;
        colours.add(`${entity} ${[x, y, z, w].map((part) => part.toFixed(3)).join(' ')}`);
      }
    };
    api.StreamAllMeshes(model, look);
    api.StreamAllMeshesWithTypes(model, [space], look);
    api.CloseModel(model);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { colours, said };
}

test.each(IFC_SCHEMAS)(
  'a viewer shows kinds in their colours and glass transparent in %s',
  async (schema) => {
    const made = exported(view, schema);
    expect(made.warnings).toEqual([]);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(differences(view, made)).toEqual([]);
    expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
    const { colours, said } = await shownBy(made.file);
    expect(said).toEqual([]);
    // Linear 0.78, 0.74 and 0.66 of walls are 0.896, 0.876 and 0.832 in sRGB; #a04020 is 160, 64 and 32 of 255.
    const wall = schema === 'IFC2X3' ? 'IfcWallStandardCase' : 'IfcWall';
    expect([...colours].toSorted()).toEqual(
      [
        `${wall} 0.896 0.876 0.832 1.000`,
        `${wall} 0.627 0.251 0.125 1.000`,
        'IfcDoor 0.618 0.449 0.272 1.000',
        'IfcMember 0.360 0.380 0.400 1.000',
        'IfcPlate 0.630 0.800 0.880 0.400',
        'IfcSpace 0.537 0.735 0.854 0.150',
        'IfcWindow 0.360 0.380 0.400 1.000',
        'IfcWindow 0.630 0.800 0.880 0.400',
      ].toSorted(),
    );
  },
);

test.each(IFC_SCHEMAS)(
  'bodies with the same look share one style, and every styled item has an item in %s',
  (schema) => {
    const { text, counts } = exported(view, schema);
    expect(text).not.toContain('IFCSTYLEDITEM($');
    // Walls, doors, rooms, brick, glass and frames.
    expect(counts.get('IfcSurfaceStyle')).toBe(6);
    expect(counts.get('IfcStyledItem')).toBeGreaterThan(6);
    expect(text.match(/IFCLAYERSET|IFCMATERIALLAYER\(\$/gu)).toBeNull();
    // Insulation is in no face, so that no body shows it.
    expect(counts.get('IfcMaterialDefinitionRepresentation')).toBe(1);
  },
);

test.each(IFC_SCHEMAS)(
  'web-ifc loads the house of the examples without an error in %s',
  async (schema) => {
    const { said } = await shownBy(exported(await houseView(), schema).file);
    expect(said).toEqual([]);
  },
);

test('the frame of a window has the colour of its material, the glass has not', async () => {
  const oak = modelOf(
    created('material', 'm', { name: 'oak', colour: '#804000', class: null }),
    created('type', 't', {
      ...TYPE,
      for: 'window',
      name: 'Oak',
      layers: [],
      frame_material: 'oak',
      frame_width: 100,
    }),
    created('wall', 'w', { start: P(0, 0), end: P(6000, 0) }),
    created('window', 'v', {
      host_id: 'w',
      offset: 3000,
      width: 1000,
      height: 1200,
      type_id: 't',
    }),
  );
  const { colours, said } = await shownBy(exported(oak, 'IFC4').file);
  expect(said).toEqual([]);
  // #804000 is 128, 64 and 0 of 255.
  expect([...colours].filter((one) => one.startsWith('IfcWindow')).toSorted()).toEqual([
    'IfcWindow 0.502 0.251 0.000 1.000',
    'IfcWindow 0.630 0.800 0.880 0.400',
  ]);
});

test('detects an error that web-ifc reports', async () => {
  const text = exported(view, 'IFC4' satisfies IfcSchemaName).text;
  const faulty = text.replace(/IFCMATERIALLAYER\(#\d+/u, 'IFCMATERIALLAYER($');
  expect((await shownBy(Buffer.from(faulty, 'latin1'))).said.length).toBeGreaterThan(0);
});
