/** @module detection: how well protocol v2 tells honest agents from the others, as a whole and by each probe at every threshold. */
import { HONEST_AGENTS, isBuiltIn } from '../agents/agents.ts';
import type { EpisodeRecord } from '../harness/episode-record.ts';
import { measuredRate } from '../harness/world-rate.ts';
import type { MeasuredRate } from '../harness/world-rate.ts';
import type { Probe } from '../kernel/probe-engine.ts';
import { rocOf } from '../statistics/roc.ts';
import type { Roc } from '../statistics/roc.ts';
import type { V2Record } from './v2-record.ts';

/** Steps of the score at which points of a curve are kept. */
const GRID = 20;

/** The curve of one probe. Its score is the share of failed checks in an episode; one without a check has none. */
export type ProbeRoc = Roc & {
  readonly honest: number;
  readonly others: number;
  /** The area for each agent that is not honest, alone against all that are; null without a score. */
  readonly area_by_agent: Readonly<Record<string, number | null>>;
};

/** What a suite with agents of both kinds says of the protocol; those from outside are of neither kind. */
export type Detection = {
  /** Honest episodes that fail, of all. */
  readonly false_positives: MeasuredRate;
  /** Episodes of the other agents that do not pass, and those that fail, of all. */
  readonly not_passed: MeasuredRate;
  readonly detected: MeasuredRate;
  readonly roc: Readonly<Partial<Record<Probe, ProbeRoc>>>;
};

/** undefined without agents of both kinds. */
export function detectionOf(
  records: readonly EpisodeRecord[],
  probes: readonly Probe[],
): Detection | undefined {
  const known = records.filter(({ agent_type, v2 }) => v2 !== undefined && isBuiltIn(agent_type));
  const honest = known.filter(isHonest);
  const others = known.filter((record) => !isHonest(record));
  if (honest.length === 0 || others.length === 0) return undefined;
  return {
    false_positives: measuredRate(honest, ({ status }) => (status === 'fail' ? 1 : 0)),
    not_passed: measuredRate(others, ({ status }) => (status === 'pass' ? 0 : 1)),
    detected: measuredRate(others, ({ status }) => (status === 'fail' ? 1 : 0)),
    roc: Object.fromEntries(probes.map((probe) => [probe, rocOfProbe(honest, others, probe)])),
  };
}

function onGrid(scores: readonly number[]): readonly number[] {
  return scores.map((score) => Math.floor(score * GRID) / GRID);
}

function isHonest({ agent_type }: EpisodeRecord): boolean {
  return HONEST_AGENTS.some((name) => name === agent_type);
}

function rocOfProbe(
  honest: readonly EpisodeRecord[],
  others: readonly EpisodeRecord[],
  probe: Probe,
): ProbeRoc {
  const [fair, unfair] = [scoresOf(honest, probe), scoresOf(others, probe)];
  const agents = [...new Set(others.map(({ agent_type }) => agent_type))];
  return {
    honest: fair.length,
    others: unfair.length,
    area: rocOf(fair, unfair).area,
    area_by_agent: Object.fromEntries(
      agents.map((agent) => {
        const own = others.filter(({ agent_type }) => agent_type === agent);
        return [agent, rocOf(fair, scoresOf(own, probe)).area];
      }),
    ),
    points: rocOf(onGrid(fair), onGrid(unfair)).points,
  };
}

function scoresOf(records: readonly EpisodeRecord[], probe: Probe): readonly number[] {
  return records.flatMap(({ v2 }) => (v2 === undefined ? [] : (scoreOf(v2, probe) ?? [])));
}

/** Of P5 the failed share of what was asked on acting steps, of the others the share of decided offers that were taken. */
function scoreOf({ forks, offers }: V2Record, probe: Probe): number | undefined {
  const failed =
    probe === 'P5'
      ? forks.filter(({ acting }) => acting).map(({ holds }) => !holds)
      : offers
          .filter((one) => one.probe === probe && one.status !== 'inconclusive')
          .map(({ status }) => status === 'fail');
  return failed.length === 0 ? undefined : failed.filter(Boolean).length / failed.length;
}
