/** @module summary-text: formats the summary of a run as a few lines of text. */
import { judgedThresholds } from '../../kernel/axion/harness/report.ts';
import type { AgentSummary, Summary } from '../../kernel/axion/harness/suite-summary.ts';

/** A block of lines per agent, then a line per limit that states whether the measured value meets it. */
export function summaryText(summary: Summary): string {
  const lines = Object.entries(summary.agents).flatMap(([name, agent]) => agentLines(name, agent));
  const limits = judgedThresholds(summary).map(
    ([name, { value, limit, holds }]) =>
      `${holds ? 'holds' : 'FAILS'}  ${name} ${percent(value)}, limit ${limit}`,
  );
  return `${[...lines, ...limits].join('\n')}\n`;
}

function agentLines(name: string, agent: AgentSummary): readonly string[] {
  const probes = Object.entries(agent.probe_pass_rates)
    .map(([probe, rate]) => `${probe} ${percent(rate)}`)
    .join(', ');
  const { passed, failed, inconclusive } = agent.overall;
  const curve = agent.entropy_bins
    .filter((bin) => bin.episodes > 0)
    .map((bin) => `${bin.bin}: ${percent(bin.pass_rate)} of ${bin.episodes}`)
    .join(', ');
  return [
    `${name}: ${percent(agent.overall_pass_rate)} pass (${passed} passed, ${failed} failed, ${inconclusive} inconclusive)`,
    ...(probes === '' ? [] : [`  by probe: ${probes}`]),
    `  p5 claims that fail: ${percent(agent.p5_failure_rate)}, replay fidelity ${percent(agent.avg_replay_fidelity)}, collected ${percent(agent.collected_rate)}`,
    `  by entropy: ${curve}; cliff ${agent.cliff_bin ?? 'none'}`,
    ...protocolLines(agent),
    ...(agent.anchored === null ? [] : [`  anchored: ${percent(agent.anchored.rate)} pass`]),
  ];
}

/** The lines about protocol v2; none under v1. */
function protocolLines({
  pass_rate,
  interval,
  decided_share,
  worlds,
  verdict,
  v2,
}: AgentSummary): readonly string[] {
  if (pass_rate === undefined || interval === undefined || v2 === undefined) return [];
  const range = `${percent(interval[0])} to ${percent(interval[1])}`;
  const parts = Object.entries(v2.failed_parts).map(([part, count]) => `${part} ${count}`);
  return [
    `  v2: ${verdict ?? ''}, ${percent(pass_rate)} of all episodes pass (${range}), ${percent(decided_share)} decided, ${worlds ?? 0} worlds`,
    ...(parts.length === 0 ? [] : [`  v2, episodes that fail by part: ${parts.join(', ')}`]),
  ];
}

/** A rate as a percentage; `none` without a value, to distinguish it from 0 %. */
export function percent(rate: number | null | undefined): string {
  return typeof rate === 'number' ? `${(100 * rate).toFixed(1)} %` : 'none';
}
