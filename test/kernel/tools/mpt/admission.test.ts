/** @module admission.test: undeclared tools and invalid schemas, inputs and outputs are refused (T02, T03). */
import { describe, expect, test } from 'vitest';

import { codeOf } from './run-results.ts';
import { bench, outcomeOf, SUM, sumRunner } from './tool-bench.ts';

describe('T02 an undeclared tool ends in REFUSAL(SAFETY_POLICY)', () => {
  test.each(['web.gopher', 'data.sum ', 'constructor', '__proto__', 'DATA.SUM'])(
    'the name `%s`',
    async (tool) => {
      const result = await bench().call({ numbers: [1] }, { tool });
      expect(result.termination).toBe('REFUSAL(SAFETY_POLICY)');
      expect(codeOf(result)).toBe('TOOL_UNSAFE');
    },
  );
  test('the refusal of a listed name gives the canonical name', async () => {
    const { audit } = await bench().call({ numbers: [1] }, { tool: 'data_sum' });
    expect(audit.refusals[0]?.cause).toBe(
      'the tool `data_sum` is not declared; its canonical name is `data.sum`',
    );
  });
  test.each(['unverified', 'unsafe'] as const)(
    'a tool with the safety level %s',
    async (safety_level) => {
      const { call } = bench(sumRunner, { contracts: [{ ...SUM, safety_level }] });
      expect((await call({ numbers: [1] })).termination).toBe('REFUSAL(SAFETY_POLICY)');
    },
  );
  test('a tool whose contract differs from its pin', async () => {
    const { service } = bench();
    const sha256 = service.listContracts()[0]?.sha256 ?? '';
    const ends = await Promise.all(
      [sha256, '0'.repeat(64)].map(async (pin) => {
        const { call } = bench(sumRunner, { policy: { pins: { 'data.sum': pin } } });
        return (await call({ numbers: [1] })).termination;
      }),
    );
    expect(ends).toEqual(['BOUNDED_OUTPUT', 'REFUSAL(SAFETY_POLICY)']);
  });
});

describe('T03 an invalid schema, input or output ends in REFUSAL(DIS_INSUFFICIENT)', () => {
  const { io_schema: _, ...bare } = SUM;
  test.each([
    ['no io_schema', bare],
    ['no out', { ...bare, io_schema: { in: SUM.io_schema?.in ?? {} } }],
    ['no in', { ...bare, io_schema: { out: SUM.io_schema?.out ?? {} } }],
    [
      'a schema that does not compile',
      { ...bare, io_schema: { in: { type: 'nothing' }, out: {} } },
    ],
    [
      'a schema that refers elsewhere',
      { ...bare, io_schema: { in: { $ref: 'https://example.org/x' }, out: {} } },
    ],
  ])('a contract with %s', async (_name, contract) => {
    const { call } = bench(sumRunner, { contracts: [contract] });
    const result = await call({ numbers: [1] });
    expect(result.termination).toBe('REFUSAL(DIS_INSUFFICIENT)');
    expect(codeOf(result)).toBe('TOOL_SCHEMA_MISS');
  });
  test.each([[{}], [{ numbers: '1' }], [{ numbers: [1], more: 1 }], [{ numbers: ['1'] }]])(
    'the input %j',
    async (input) => {
      expect((await bench().call(input)).termination).toBe('REFUSAL(DIS_INSUFFICIENT)');
    },
  );
  test.each([[{}], [{ sum: '1' }], [{ sum: null }]])('the output %j', async (output) => {
    const result = await bench(async () => outcomeOf(output)).call({ numbers: [1] });
    expect(result.termination).toBe('REFUSAL(DIS_INSUFFICIENT)');
    expect(result.output).toEqual({});
  });
  test.each([
    [{ budget: { time_ms: -1 } }],
    [{ budget: { gas: 1.5 } }],
    [{ budget: { hours: 1 } }],
    [{ extra: 1 }],
    [{ context: { caller: 'a', exec_id: 'b', mode: 'wild' } }],
  ])('a request with %j', async (more) => {
    expect((await bench().call({ numbers: [1] }, more)).termination).toBe(
      'REFUSAL(DIS_INSUFFICIENT)',
    );
  });
});
