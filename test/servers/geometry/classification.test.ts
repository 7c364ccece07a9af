/** @module tests of classification: codes are checked, inherited from types, shown, queried, scheduled and undone. */
import { beforeEach, describe, expect, test } from 'vitest';

import {
  ownClassification,
  withCodes,
} from '../../../kernel/building/kinds/shared/classification.ts';
import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { takeOff } from '../../../kernel/documents/schedules/take-off.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const WALL_CLASS = 'https://identifier.buildingsmart.org/uri/buildingsmart/ifc/4.3/class/IfcWall';

let world: World;
let wall_id: string;
let other_id: string;
let type_id: string;

beforeEach(async () => {
  world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const layers = [{ material: 'Brick', thickness: 240, function: 'structure' }];
  type_id = await world.make('create_type', { name: 'Brick 240', for: 'wall', layers });
  const typed = { level_id, type_id };
  wall_id = await world.make('create_wall', { ...typed, start: P(0, 0), end: P(5000, 0) });
  other_id = await world.make('create_wall', { ...typed, start: P(0, 4000), end: P(5000, 4000) });
});

const classify = (element_id: string, value: unknown) => ({
  element_id,
  parameter_name: 'classification',
  value,
});
const give = (element_ids: readonly string[], properties: object) => ({
  element_ids,
  set: 'classification',
  properties,
});
const refused = async (value: unknown) =>
  await world.refusal('modify_parameter', classify(wall_id, value));

