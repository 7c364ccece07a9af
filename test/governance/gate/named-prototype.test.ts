/** @module named-prototype.test: names that every object has are kept or refused, at any place, and never dropped. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { type Approving, approving } from './approving.ts';
import { type Harness, openHarness } from './harness.ts';

let harness: Harness;
let owner: Approving;
let wall_id: string;
beforeAll(async () => {
  const tools = [...geometryServer.tools, ...spatialServer.tools];
  harness = await openHarness({ ...geometryServer, tools });
  owner = await approving(harness);
  const script = 'level G at 0 height 3\nwall (0, 0) to (5, 0) as w';
  const { data } = await owner.done('run_script', { script });
  wall_id = String(Object(Object(data['results'])[1]).id);
});
afterAll(() => harness.close());

const named = (json: string): Record<string, unknown> => JSON.parse(json);

test.each<[string, string, () => Record<string, unknown>]>([
  ['properties.__proto__', 'set_properties', () => properties('{"__proto__": 5, "a": 1}')],
  ['__proto__', 'set_properties', () => named('{"__proto__": {"set": "Own"}}')],
  [
    'operations.0.arguments.__proto__',
    'apply_changes',
    () => ({ operations: [{ tool: 'create_level', arguments: named('{"__proto__": 1}') }] }),
  ],
  [
    'arguments.properties.__proto__',
    'preview_operation',
    () => ({ tool: 'set_properties', arguments: properties('{"__proto__": 1}') }),
  ],
  ['value.__proto__', 'modify_parameter', () => modified('start', '{"__proto__": 1, "x": 0}')],
])('refuses the name `__proto__` at %s of %s', async (at, tool, args) => {
  const { success, error } = await owner.ask(tool, args());
  expect(success).toBe(false);
  expect(error).toMatchObject({ name: 'INVALID_ARGUMENT', data: { issues: [{ argument: at }] } });
  expect(error?.hint).toContain('another name');
});

function properties(json: string): Record<string, unknown> {
  return { element_ids: [wall_id], set: 'Own', properties: named(json) };
}

function modified(parameter_name: string, json: string): Record<string, unknown> {
  return { element_id: wall_id, parameter_name, value: named(json) };
}

test.each(['toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'])(
  'keeps a property and a set called %s',
  async (name) => {
    for (const [set, property] of [
      ['Own', name],
      [name, 'Own'],
    ] as const) {
      const said = { element_ids: [wall_id], set, properties: { [property]: name } };
      await owner.done('set_properties', said);
      const { data } = await owner.ask('get_element', { element_id: wall_id });
      expect(Object(Object(data['params']).properties)[set]).toMatchObject({ [property]: name });
      const fields = [`${set}.${property}`];
      const where = [{ field: `${set}.${property}`, value: name }];
      const found = await owner.ask('query_elements', { filter: { where }, fields });
      expect(found.data['elements']).toMatchObject([{ [`${set}.${property}`]: name }]);
    }
  },
);

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'refuses a parameter called %s',
  async (parameter_name) => {
    const { error } = await owner.ask('modify_parameter', {
      element_id: wall_id,
      parameter_name,
      value: 5,
    });
    expect(error).toMatchObject({ name: 'UNKNOWN_PARAMETER' });
    const script = `set ${wall_id} ${parameter_name} 5`;
    expect((await owner.ask('run_script', { script })).success).toBe(false);
  },
);

test.each(['constructor', 'toString', 'valueOf', '__proto__'])(
  'accepts %s as a name in a script, or refuses it',
  async (name) => {
    const uses = [
      `let ${name} = 2\nwall (0, 9) to (${name}, 9)`,
      `wall (0, 9) to (2, 9) as ${name}\ndoor in $${name} at 0.5`,
      `part ${name}(n) { wall (0, 9) to (n, 9) }\n${name}(2)`,
    ];
    for (const script of uses) {
      const whole = `on @G\n${script}`;
      const { success, error, data } = await owner.ask('run_script', { script: whole });
      const made = Number(data['event_count'] ?? 0) > 0;
      expect([success && made, error?.name]).toEqual(
        success ? [true, undefined] : [false, 'SCRIPT_SYNTAX'],
      );
      // A missing argument is not taken from the prototype of objects.
      const free = `on @G\nwall (0, 9) to (2, 9)\ndoor in $${name} at 0.5`;
      expect((await owner.ask('run_script', { script: free })).success).toBe(false);
    }
  },
);
