/** @module output-schemas.test: what a tool lists of its answers is true of every answer, and of nothing else. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { registerServer, type RegisteredTool } from '../../governance/tool/registry.ts';
import { ownContracts } from '../../kernel/mpt/contracts/contract.ts';
import { assertFitsListed } from './fits-listed.ts';
import { listedTools, SERVERS, tokensOf } from './listed.ts';

type Schema = Readonly<Record<string, unknown>>;

const TOOLS = SERVERS.flatMap((server) =>
  Array.from(registerServer<never>(server, { toolsets: ['all'], readOnly: false }).values()),
);
const named = TOOLS.map((one) => [one.tool.name, one] as const);

const around = (data: unknown): object => ({
  success: true,
  data,
  timestamp: '2026-01-01T00:00:00.000Z',
  warnings: [],
  audit: {},
});

const dataOf = ({ listed }: RegisteredTool<never>): Schema => {
  const { data } = listed.agent.outputSchema['properties'] as { data: Schema };
  return data;
};
const membersOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;

/** Values of a schema; with members that it does not name, where it allows them. */
function valuesOf(schema: unknown): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object' || schema === null) return fc.jsonValue({ maxDepth: 1 });
  const { type, anyOf, oneOf, const: only, enum: some } = schema as Schema;
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(some)) return fc.constantFrom(...(some as unknown[]));
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) return fc.oneof(...either.map(valuesOf));
  if (Array.isArray(type)) {
    return fc.oneof(
      ...type.map((one: unknown) => valuesOf(Object.assign({}, schema, { type: one }))),
    );
  }
  switch (type) {
    case 'object': {
      const { properties, required, additionalProperties } = schema as Schema;
      const record = Object.fromEntries(
        Object.entries((properties ?? {}) as Schema).map(([key, one]) => [key, valuesOf(one)]),
      );
      const must = (required ?? []) as never[];
      const known = fc.record(record, { requiredKeys: must });
      if (additionalProperties === false) return known;
      return fc
        .tuple(fc.dictionary(fc.string(), valuesOf(additionalProperties), { maxKeys: 2 }), known)
        .map(([more, given]) => {
          const others = Object.entries(more).filter(([key]) => !Object.hasOwn(record, key));
          return Object.fromEntries([...others, ...Object.entries(given)]);
        });
    }
    case 'array':
      return fc.array(valuesOf((schema as Schema)['items']), { maxLength: 3 });
    case 'string':
      return fc.string();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'integer':
      return fc.integer();
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** The value with null in place of some texts, as the gate answers to who may not see all. */
function concealed(value: unknown): unknown {
  if (typeof value === 'string') return value.length % 2 === 0 ? null : value;
  if (Array.isArray(value)) return value.map(concealed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, concealed(item)]));
}

describe.each(named)('%s', (name, one) => {
  const { tool, listed, answers } = one;

  test('lists a schema that accepts all that it answers, and parts of it [TOOL-4]', () => {
    const hides = tool.type === 'command' || tool.branched === true;
    fc.assert(
      fc.property(valuesOf(answers()), (data) => {
        assertFitsListed([listed.agent], name, around(data));
        if (hides) assertFitsListed([listed.agent], name, around(concealed(data)));
      }),
      { numRuns: 15 },
    );
    // Pending approvals and refusals have none of its members
    assertFitsListed([listed.agent], name, around({ more: { than: ['is', 'listed'] } }));
  });

  test('lists a name and its type, and refuses another type [TOOL-4]', () => {
    const members = Object.entries(membersOf(dataOf(one)));
    // A listing that is full without them has no room for any
    const full = tokensOf(listed.agent) > 580;
    expect(full || members.length > 0).toBe(true);
    const typed = members.filter(([, { type }]) => type !== undefined);
    expect(typed.length > 0).toBe(members.length > 0);
    for (const [member, { type }] of typed) {
      const wrong = ['boolean', 'number'].find((other) => ![type].flat().includes(other));
      const value = wrong === 'boolean' ? true : 1;
      expect(() => assertFitsListed([listed.agent], name, around({ [member]: value }))).toThrow(
        'does not fit its outputSchema',
      );
    }
  });

  test('has no member that a preview has, too', () => {
    if (tool.type !== 'command') return;
    const members = Object.keys(membersOf(answers()));
    expect(members.filter((member) => ['diff', 'approval', 'checks'].includes(member))).toEqual([]);
  });
});

test('no two tools of a kind of their own list the same answer', () => {
  const same = new Map<string, string[]>();
  for (const one of TOOLS) {
    const text = JSON.stringify(dataOf(one));
    same.set(text, [...(same.get(text) ?? []), one.tool.name]);
  }
  expect(same.size).toBeGreaterThan(TOOLS.length * 0.7);
});

test.each(
  ownContracts().map(({ tool_id, io_schema }) => [tool_id.replace('.', '_'), io_schema] as const),
)('what %s says of its output is what its contract says', (name, io_schema) => {
  const found = TOOLS.find(({ tool }) => tool.name === name);
  const contracted = membersOf(io_schema?.out ?? {});
  const { output } = membersOf(found?.answers() ?? {});
  const said = Object.entries(membersOf(output ?? {}));
  expect(said.length).toBeGreaterThan(0);
  for (const [member, schema] of said) {
    const wanted = contracted[member];
    expect([member, wanted !== undefined]).toEqual([member, true]);
    const validate = valuesOf(wanted);
    fc.assert(
      fc.property(validate, (value) => {
        if (found === undefined) return;
        assertFitsListed([found.listed.agent], name, around({ output: { [member]: value } }));
      }),
      { numRuns: 10 },
    );
    expect(schema).toBeDefined();
  }
});

test('what tools list of their answers takes less than an eighth of the lists', () => {
  const chars = (value: unknown): number => JSON.stringify(value).length;
  const tools = listedTools().map(({ tool }) => tool);
  const all = tools.reduce((sum, tool) => sum + chars(tool), 0);
  const plain = tools.reduce((sum, tool) => {
    const properties = { ...membersOf(tool.outputSchema), data: { type: 'object' } };
    return sum + chars({ ...tool, outputSchema: { ...tool.outputSchema, properties } });
  }, 0);
  expect(all / plain).toBeLessThan(1.125);
});
