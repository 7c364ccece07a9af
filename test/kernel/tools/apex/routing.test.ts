/** @module routing.test: planes of intents, nesting of calls, and the public codes of planes' refusals (T1, T3, T4). */
import { describe, expect, test } from 'vitest';

import type { RouteOutput } from '../../../../kernel/tools/apex/apex.ts';
import type { Plane } from '../../../../kernel/tools/apex/plane.ts';
import { aliasOf } from '../../../../kernel/tools/apex/routing.ts';
import { apex, FOUR, plane } from './apex-bench.ts';

describe('T1 routing: an intent goes to its plane', () => {
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
  ])('`%s` takes the route %s', async (intent, route, called) => {
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
  ])('%s is refused before any plane is called', async (intent, code) => {
    const planes = FOUR.map((name) => plane(name));
    const out = await apex(planes.map(({ value }) => value)).route({ intent, payload: {} });
    expect(out).toMatchObject({ kind: 'REFUSAL', code });
    expect(planes.flatMap(({ asked }) => asked)).toEqual([]);
  });

  test('a route to an unregistered plane is refused', async () => {
    expect(await apex([]).route({ intent: 'mps', payload: {} })).toMatchObject({
      code: 'DIS_INSUFFICIENT',
    });
  });
});

describe('T3 depth: a request with too many hops ends in REFUSAL(BOUND_DEPTH)', () => {
  test('from the 7th hop on, if 6 are allowed', async () => {
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
  ])('a request whose caller counts %i hops ends in %s', async (hops, termination) => {
    const out = await apex([plane('mps').value]).route({
      intent: 'mps',
      payload: {},
      trace: { hops },
    });
    expect(out.audit.termination).toBe(termination);
  });
});

describe('T4 aliases: codes of planes and tools are mapped to public codes', () => {
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
  ])('%s becomes %s', async (code, surface) => {
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
  test('a code named like an inherited object member has no alias', () => {
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
  ])('a plane that %s ends in FRAGILITY without internal details', async (_, value) => {
    const out = await apex([value]).route({ intent: 'mps', payload: {} });
    expect(out).toMatchObject({ kind: 'REFUSAL', code: 'FRAGILITY' });
    expect(JSON.stringify(out)).not.toContain('passwd');
  });
});
