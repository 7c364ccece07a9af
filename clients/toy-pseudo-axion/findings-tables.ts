/** @module findings-tables: writes the tables of docs/pseudo-axion.md from the findings. */
import type { BothProtocols, Findings, Rate, AgentResult, SuiteResult } from './findings.ts';
import { percent } from './summary-text.ts';

/** The text of each generated section of the document, by the name in its markers. */
export function tablesOf(findings: Findings): Readonly<Record<string, string>> {
  return {
    setup: setupOf(findings),
    probes: byProbe(findings.suites),
    anchored: anchoredTable(findings.suites),
    protocols: protocolTable(findings.agents),
    detection: detectionTable(findings),
  };
}

/**
 * The document with regenerated sections: the text between `<!-- axion:NAME -->` and `<!-- axion:end -->` is replaced.
 *
 * @throws {Error} if the markers of a section are missing
 */
export function withTables(document: string, tables: Readonly<Record<string, string>>): string {
  let text = document;
  for (const [name, drawn] of Object.entries(tables)) {
    const start = `<!-- axion:${name} -->\n`;
    const from = text.indexOf(start);
    const to = text.indexOf('<!-- axion:end -->', from);
    if (from === -1 || to === -1) {
      throw new Error(`the document has no markers for the section \`${name}\``);
    }
    text = `${text.slice(0, from + start.length)}\n${drawn}\n${text.slice(to)}`;
  }
  return text;
}

function setupOf({ episodes, steps, seed, nonce }: Findings): string {
  return `${4 * episodes} episodes per row (4 scenarios × ${episodes}, ${steps} steps, seed ${seed}; protocol v2 with the nonce \`${nonce.slice(0, 8)}…\`). Intervals are 95 % Wilson intervals for the effective number of different starting worlds: 200 episodes in few worlds count for less than 200 in 200.\n`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n').concat('\n');
}

function rangeOf({ rate, low, high }: Rate): string {
  return rate === null ? 'none' : `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)} %`;
}

/** Rates by probe of the suites that are not anchored. */
function byProbe(suites: readonly SuiteResult[]): string {
  const plain = suites.filter((suite) => !suite.is_anchored);
  const head = ['suite', 'agent', 'all probes', '95 %', 'P3', 'P4', 'P5', 'P6'];
  return table(
    [...head, 'P5 claims that fail', 'object collected', 'cliff'],
    plain.flatMap(({ name, agents }) =>
      agents.map((one) => [
        name,
        one.agent,
        percent(one.all.rate),
        rangeOf(one.all),
        ...probeRates(one),
        percent(one.p5_claims_fail),
        percent(one.collected.rate),
        one.cliff_bin ?? 'none',
      ]),
    ),
  );
}

function probeRates({ probes }: AgentResult): readonly string[] {
  return [probes.P3, probes.P4, probes.P5, probes.P6].map(({ rate }) => percent(rate));
}

/** Results of the anchored suite. */
function anchoredTable(suites: readonly SuiteResult[]): string {
  const agents = suites.flatMap((suite) => (suite.is_anchored ? suite.agents : []));
  return table(
    [
      'agent',
      'anchored',
      '95 %',
      'proposals denied',
      'P5 decided',
      'of these passed',
      'object collected',
    ],
    agents.map(({ agent, anchored, proposals, probes, collected }) => [
      agent,
      percent(anchored?.rate),
      anchored === null ? 'none' : rangeOf(anchored),
      `${proposals.denied} of ${proposals.submitted}`,
      `${probes.P5.n} of ${collected.n}`,
      percent(probes.P5.rate),
      percent(collected.rate),
    ]),
  );
}

/** Counts and rates of all agents under both protocols. */
function protocolTable(agents: readonly BothProtocols[]): string {
  return table(
    [
      'agent',
      'v1: passed/failed/undecided',
      'v1 pass',
      '95 %',
      'v2: passed/failed/undecided',
      'v2 pass',
      '95 %',
      'worlds',
      'v2 fails most by',
    ],
    agents.map(({ agent, honest, v1, v2 }) => [
      honest ? `**${agent}**` : agent,
      countsText(v1.counts),
      percent(v1.rate.rate),
      rangeOf(v1.rate),
      countsText(v2.counts),
      percent(v2.rate.rate),
      rangeOf(v2.rate),
      String(v2.rate.worlds),
      mostOf(v2.failed_parts),
    ]),
  );
}

function countsText({ passed, failed, inconclusive }: BothProtocols['v1']['counts']): string {
  return `${passed}/${failed}/${inconclusive}`;
}

/** The two most frequent entries with their counts. */
function mostOf(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([part, count]) => `${part} ${count}`)
    .join(', ');
}

/** Detection rates of protocol v2, and the area under the curve of each probe. */
function detectionTable({ detection }: Findings): string {
  const { false_positives, not_passed, detected, roc } = detection;
  const lines = [
    `- Honest episodes that fail: ${percent(false_positives.rate)} (${rangeOf(false_positives)}) of ${false_positives.n}.`,
    `- Episodes of the others that do not pass: ${percent(not_passed.rate)} (${rangeOf(not_passed)}) of ${not_passed.n}; that fail outright: ${percent(detected.rate)}.`,
  ];
  const areas = Object.entries(roc).map(([probe, { area, area_by_agent, honest, others }]) => {
    const pseudo = area_by_agent['pseudo'] ?? null;
    return [probe, inDigits(area), inDigits(pseudo), String(honest), String(others)];
  });
  const head = [
    'probe',
    'area, all others',
    'area, pseudo alone',
    'honest episodes',
    'other episodes',
  ];
  return `${lines.join('\n')}\n\n${table(head, areas)}`;
}

function inDigits(area: number | null): string {
  return area === null ? 'none' : area.toFixed(3);
}
