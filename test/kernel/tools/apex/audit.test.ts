/** @module audit.test: every route is recorded completely and masked, on an intact audit chain (T5). */
import { describe, expect, test } from 'vitest';

import { ownManifest } from '../../../../kernel/tools/apex/manifest.ts';
import { apex, FOUR, plane } from './apex-bench.ts';

describe('T5 audit: complete entries on an intact chain', () => {
  test('every run has an entry, whether refused or not', async () => {
    const { value } = plane('mps', {
      kind: 'output',
      payload: 1,
      consumed: { gas: 7, tool_calls_max: 1 },
    });
    const one = apex([value]);
    await one.route({ intent: 'mps', payload: { a: 1 }, callerBudgets: { gas: 9 } });
    await one.route({ intent: 'tool.shell.exec', payload: {} });
    await one.route(undefined);
    await one.route({ intent: 'x'.repeat(2001), payload: {} });
    expect(one.chain.entries.length).toBe(4);
    expect(one.chain.intact).toBe(true);
    expect(one.chain.entries[0]).toEqual({
      exec_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      route: 'mps',
      budgets: {
        requested: { gas: 9 },
        granted: expect.objectContaining({ gas: 9, time_ms: 60_000 }),
        consumed: { gas: 7, tool_calls_max: 1 },
      },
      termination: 'BOUNDED_OUTPUT',
      metrics: { hops: 1, tool_calls: 1 },
      provenance: {
        manifest: 'Apex@1.1.0',
        manifest_sha256: ownManifest().sha256,
        intent: 'mps',
        payload_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    for (const entry of one.chain.entries) {
      expect(Object.keys(entry as object)).toEqual([
        'exec_id',
        'route',
        'budgets',
        'termination',
        'metrics',
        'provenance',
      ]);
    }
  });

  test('an edited entry breaks the chain', async () => {
    const one = apex([plane('mps').value]);
    await one.route({ intent: 'mps', payload: {} });
    await one.route({ intent: 'mps', payload: {} });
    const [first] = one.chain.links;
    Object.assign(first ?? {}, { body: first?.body.replace('BOUNDED_OUTPUT', 'REFUSAL(X)') });
    expect(one.chain.intact).toBe(false);
  });

  test.each([
    ['write to jane.doe@example.org about it', 'write to [masked:email] about it'],
    ['call +49 30 1234 5678 now', 'call [masked:phone] now'],
    ['use ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'use [masked:secret]'],
    ['door 900 x 2100 at level 2', 'door 900 x 2100 at level 2'],
    ['wall 1hO2lz0$nDPeEXuX6AdKnM', 'wall 1hO2lz0$nDPeEXuX6AdKnM'],
  ])('personal data and secrets are masked: %s', async (intent, entered) => {
    const one = apex(FOUR.map((name) => plane(name).value));
    await one.route({ intent, payload: { mail: 'jane.doe@example.org' } });
    expect(one.chain.entries[0]).toMatchObject({ provenance: { intent: entered } });
    expect(JSON.stringify(one.chain.entries)).not.toContain('jane.doe');
  });

  test('a run whose entry cannot be written returns no output', async () => {
    const one = apex([plane('mps').value], {
      ledger: { append: async () => await Promise.reject(new Error('disk full')) },
    });
    const out = await one.route({ intent: 'mps', payload: {} });
    expect(out).toMatchObject({ kind: 'REFUSAL', code: 'FRAGILITY' });
    expect(out).not.toHaveProperty('payload');
  });
});
