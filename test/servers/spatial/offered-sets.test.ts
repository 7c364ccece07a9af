/** @module tests of offered sets: get_element lists the standard sets of an element, and set_properties accepts them all. */
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const Offered = z.object({
  standard_sets: z.array(
    z.strictObject({
      set: z.string(),
      schema: z.string(),
      definition: z.string().optional(),
      properties: z.array(
        z.strictObject({
          name: z.string(),
          type: z.enum(['text', 'number', 'boolean']),
          ifc_type: z.string().optional(),
          unit: z.string().optional(),
          values: z.array(z.string()).optional(),
          defined_by: z.string().optional(),
        }),
      ),
    }),
  ),
});
type Property = z.output<typeof Offered>['standard_sets'][number]['properties'][number];

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const layers = [{ material: 'Brick', thickness: 240, function: 'structure' }];
  ids['level'] = level_id;
  ids['type'] = await world.make('create_type', { name: 'Brick 240', for: 'wall', layers });
  ids['wall'] = await world.make('create_wall', { level_id, start: P(0, 0), end: P(5000, 0) });
  const at = { level_id, location: P(9000, 0), profile: '300x300' };
  ids['column'] = await world.make('create_column', at);
  ids['door'] = await world.make('place_door', { wall_id: ids['wall'], offset: 2000, width: 900 });
  await world.do('create_grid', { name: 'A', start: P(0, 0), end: P(0, 9000) });
  ids['grid'] = [...world.view.elementsOf('grid')][0]?.id ?? '';
});

const offered = async (kind: string) => {
  const include = ['standard_sets'];
  const answer = await world.ask('get_element', { element_id: ids[kind], include });
  return Offered.parse(answer).standard_sets;
};

/** A value of the type of a property. */
function sample({ type, values }: Property): string | number | boolean {
  if (type === 'number') return 7;
  return type === 'boolean' ? true : (values?.[0] ?? 'x');
}

describe('the standard sets of an element', () => {
  test('are listed with type, unit, values, definition and what states them already', async () => {
    const common = (await offered('wall')).find(({ set }) => set === 'Pset_WallCommon');
    expect(common).toMatchObject({ schema: 'IFC4X3' });
    expect(common?.definition).toMatch(/\/Pset_WallCommon\.htm$/u);
    const named = (name: string) => common?.properties.find((one) => one.name === name);
    expect(named('ThermalTransmittance')).toEqual({
      name: 'ThermalTransmittance',
      type: 'number',
      ifc_type: 'IfcThermalTransmittanceMeasure',
      unit: 'W/(m²·K)',
    });
    expect(named('Status')).toMatchObject({
      type: 'text',
      values: expect.arrayContaining(['NEW']),
    });
    expect(named('LoadBearing')?.defined_by).toContain('`load_bearing` of wall');
    expect(named('Reference')).toEqual({
      name: 'Reference',
      type: 'text',
      ifc_type: 'IfcIdentifier',
    });
  });

  test('of a type are those of its elements; a grid line has none', async () => {
    const names = async (kind: string) => (await offered(kind)).map(({ set }) => set);
    expect(await names('type')).toContain('Pset_WallCommon');
    expect(await names('door')).toContain('Pset_DoorCommon');
    expect(await names('door')).not.toContain('Pset_WallCommon');
    expect(await names('grid')).toEqual([]);
    // All its properties are tables.
    expect(await names('level')).not.toContain('Pset_SpaceThermalPHistory');
  });

  test.each(['wall', 'door', 'column', 'level', 'type'])(
    'are accepted by set_properties for a %s, except for what parameters state',
    async (kind) => {
      const wrong: string[] = [];
      for (const { set, properties } of await offered(kind)) {
        for (const property of properties) {
          const call = {
            element_ids: [ids[kind]],
            set,
            properties: { [property.name]: sample(property) },
          };
          const planned = world.plan('set_properties', call);
          const outcome = await Promise.resolve(planned).then(
            () => 'accepted',
            (error: unknown) => String(error),
          );
          const isRight =
            property.defined_by === undefined
              ? outcome === 'accepted'
              : outcome.includes('is defined by');
          if (!isRight) wrong.push(`${set}.${property.name}: ${outcome}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
