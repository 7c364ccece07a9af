/** @module emptied-values.test: which stored values events leave empty, and how plans state them. */
import { describe, expect, it } from 'vitest';

import { emptiedIn, hasEmptied, valueLoss } from '../../../governance/approval/emptied-values.ts';
import type { Json, ParamValues, PlannedEvent } from '../../../schemas/events.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';

describe('a stored value that becomes empty', () => {
  const set = (parameter: string, was: Json, to: Json): PlannedEvent => ({
    type: 'element.modified',
    aggregate_id: 'R',
    payload: { updates: { [parameter]: to }, previous: { [parameter]: was } },
  });

  const lost = (events: readonly PlannedEvent[]): readonly string[] =>
    emptiedIn(events).map((one) => valueLoss(one).parameter);

  it.each<[string, Json, Json, boolean]>([
    ['name', 'Kitchen', null, true],
    ['name', 'Kitchen', ' ', true],
    ['name', 'Kitchen', '\u200B–', true],
    ['name', 'Kitchen', '\u3164\uFFA0\u115F', true],
    ['name', 'Kitchen', '\u{13441}\u{13442}', true],
    ['name', 'Kitchen', 'x', false],
    ['name', 'Küche', '台所', false],
    ['name', '  ', null, false],
    ['name', null, null, false],
    ['occupancy', 0, null, true],
    ['occupancy', 12, 0, false],
    ['top_level_id', 'level_2', null, true],
    ['top_level_id', 'level_2', 'level_3', false],
    ['point', { x: 0, y: 0 }, null, true],
    ['is_exit', true, false, false],
    ['is_exit', false, null, true],
    ['georeference', { crs: 'EPSG:25832', eastings: 0 }, null, true],
    ['georeference', { crs: 'EPSG:25832', eastings: 0 }, { crs: '-', eastings: null }, true],
    ['boundary', [{ x: 0, y: 0 }], null, true],
    ['holes', [[{ x: 0, y: 0 }]], [], true],
    ['curtain', { columns: 4 }, {}, true],
    ['curtain', {}, null, false],
    ['edges', [null, {}], [], false],
    ['pins', { start: [{ x: 0, y: 0 }], end: null }, null, false],
    ['cut_planes', [{ point: { x: 0, y: 0, z: 0 } }], null, true],
  ])('%s %j becomes %j: %s', (parameter, was, to, isLost) => {
    const want = isLost ? [{ element_id: 'R', path: [parameter], was }] : [];
    expect(emptiedIn([set(parameter, was, to)])).toEqual(want);
  });

  it.each<[Json, string[]]>([
    [{ Survey: { Note: 'damp', Year: 1904, Ok: false } }, []],
    [{ Survey: { Note: 'dry', Year: 0, Ok: true } }, []],
    [{ Survey: { Note: true, Year: 'x', Ok: 0 } }, []],
    [{ Survey: { Note: ' . ', Year: 1904, Ok: false } }, ['Survey.Note']],
    [{ Survey: { Year: 1904 } }, ['Survey.Note', 'Survey.Ok']],
    [{ Other: { Note: 'damp' } }, ['Survey.Note', 'Survey.Year', 'Survey.Ok']],
    [null, ['Survey.Note', 'Survey.Year', 'Survey.Ok']],
  ])('is found in properties that become %j', (to, want) => {
    const was = { Survey: { Note: 'damp', Year: 1904, Ok: false } };
    const changes = [set('properties', was, to)];
    expect(lost(changes)).toEqual(want);
    expect(hasEmptied(changes, undefined)).toBe(false);
  });

  it.each<[string[], string[]]>([
    [
      ['.', ' '],
      ['layers[0].material', 'layers[1].material'],
    ],
    [['Brick', '-'], ['layers[1].material']],
    [['Brick'], []],
    [['wool', 'Brick'], []],
    [['-', 'Brick'], ['layers[0].material']],
    [['Brick', 'foam', '-'], []],
    [[], ['layers']],
  ])('is found in layers that become layers of %j', (materials, want) => {
    const of = (...names: string[]): Json =>
      names.map((material) => ({ material, thickness: 100, function: 'finish' }));
    expect(lost([set('layers', of('Brick', 'wool'), of(...materials))])).toEqual(want);
  });

  it('is found in members of objects and lists, but not when only the order of the items changes', () => {
    const curtain = { columns: 4, mullion_width: 50 };
    expect(lost([set('curtain', curtain, { columns: 4 })])).toEqual(['curtain.mullion_width']);
    const edges = [{ gable: true }, { slope_deg: 30 }, {}];
    expect(lost([set('edges', edges, [{ gable: true }, {}, {}])])).toEqual(['edges[1]']);
    expect(lost([set('edges', edges, edges.toReversed())])).toEqual([]);
    expect(lost([set('edges', edges, 'none')])).toEqual(['edges']);
  });

  const both = (was: ParamValues, to: ParamValues): PlannedEvent => ({
    type: 'element.modified',
    aggregate_id: 'R',
    payload: { updates: to, previous: was },
  });

  it('is not a loss if the same effect states the fact in another way', () => {
    const rises = { top_level_id: 'level_2', height: 3000 };
    expect(lost([both(rises, { top_level_id: null, height: 2800 })])).toEqual([]);
    expect(lost([both(rises, { top_level_id: null, height: 3000 })])).toEqual(['top_level_id']);
    expect(lost([both(rises, { top_level_id: null, height: null })])).toHaveLength(2);
    const edge = (value: Json): Json => [{}, value];
    const gable = { gable: true };
    expect(lost([set('edges', edge({ slope_deg: 30 }), edge(gable))])).toEqual([]);
    const sloped = set('edges', edge({ slope_deg: 30 }), edge({ gable: false }));
    expect(lost([sloped])).toEqual(['edges[1].slope_deg']);
    const follows = { top_level_id: 'level_2', follows_level: null };
    expect(lost([both(follows, { top_level_id: null, follows_level: true })])).toEqual([]);
    expect(lost([both(follows, { top_level_id: null, follows_level: false })])).toEqual([
      'top_level_id',
    ]);
    const grid = { columns: 4, rows: 2 };
    expect(lost([set('curtain', grid, { panel_width: 900, rows: 2 })])).toEqual([]);
    expect(lost([set('curtain', grid, { panel_width: 900 })])).toEqual(['curtain.rows']);
    const lines = { column_positions: [900], row_positions: [1200] };
    expect(lost([set('curtain', grid, lines)])).toEqual([]);
    expect(lost([set('curtain', lines, grid)])).toEqual([]);
  });

  it('is judged by the first and the last value of all events, regardless of the values in between', () => {
    const note = (value: Json): Json => ({ Survey: value === null ? {} : { Note: value } });
    const steps = (...values: Json[]): readonly PlannedEvent[] =>
      values.slice(1).map((to, i) => set('properties', note(values[i] ?? null), note(to)));
    expect(lost(steps('asbestos', true, null))).toEqual(['Survey.Note']);
    expect(lost(steps('asbestos', 7, '.'))).toEqual(['Survey.Note']);
    expect(lost(steps('asbestos', null, 'x'))).toEqual([]);
    expect(lost(steps(null, 'x', null))).toEqual([]);
    expect(lost(steps('.', null))).toEqual(['Survey.Note']);
  });

  it('is not a loss if the same effect created it, and is reported once', () => {
    const made = EXAMPLE_EVENTS['element.created'];
    const emptied = set('name', 'A', null);
    expect(emptiedIn([{ ...made, aggregate_id: 'R' }, emptied])).toEqual([]);
    expect(emptiedIn([emptied, set('name', null, 'B'), set('name', 'B', null)])).toEqual([
      { element_id: 'R', path: ['name'], was: 'A' },
    ]);
  });

  it('includes what an element lacks after it is deleted and created again under its id', () => {
    const element = (params: ParamValues) => ({ id: 'R', kind: 'room', params });
    const gone = (params: ParamValues): PlannedEvent => ({
      type: 'element.deleted',
      aggregate_id: 'R',
      payload: { element: element(params), cascade_of: null },
    });
    const made = (params: ParamValues): PlannedEvent => ({
      type: 'element.created',
      aggregate_id: 'R',
      payload: { element: element(params) },
    });
    const was = { name: 'A', number: '1', usage: 'hall' };
    const again = [gone(was), made({ name: 'A', number: null })];
    expect(lost(again)).toEqual(['number', 'usage']);
    expect(lost([set('name', 'A', 'x'), gone({ ...was, name: 'x' }), made({})])).toEqual([
      'name',
      'number',
      'usage',
    ]);
    // An element that is deleted and not created again is listed as a deletion.
    expect(lost([gone(was)])).toEqual([]);
    expect(lost([made(was), gone(was), made({})])).toEqual([]);
  });

  it('is stated in full up to the longest text of a property, and shortened if it is longer', () => {
    const of = (was: Json): unknown => {
      const [one] = emptiedIn([set('name', was, null)]);
      return one === undefined ? one : valueLoss(one).was;
    };
    expect(of('x'.repeat(500))).toHaveLength(500);
    const points = Array.from({ length: 2000 }, (_, x) => ({ x, y: 0 }));
    expect(of(points)).toMatch(/^\[\{"x":0,"y":0\}.{186}… \(32891 characters\)$/u);
  });

  it('was judged event by event in older logs, for texts and numbers of parameters only', () => {
    const texts = [set('name', 'A', null)];
    expect(hasEmptied(texts, undefined)).toBe(true);
    expect(hasEmptied([...texts, set('name', null, 'B')], undefined)).toBe(false);
    expect(hasEmptied([set('name', 'A', true), set('name', true, null)], undefined)).toBe(false);
    expect(hasEmptied([set('georeference', { crs: 'EPSG:25832' }, null)], undefined)).toBe(false);
    expect(hasEmptied([set('top_level_id', 'level_2', null)], undefined)).toBe(false);
    expect(
      hasEmptied([both({ offset: 9, location: null }, { offset: null, location: {} })], undefined),
    ).toBe(true);
    const rehosted = { offset: null, location: { x: 0, y: 0 } };
    expect(hasEmptied([both({ offset: 9, location: null }, rehosted)], undefined)).toBe(false);
  });
});

describe('an appearance made for another form', () => {
  const was = { digest: 'a', glass: 0, mirrored: false, of: { width: 900 } };
  const change = (to: Json): PlannedEvent => ({
    type: 'element.modified',
    aggregate_id: 'd',
    payload: { updates: { appearance: to }, previous: { appearance: was } },
  });

  it('ends the one before, by version 3 of the rule', () => {
    const events = [change({ ...was, of: { width: 800 } })];
    expect(emptiedIn(events)).toEqual([{ element_id: 'd', path: ['appearance'], was }]);
    expect([3, 2, undefined].map((rule) => hasEmptied(events, rule))).toEqual([true, false, false]);
  });

  it('a mirrored one is no loss, and null is one by versions 2 and 3', () => {
    expect(emptiedIn([change({ ...was, mirrored: true })])).toEqual([]);
    expect([3, 2].map((rule) => hasEmptied([change(null)], rule))).toEqual([true, true]);
  });
});
