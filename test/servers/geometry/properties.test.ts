/** @module tests of properties: standard sets by the public tables, own sets, and the places where they appear. */
import { beforeEach, describe, expect, test } from 'vitest';

import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let level_id: string;
let wall_id: string;
let column_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  wall_id = await world.make('create_wall', { level_id, start: P(0, 0), end: P(5000, 0) });
  const column = { level_id, location: P(9000, 0), profile: '300x300' };
  column_id = await world.make('create_column', column);
});

const given = (element_ids: string[], set: string, properties: object) => ({
  element_ids,
  set,
  properties,
});
const COMMON = 'Pset_WallCommon';

describe('properties', () => {
  test('are stored with their digits, shown, changed individually, removed and undone', async () => {
    const first = given([wall_id], COMMON, { ThermalTransmittance: 0.12345, Reference: 'W1' });
    await world.do('set_properties', first);
    await world.do('set_properties', given([wall_id, column_id], 'Cost', { per_m2: 80, Ok: true }));
    const { params } = await world.ask('get_element', { element_id: wall_id });
    expect(params).toMatchObject({
      properties: {
        Cost: { Ok: true, per_m2: 80 },
        [COMMON]: { Reference: 'W1', ThermalTransmittance: 0.12345 },
      },
    });
    expect(await world.refusal('set_properties', first)).toMatchObject({ name: 'NO_EFFECT' });
    await world.do('set_properties', given([wall_id], COMMON, { Reference: null }));
    const [event] = world.log.all.slice(-1);
    const after = await world.ask('get_element', { element_id: wall_id });
    expect(after).toMatchObject({
      params: { properties: { [COMMON]: { ThermalTransmittance: 0.12345 } } },
    });
    expect(JSON.stringify(after)).not.toContain('W1');
    await world.do('undo', { event_id: event?.event_id });
    const undone = await world.ask('get_element', { element_id: wall_id });
    expect(undone).toMatchObject({ params: { properties: { [COMMON]: { Reference: 'W1' } } } });
  });

  test.each([
    [
      'a set that there is not',
      'Pset_WallComon',
      { Reference: 'x' },
      `UNKNOWN_PARAMETER: ${COMMON}`,
    ],
    [
      'a set of other elements',
      'Pset_DoorCommon',
      { Reference: 'x' },
      `INVALID_ARGUMENT: ${COMMON}`,
    ],
    [
      'a property that there is not',
      COMMON,
      { ThermalTransmitance: 1 },
      'UNKNOWN_PARAMETER: ThermalTransmittance',
    ],
    ['a text for a number', COMMON, { ThermalTransmittance: '0.2' }, 'INVALID_ARGUMENT: number'],
    ['a number for a text', COMMON, { AcousticRating: 52 }, 'INVALID_ARGUMENT: IfcLabel'],
    ['a text for a yes or no', COMMON, { Combustible: 'yes' }, 'INVALID_ARGUMENT: boolean'],
    [
      'a word that is not in its enumeration',
      COMMON,
      { Status: 'OLD' },
      'INVALID_ARGUMENT: EXISTING',
    ],
    [
      'a value that a parameter defines',
      COMMON,
      { FireRating: 'F90' },
      'INVALID_ARGUMENT: fire_rating_min',
    ],
    [
      'a value that a parameter defines',
      COMMON,
      { LoadBearing: true },
      'INVALID_ARGUMENT: load_bearing',
    ],
    ['a list', 'Own', { a: [1] }, 'INVALID_ARGUMENT: a number'],
    ['a set of the name of a prototype', '__proto__', { a: 1 }, 'INVALID_ARGUMENT: __proto__'],
    ['a set that all objects have', 'constructor', { a: 1 }, 'INVALID_ARGUMENT: constructor'],
    ['a property that all objects have', 'Own', { prototype: 1 }, 'INVALID_ARGUMENT: prototype'],
    ['more than the limit', 'Own', many(), 'OUT_OF_RANGE: 8000'],
  ])('are refused: %s', async (_what, set, properties, says) => {
    const [name, text = ''] = says.split(': ');
    const body = await world.refusal('set_properties', given([wall_id], set, properties));
    expect(body).toMatchObject({ name });
    expect(body.message).toContain(text);
  });

  test('of sets of one predefined type are those of the type of furniture', async () => {
    const furniture = (furniture_type: string, x: number): Promise<string> =>
      world.make('create_furniture', { level_id, furniture_type, location: P(x, 5000) });
    const bath = await furniture('bathtub', 0);
    const desk = await furniture('desk', 5000);
    await world.do(
      'set_properties',
      given([bath], 'Pset_SanitaryTerminalTypeBath', { BathType: 'FOOT' }),
    );
    const area = { WorksurfaceArea: 1.28e6 };
    await world.do('set_properties', given([desk], 'Pset_FurnitureTypeDesk', area));
    const shower = given([bath], 'Pset_SanitaryTerminalTypeShower', { IsHeated: true });
    const chair = given([desk], 'Pset_FurnitureTypeChair', { SeatingHeight: 450 });
    expect(await world.refusal('set_properties', shower)).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: expect.stringContaining(
        `\`Pset_SanitaryTerminalTypeShower\` does not apply to furniture \`${bath}\` but to IfcSanitaryTerminal/SHOWER`,
      ),
    });
    expect(await world.refusal('set_properties', chair)).toMatchObject({
      name: 'INVALID_ARGUMENT',
    });
  });

  test('of parking spaces are refused for a room, which is exported as a space', async () => {
    const corners = [P(0, 0), P(4000, 0), P(4000, 3000), P(0, 3000)];
    const room = await world.make('create_room', { level_id, boundary_points: corners });
    const parking = given([room], 'Pset_SpaceParking', { ParkingUnits: 2 });
    const refusal = await world.refusal('set_properties', parking);
    expect(refusal).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(refusal.message).toContain('IfcSpace/PARKING');
  });

  test('of a column state facts for which it has no parameter', async () => {
    const common = { FireRating: 'R 90', LoadBearing: true, IsExternal: false };
    await world.do('set_properties', given([column_id], 'Pset_ColumnCommon', common));
    const filter = { where: [{ field: 'Pset_ColumnCommon.LoadBearing', value: true }] };
    const fields = ['Pset_ColumnCommon.FireRating', `${COMMON}.LoadBearing`];
    const { elements } = await world.ask('query_elements', { filter, fields });
    expect(elements).toEqual([
      {
        element_id: column_id,
        kind: 'column',
        'Pset_ColumnCommon.FireRating': 'R 90',
        [`${COMMON}.LoadBearing`]: null,
      },
    ]);
  });

  test('reflect the parameters of walls in queries, schedules and completeness checks', async () => {
    const common = { FireRating: 'R 90', LoadBearing: true };
    await world.do('set_properties', given([column_id], 'Pset_ColumnCommon', common));
    const fields = ['fire_rating_min', 'load_bearing', 'is_external'];
    const where = [{ field: 'fire_rating_min', op: 'ge', value: 60 }];
    const found = await world.ask('query_elements', { filter: { where }, fields });
    expect(found['elements']).toEqual([
      {
        element_id: column_id,
        kind: 'column',
        fire_rating_min: 90,
        load_bearing: true,
        is_external: null,
      },
    ]);
    const refuse = (code: 'INVALID_ARGUMENT' | 'UNKNOWN_PARAMETER', message: string): never => {
      throw new Refusal(code, message);
    };
    const table = schedule(world.view, { category: 'Columns', parameters: fields }, refuse);
    expect(table.rows[0]?.cells.slice(0, 3)).toEqual([90, true, null]);
    expect(table.columns[0]).toMatchObject({ title: 'Fire rating', unit: 'min' });
    const required = { required_params: ['fire_rating_min'], categories: ['Columns'] };
    expect(await world.run('data_completeness', required)).toMatchObject({ status: 'complete' });
    const set = { element_id: column_id, parameter_name: 'fire_rating_min', value: 60 };
    const body = await world.refusal('modify_parameter', set);
    expect(body).toMatchObject({ name: 'INVALID_ARGUMENT', data: { set: 'Pset_ColumnCommon' } });
    expect(body.message).toContain('set_properties with set `Pset_ColumnCommon` and `FireRating`');
  });

  test('of a type apply to its elements, unless they have their own', async () => {
    const layers = [{ material: 'Concrete', thickness: 200, function: 'structure' }];
    const type_id = await world.make('create_type', { name: 'Deck', for: 'roof', layers });
    const points = [P(0, 0), P(5000, 0), P(5000, 4000), P(0, 4000)];
    const roof = { level_id, boundary_points: points, roof_type: 'flat', type_id };
    const ids = [await world.make('create_roof', roof)];
    const set = 'Pset_RoofCommon';
    await world.do(
      'set_properties',
      given([type_id], set, { FireRating: 'REI 30', Reference: 'R' }),
    );
    await world.do('set_properties', given(ids, set, { FireRating: 'REI 60' }));
    const fields = ['fire_rating_min', `${set}.Reference`];
    const { elements } = await world.ask('query_elements', {
      filter: { categories: ['Roofs'] },
      fields,
    });
    expect(elements).toMatchObject([{ fire_rating_min: 60, [`${set}.Reference`]: 'R' }]);
    const walls = await world.make('create_type', { name: 'Wall', for: 'wall', layers });
    const door = await world.make('create_type', { name: 'Door', for: 'door' });
    for (const [id, of, name, value, expected] of [
      [walls, COMMON, 'FireRating', 'F 90', '`fire_rating_min` of each wall'],
      [walls, COMMON, 'LoadBearing', true, '`load_bearing` of each wall'],
      [door, 'Pset_DoorCommon', 'IsExternal', true, '`usage` of the wall that a door sits in'],
      [door, 'Pset_DoorWindowGlazingType', 'GlassLayers', 2, '`glazing` of type'],
      [door, COMMON, 'Reference', 'x', 'does not apply to type'],
    ] as const) {
      const body = await world.refusal('set_properties', given([id], of, { [name]: value }));
      expect(body).toMatchObject({ name: 'INVALID_ARGUMENT' });
      expect(body.message).toContain(expected);
    }
  });

  test('are not set by modify_parameter, nor on elements without properties in IFC', async () => {
    const set = { element_id: wall_id, parameter_name: 'properties', value: {} };
    expect(await world.refusal('modify_parameter', set)).toMatchObject({
      name: 'UNKNOWN_PARAMETER',
    });
    const material = await world.make('create_material', { name: 'm', colour: '#000000' });
    const body = await world.refusal('set_properties', given([material], 'Own', { a: 1 }));
    expect(body).toMatchObject({ name: 'INVALID_ARGUMENT' });
    await world.do('set_properties', given([level_id], 'Own', { a: 1 }));
  });

  test('are columns of schedules, as numbers if the table defines numbers, together with parameters', async () => {
    await world.do('set_properties', given([wall_id], COMMON, { ThermalTransmittance: 0.24 }));
    const refuse = (code: 'INVALID_ARGUMENT' | 'UNKNOWN_PARAMETER', message: string): never => {
      throw new Refusal(code, message);
    };
    const names = [`${COMMON}.ThermalTransmittance`, `${COMMON}.LoadBearing`, 'Own.x'];
    const request = { category: 'Walls', parameters: names };
    const table = schedule(world.view, request, refuse);
    const shown = names.map((name) => table.columns.findIndex(({ key }) => key === name));
    expect(shown.map((at) => table.columns[at]?.type)).toEqual(['number', 'boolean', 'text']);
    expect(shown.map((at) => table.rows[0]?.cells[at])).toEqual([0.24, false, null]);
    const wrong = { category: 'Walls', parameters: [`${COMMON}.Nothing`] };
    expect(() => schedule(world.view, wrong, refuse)).toThrow('UNKNOWN_PARAMETER');
  });

  test('can be required by data_completeness', async () => {
    const required = { required_params: ['Pset_ColumnCommon.FireRating'], categories: ['Columns'] };
    const before = await world.run('data_completeness', required);
    expect(before).toMatchObject({ status: 'missing' });
    const rating = given([column_id], 'Pset_ColumnCommon', { FireRating: 'R 90' });
    await world.do('set_properties', rating);
    const after = await world.run('data_completeness', required);
    expect(after).toMatchObject({ status: 'complete' });
  });

  test('do not include members of the object prototype', async () => {
    const fields = ['constructor.name', `${COMMON}.constructor`];
    const filter = { categories: ['Columns'] };
    const { elements } = await world.ask('query_elements', { filter, fields });
    expect(elements).toEqual([
      { element_id: column_id, kind: 'column', [fields[0] ?? '']: null, [fields[1] ?? '']: null },
    ]);
    const required = { required_params: ['constructor.name'], categories: ['Columns'] };
    const { status } = await world.run('data_completeness', required);
    expect(status).toBe('missing');
  });
});

function many(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`n${n}`, 'x'.repeat(400)]));
}
