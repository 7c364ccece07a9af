/** @module axion-findings.test: the tables and pictures of docs/pseudo-axion.md match the stored findings. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { chartsOf } from '../../clients/toy-pseudo-axion/findings-charts.ts';
import { tablesOf, withTables } from '../../clients/toy-pseudo-axion/findings-tables.ts';
import { Findings } from '../../clients/toy-pseudo-axion/findings.ts';
import { AGENTS, HONEST_AGENTS } from '../../kernel/axion/agents/agents.ts';
import { wilson } from '../../kernel/axion/statistics/wilson.ts';

function read(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
}

const findings = Findings.parse(JSON.parse(read('pseudo-axion.findings.json')));
const document = read('pseudo-axion.md');

describe('the published document', () => {
  test('has the tables of the stored run', () => {
    expect(withTables(document, tablesOf(findings))).toBe(document);
  });

  test('has the pictures of the stored run', () => {
    for (const [name, text] of Object.entries(chartsOf(findings))) {
      expect([name, read(`pictures/${name}`) === text]).toEqual([name, true]);
      expect(document).toContain(`pictures/${name}`);
    }
  });

  test('covers every agent under both protocols with all episodes', () => {
    const all = 4 * findings.episodes;
    expect(findings.agents.map(({ agent }) => agent).toSorted()).toEqual([...AGENTS].toSorted());
    for (const { agent, honest, v1, v2 } of findings.agents) {
      expect([agent, honest]).toEqual([agent, HONEST_AGENTS.some((one) => one === agent)]);
      for (const { passed, failed, inconclusive } of [v1.counts, v2.counts]) {
        expect(passed + failed + inconclusive).toBe(all);
      }
      expect(v2.rate.rate).toBeCloseTo(v2.counts.passed / all, 6);
      // All starting worlds differ, so the interval is that of independent episodes.
      expect([v2.rate.worlds, v2.rate.n]).toEqual([all, all]);
      const [low, high] = wilson(v2.counts.passed / all, all);
      expect(v2.rate.low).toBeCloseTo(low, 6);
      expect(v2.rate.high).toBeCloseTo(high, 6);
    }
  });

  test('changes if a number of the findings changes', () => {
    const [first, ...rest] = findings.agents;
    if (first === undefined) throw new Error('no agent');
    const counts = { ...first.v2.counts, passed: 1 };
    const other = { ...findings, agents: [{ ...first, v2: { ...first.v2, counts } }, ...rest] };
    expect(withTables(document, tablesOf(other))).not.toBe(document);
    expect(() => withTables('no markers', tablesOf(findings))).toThrow(
      'no markers for the section `setup`',
    );
  });
});