describe('classification', () => {
  test('is set as a whole or by system, in its shortest form, changed, removed and undone', async () => {
    const full = { code: '334', name: 'Openings', edition: '2018-12', source: 'DIN' };
    await world.do(
      'modify_parameter',
      classify(wall_id, { OmniClass: '21-02 20', 'DIN 276': full }),
    );
    await world.do('set_properties', give([wall_id, other_id], { Uniclass: { code: 'Ss_25_10' } }));
    const all = { 'DIN 276': full, OmniClass: '21-02 20', 'Uniclass 2015': 'Ss_25_10' };
    const { params } = await world.ask('get_element', { element_id: wall_id });
    expect(params).toMatchObject({ classification: all });
    // Another spelling of the system replaces its code.
    await world.do(
      'set_properties',
      give([wall_id], { 'Uniclass 2015': 'Ss_30', OmniClass: null }),
    );
    const changed = await world.ask('get_element', { element_id: wall_id });
    expect(changed).toHaveProperty('params.classification', {
      'DIN 276': full,
      'Uniclass 2015': 'Ss_30',
    });
    const [event] = world.log.all.slice(-1);
    await world.do('undo', { event_id: event?.event_id });
    const undone = await world.ask('get_element', { element_id: wall_id });
    expect(undone).toHaveProperty('params.classification', all);
    await world.do('modify_parameter', classify(wall_id, null));
    const none = await world.ask('get_element', { element_id: wall_id });
    expect(none).toHaveProperty('params.classification', null);
    for (const call of [give([other_id], { Uniclass: 'Ss_25_10' }), give([wall_id], { X: null })]) {
      expect(await world.refusal('set_properties', call)).toMatchObject({ name: 'NO_EFFECT' });
    }
  });

  test.each([
    [{ 'Uniclass 2015': 'Ss_25_1' }, '`Ss_25_1` is no code of Uniclass 2015', '`Ss_25_10_30`'],
    [{ omniclass: '21-2' }, '`21-2` is no code of OmniClass', '`21-02 20`'],
    [{ 'DIN 276': '934' }, '`934` is no code of DIN 276', '`334`'],
    [{ 'eBKP-H': 'C2' }, '`C2` is no code of eBKP-H', '`C 2.1`'],
    [{ bSDD: 'IfcWall' }, '`IfcWall` is no code of bSDD', '/class/IfcWall'],
    [{ Uniclass: 'Ss_25', 'Uniclass 2015': 'Ss_30' }, 'the same classification system', 'one code'],
    [{ Own: { code: 'A', uri: 'urn' } }, '`uri` `urn`', 'an absolute address'],
    [{ Own: 'A\u202Eb' }, 'control characters', 'printable text'],
    [{ ' Own': 'A' }, 'spaces at its ends', 'printable text'],
  ])('refuses %j', async (value, received, expected) => {
    const refusal = await refused(value);
    expect(refusal).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(refusal.message).toContain(received);
    expect(refusal.message).toContain(expected);
    const again = await world.refusal('set_properties', give([wall_id], value));
    expect(again.message).toContain(received);
  });

  test('refuses values of another form, too many systems, and elements without a class', async () => {
    expect(await refused('Ss_25')).toMatchObject({ name: 'INVALID_ARGUMENT' });
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`S${i}`, 'x']));
    expect((await refused(many)).message).toContain('at most 20 systems');
    const part = await world.refusal('set_properties', give([wall_id], { Own: { name: 'x' } }));
    expect(part.message).toContain('{code, name?, uri?, edition?, source?}');
    await world.do('create_grid', { name: 'A', start: P(0, 0), end: P(0, 9000) });
    const [axis] = world.view.elementsOf('grid');
    const none = await world.refusal('set_properties', give([axis?.id ?? ''], { Own: 'x' }));
    expect(none.message).toContain('which has no classification');
  });

  test('is a parameter of types, levels, and what is a product in IFC, and of nothing else', () => {
    const without = world.view.kinds.all.filter(
      ({ params }) => !('classification' in params.shape),
    );
    expect(without.map(({ kind }) => kind).toSorted()).toEqual([
      'grid',
      'group',
      'material',
      'site',
    ]);
  });

  test('is set by the statement `properties` of a script', async () => {
    const script = `properties @"Brick 240" classification "DIN 276" "331", Uniclass "EF_25_10"`;
    await world.do('run_script', { script });
    const { params } = await world.ask('get_element', { element_id: type_id });
    expect(params).toMatchObject({
      classification: { 'DIN 276': '331', 'Uniclass 2015': 'EF_25_10' },
    });
  });

  test('has one name for a known system, however it is spelled', async () => {
    await world.do('set_properties', give([wall_id], { Uniclass: 'EF_25_10', DIN276: '331' }));
    const edition = '2018-12';
    await world.do('set_properties', give([other_id], { 'din 276:2018': '331' }));
    const paramsOf = async (element_id: string) =>
      (await world.ask('get_element', { element_id }))['params'];
    const stored = { 'Uniclass 2015': 'EF_25_10', 'DIN 276': '331' };
    expect(await paramsOf(wall_id)).toMatchObject({ classification: stored });
    const dated = { 'DIN 276': { code: '331', edition } };
    expect(await paramsOf(other_id)).toMatchObject({ classification: dated });
    const again = give([wall_id], { 'Uniclass 2015': 'EF_25_10' });
    expect(await world.refusal('set_properties', again)).toMatchObject({ name: 'NO_EFFECT' });
  });

  test('keeps the spelling of an older log, so that a correction loses nothing, and reads its system', () => {
    const wall = world.view.element(wall_id);
    if (wall === undefined) throw new Error('expected the wall');
    const params = { ...wall.params, classification: { Uniclass: 'EF_25_10', DIN276: '331' } };
    const older = { ...wall, params };
    const context = {
      refuse: (_: string, message: string): never => {
        throw new Error(message);
      },
      ids: { next: () => '' },
      snap_mm: 0,
    };
    const changed = withCodes(older, { 'Uniclass 2015': 'EF_25_30', 'DIN 276': '332' }, context);
    expect(changed.params).toMatchObject({
      classification: { DIN276: '332', Uniclass: 'EF_25_30' },
    });
    expect(ownClassification(older).map(({ system, code }) => [system, code])).toEqual([
      ['Uniclass 2015', 'EF_25_10'],
      ['DIN 276', '331'],
    ]);
  });

  test('is inherited from the type unless the element has a code of that system', async () => {
    const values = { 'Uniclass 2015': 'EF_25_10', 'DIN 276': '331' };
    await world.do('modify_parameter', classify(type_id, values));
    await world.do(
      'modify_parameter',
      classify(wall_id, { uniclass: 'EF_25_30', bSDD: WALL_CLASS }),
    );
    const include = ['classifications'];
    const { classifications } = await world.ask('get_element', { element_id: wall_id, include });
    expect(classifications).toEqual([
      { system: 'Uniclass 2015', code: 'EF_25_30', from: 'element' },
      { system: 'bSDD', code: WALL_CLASS, from: 'element' },
      { system: 'DIN 276', code: '331', from: 'type' },
    ]);
    const fields = ['classification.Uniclass 2015', 'classification.DIN 276', 'classification.ifc'];
    const rows = await world.ask('query_elements', { filter: { categories: ['Walls'] }, fields });
    expect(rows).toMatchObject({
      elements: [
        { [fields[0] ?? '']: 'EF_25_30', [fields[1] ?? '']: '331', [fields[2] ?? '']: 'IfcWall' },
        { [fields[0] ?? '']: 'EF_25_10', [fields[1] ?? '']: '331', [fields[2] ?? '']: null },
      ],
    });
    const where = [{ field: 'classification.uniclass', op: 'eq', value: 'EF_25_10' }];
    const filter = { categories: ['Walls'], where };
    const found = await world.ask('query_elements', { filter });
    expect(found).toMatchObject({ elements: [{ element_id: other_id }] });
  });

  test('forms groups of schedules and take-offs', async () => {
    await world.do('modify_parameter', classify(type_id, { 'DIN 276': '331' }));
    await world.do('modify_parameter', classify(wall_id, { 'DIN 276': '341' }));
    const refuse = (code: 'INVALID_ARGUMENT' | 'UNKNOWN_PARAMETER', message: string): never => {
      throw new Refusal(code, message);
    };
    const field = 'classification.DIN 276';
    const request = { category: 'Walls', parameters: ['length_m'], group_by: [field] };
    const listed = schedule(world.view, request, refuse);
    expect(listed.columns[0]).toMatchObject({ key: field, title: 'DIN 276', type: 'text' });
    expect(listed.groups.map(({ value, count }) => [value, count])).toEqual([
      ['331', 1],
      ['341', 1],
    ]);
    const taken = takeOff(world.view, { categories: ['Walls'], grouping: [field] }, refuse);
    expect(taken.rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ['331', 1],
      ['341', 1],
    ]);
  });
});
