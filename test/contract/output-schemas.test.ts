/** @module output-schemas.test: the listed output schema of a tool accepts its answers and refuses others. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { registerServer, type RegisteredTool } from '../../governance/tool/registry.ts';
import { ownContracts } from '../../kernel/tools/mpt/contracts/contract.ts';
import { assertFitsListed } from './fits-listed.ts';
import { SERVERS } from './listed.ts';

type Schema = Readonly<Record<string, unknown>>;

const TOOLS = SERVERS.flatMap((server) =>
  Array.from(registerServer<never>(server, { toolsets: ['all'], readOnly: false }).values()),
);
const named = TOOLS.map((one) => [one.tool.name, one] as const);

const around = (data: unknown): object => ({
  success: true,
  data,
  event_id: null,
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

/** Random values of a schema, with unnamed members if it allows them. */
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

/** The value with null for some texts, as the gate conceals ids that the caller may not see. */
function concealed(value: unknown): unknown {
  if (typeof value === 'string') return value.length % 2 === 0 ? null : value;
  if (Array.isArray(value)) return value.map(concealed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, concealed(item)]));
}

describe.each(named)('%s', (name, one) => {
  const { tool, listed, answers } = one;

  test('lists an output schema that accepts every answer and parts of one [TOOL-4]', () => {
    const hides = tool.type === 'command' || tool.branched === true;
    fc.assert(
      fc.property(valuesOf(answers()), (data) => {
        assertFitsListed([listed.agent], name, around(data));
        if (hides) assertFitsListed([listed.agent], name, around(concealed(data)));
      }),
      { numRuns: 15 },
    );
    // Pending approvals and refusals have other members.
    assertFitsListed([listed.agent], name, around({ more: { than: ['is', 'listed'] } }));
  });

  test('lists members with types and refuses a member of another type [TOOL-4]', () => {
    const members = Object.entries(membersOf(dataOf(one)));
    const typed = members.filter(([, { type }]) => type !== undefined);
    expect(typed.length).toBeGreaterThan(0);
    for (const [member, { type }] of typed) {
      const wrong = ['boolean', 'number'].find((other) => ![type].flat().includes(other));
      const value = wrong === 'boolean' ? true : 1;
      expect(() => assertFitsListed([listed.agent], name, around({ [member]: value }))).toThrow(
        'does not fit its outputSchema',
      );
    }
  });

  test('has no data member that previews also have', () => {
    if (tool.type !== 'command') return;
    const members = Object.keys(membersOf(answers()));
    expect(members.filter((member) => ['diff', 'approval', 'checks'].includes(member))).toEqual([]);
  });
});

test('at most three in ten tools share their listed output schema with another', () => {
  const same = new Map<string, string[]>();
  for (const one of TOOLS) {
    const text = JSON.stringify(dataOf(one));
    same.set(text, [...(same.get(text) ?? []), one.tool.name]);
  }
  expect(same.size).toBeGreaterThan(TOOLS.length * 0.7);
});

test.each(
  ownContracts().map(({ tool_id, io_schema }) => [tool_id.replace('.', '_'), io_schema] as const),
)('the output schema of %s agrees with its contract', (name, io_schema) => {
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
