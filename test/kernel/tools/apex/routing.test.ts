/** @module routing: which plane an intent goes to, how deep calls may nest, and the codes that planes return (T1, T3, T4). */
import { describe, expect, test } from 'vitest';

import type { RouteOutput } from '../../../kernel/apex/apex.ts';
import type { Plane } from '../../../kernel/apex/plane.ts';
import { aliasOf } from '../../../kernel/apex/routing.ts';
import { apex, FOUR, plane } from './apex-bench.ts';

describe('T1 routing: an intent goes to its plane, and never below it', () => {
  test.each([
    ['tool.web.search', 'mpt.web.search', 'mpt'],
    [' tool.code.python ', 'mpt.code.python', 'mpt'],
    ['place a door in the wall', 'mpe', 'mpe'],
    ['Place A DOOR', 'mpe', 'mpe'],
    ['run the honesty experiment', 'mps', 'mps'],
    ['the pseudo-axion', 'mps', 'mps'],
    ['tools for a door', 'mpe', 'mpe'],
    ['which law applies', 'mpa.rumpole', 'mpa'],
    ['lawn and doorway and outlaw', 'mpa', 'mpa'],
    ['good morning', 'mpa', 'mpa'],
    ['mpa.rumpole', 'mpa.rumpole', 'mpa'],
    ['mps', 'mps', 'mps'],
    ['a wall with tool.web.search', 'mpe', 'mpe'],
  ])('%s', async (intent, route, called) => {
    const planes = FOUR.map((name) => plane(name));
    const out = await apex(planes.map(({ value }) => value)).route({ intent, payload: {} });
    expect(out).toMatchObject({
      kind: 'BOUNDED_OUTPUT',
      payload: { plane: called },
      audit: { route },
    });
    expect(
      planes.flatMap(({ asked, value }) => asked.map((request) => [value.name, request.route])),
    ).toEqual([[called, route]]);
  });

  test.each([
    ['tool.shell.exec', 'SAFETY_POLICY'],
    ['tool.web', 'DIS_INSUFFICIENT'],
    ['tool.web.search please', 'DIS_INSUFFICIENT'],
    ['tool.', 'DIS_INSUFFICIENT'],
  ])('%s is refused before any plane', async (intent, code) => {
    const planes = FOUR.map((name) => plane(name));
    const out = await apex(planes.map(({ value }) => value)).route({ intent, payload: {} });
    expect(out).toMatchObject({ kind: 'REFUSAL', code });
    expect(planes.flatMap(({ asked }) => asked)).toEqual([]);
  });

  test('a plane joins by registering; one that is not here is refused', async () => {
    const one = apex([]);
    expect(await one.route({ intent: 'mps', payload: {} })).toMatchObject({
      code: 'DIS_INSUFFICIENT',
    });
    one.register(plane('mps').value);
    expect(await one.route({ intent: 'mps', payload: {} })).toMatchObject({
      kind: 'BOUNDED_OUTPUT',
    });
    expect(() => one.register(plane('mps').value)).toThrow('`mps` is registered already');
  });
});

describe('T3 depth: more hops than allowed end in REFUSAL(BOUND_DEPTH)', () => {
  test('the 7th hop of 6', async () => {
    const one = apex([plane('mps').value]);
    let parent: string | undefined;
    const ends: string[] = [];
    for (let hop = 1; hop <= 8; hop += 1) {
      const trace = parent === undefined ? {} : { trace: { parent_exec_id: parent } };
      const out: RouteOutput = await one.route({ intent: 'mps', payload: {}, ...trace });
      parent = out.audit.exec_id;
      ends.push(out.audit.termination);
    }
    expect(ends).toEqual([
      ...Array<string>(6).fill('BOUNDED_OUTPUT'),
      ...Array<string>(2).fill('REFUSAL(BOUND_DEPTH)'),
    ]);
  });
  test.each([
    [6, 'BOUNDED_OUTPUT'],
    [7, 'REFUSAL(BOUND_DEPTH)'],
  ])('a caller that says it is at hop %i', async (hops, termination) => {
    const out = await apex([plane('mps').value]).route({
      intent: 'mps',
      payload: {},
      trace: { hops },
    });
    expect(out.audit.termination).toBe(termination);
  });
});

describe('T4 aliases: codes of planes and tools become those of the surface', () => {
  test.each([
    ['TOOL_TIMEOUT', 'BOUND_TIME'],
    ['TOOL_FAIL', 'FRAGILITY'],
    ['TOOL_UNSAFE', 'SAFETY_POLICY'],
    ['TOOL_SCHEMA_MISS', 'DIS_INSUFFICIENT'],
    ['TOOL_DRIFT', 'CONFLICT_PST'],
    ['BOUND_MEM', 'BOUND_MEM'],
    ['BOUND_BUDGET', 'BOUND_BUDGET'],
    ['ENTROPY_CLARITY', 'ENTROPY_CLARITY'],
    ['SOMETHING_NEW', 'FRAGILITY'],
  ])('%s is %s', async (code, surface) => {
    const { value } = plane('mps', { kind: 'refusal', code, cause: 'because', consumed: {} });
    const out = await apex([value]).route({ intent: 'mps', payload: {} });
    expect(out).toMatchObject({
      kind: 'REFUSAL',
      code: surface,
      cause: 'because',
      audit: { termination: `REFUSAL(${surface})` },
    });
    expect(out.audit.provenance['plane_code']).toBe(code === surface ? undefined : code);
  });
  test('names of objects are no aliases', () => {
    expect(aliasOf({}, 'constructor')).toBe('FRAGILITY');
  });

  const broken: Plane = {
    name: 'mps',
    dispatch: () => {
      throw new Error('/etc/passwd');
    },
  };
  test.each<[string, Plane]>([
    ['throws', broken],
    ['answers nothing', plane('mps', null).value],
    ['answers nonsense', plane('mps', { kind: 'output', payload: () => 1, consumed: {} }).value],
    [
      'consumes nonsense',
      plane('mps', { kind: 'output', payload: 1, consumed: { gas: -1 } }).value,
    ],
    [
      'invents a code',
      plane('mps', { kind: 'refusal', code: 'no code', cause: '', consumed: {} }).value,
    ],
  ])('a plane that %s is FRAGILITY and says nothing of its inside', async (_, value) => {
    const out = await apex([value]).route({ intent: 'mps', payload: {} });
    expect(out).toMatchObject({ kind: 'REFUSAL', code: 'FRAGILITY' });
    expect(JSON.stringify(out)).not.toContain('passwd');
  });
});
