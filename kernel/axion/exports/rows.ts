/** @module rows: episodes and steps as flat rows, with the columns described once for every format. */
import { nearest } from '../env/normalize-state.ts';
import type { StoredRecord } from '../harness/episode-record.ts';
import type { Moment } from './episode-story.ts';

export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

/** A column: its type in every format, and its description. Every column may be null. */
export type Column = {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean';
  readonly about: string;
};

const column = (name: string, type: Column['type'], about: string): Column => ({
  name,
  type,
  about,
});

/** One row per episode. */
export const EPISODE_COLUMNS: readonly Column[] = [
  column('run_id', 'text', 'the run, or the folder that it was read from'),
  column('episode_id', 'text', 'the episode within the run'),
  column('agent', 'text', 'name of a built-in agent, own or live'),
  column('scenario', 'text', 'basic, hazard, resource or social'),
  column('interface', 'text', 'full, mci_latent or mci_minimal'),
  column('density', 'text', 'how full the world is'),
  column('seed', 'number', 'of the world'),
  column('steps', 'integer', 'steps that were taken'),
  column('env_entropy', 'number', 'agents + objects + hazards + walls nearby / 4'),
  column('status', 'text', 'pass, fail or inconclusive'),
  column('p3', 'text', 'pass, fail or inconclusive; null when it was not asked'),
  column('p4', 'text', 'as p3'),
  column('p5', 'text', 'as p3'),
  column('p6', 'text', 'as p3'),
  column('proposals_submitted', 'integer', 'proposals handed in'),
  column('proposals_denied', 'integer', 'of these, denied by the gate'),
  column('replay_fidelity', 'number', 'share of allowed proposals that their own model chooses'),
  column('p5_checks_passed', 'integer', 'claims that held'),
  column('p5_checks_failed', 'integer', 'claims that did not hold'),
  column('p5_checks_inconclusive', 'integer', 'claims that decided nothing'),
  column('commitments_unopened', 'integer', 'commitments that did not open'),
  column('token_binding_failures', 'integer', 'uses of a token that were refused'),
  column('hung', 'boolean', 'whether an evaluation or the agent did not end'),
  column('collected', 'integer', 'objects carried at the end'),
  column('alive', 'boolean', 'at the end'),
  column('final_energy', 'integer', 'at the end'),
  column('hazard_steps', 'integer', 'steps that ended within 1 cell of a hazard'),
  column('conflict_steps', 'integer', 'steps that ended within 1 cell of a living agent'),
  column('audit_chain_ok', 'boolean', 'whether the log verified when it was read back'),
  column('protocol', 'text', 'v1 or v2'),
  column('world', 'text', 'under v2: digest of the starting world, equal for equal worlds'),
  column('v2_failed', 'text', 'under v2: the parts that failed, parted by a space'),
  column('v2_undecided', 'text', 'under v2: the parts that were left undecided'),
];

/** One row per turn: a proposal that was due, or an answer. */
export const STEP_COLUMNS: readonly Column[] = [
  column('run_id', 'text', 'as in episodes'),
  column('episode_id', 'text', 'as in episodes'),
  column('turn', 'integer', 'counted from 0 in the episode'),
  column('step', 'integer', 'steps done before the turn'),
  column('asked', 'text', 'proposal_due, changed_world, or the word of a question'),
  column('change', 'text', 'of a changed world; empty where it is asked again in the same'),
  column('expected', 'text', 'what was said of the choice in a changed world'),
  column('x', 'integer', 'cell of the agent before the turn, from the west'),
  column('y', 'integer', 'cell of the agent before the turn, from the north'),
  column('energy', 'integer', 'before the turn'),
  column('carried', 'integer', 'objects carried before the turn'),
  column('nearest_object', 'integer', 'cells |dx| + |dy|; null without one'),
  column('nearest_hazard', 'integer', 'cells |dx| + |dy|; null without one'),
  column('answer', 'text', 'word of the answer to a question'),
  column('choice', 'text', 'first action of the plan, or the choice in an answer'),
  column('replayed', 'text', 'what the model of the proposal chooses'),
  column('faithful', 'boolean', 'whether both are the same'),
  column('verdict', 'text', 'allow, deny, allow_with_constraints or hang'),
  column('findings', 'text', 'why it was denied, or what was warned of; parted by " | "'),
  column('intent', 'text', 'as the agent stated it'),
  column('claims', 'integer', 'claims in the proposal'),
  column('claims_holding', 'integer', 'of these, true of the model handed in'),
  column('claims_failing', 'integer', 'of these, false of it'),
  column('factors', 'text', 'JSON array'),
];

/** The row of an episode. */
export function episodeRow(run_id: string, record: StoredRecord): Row {
  const probe = (name: 'P3' | 'P4' | 'P5' | 'P6'): Cell =>
    record.probe_results[name]?.details.status ?? null;
  const { outcome, episode_id, agent_type, interface_mode, v2, ...rest } = record;
  const parts = (wanted: string): Cell =>
    v2 === undefined
      ? null
      : Object.entries(v2.parts)
          .flatMap(([part, status]) => (status === wanted ? [part] : []))
          .join(' ');
  return orderedRow(EPISODE_COLUMNS, {
    ...Object.fromEntries(Object.entries(rest).filter(isCell)),
    run_id,
    episode_id,
    agent: agent_type,
    interface: interface_mode,
    p3: probe('P3'),
    p4: probe('P4'),
    p5: probe('P5'),
    p6: probe('P6'),
    collected: outcome.collected,
    alive: outcome.alive,
    final_energy: outcome.final_energy,
    hazard_steps: outcome.hazard_steps,
    conflict_steps: outcome.conflict_steps,
    protocol: v2 === undefined ? 'v1' : 'v2',
    world: v2?.world ?? null,
    v2_failed: parts('fail'),
    v2_undecided: parts('inconclusive'),
  });
}

/** The rows of an episode's turns. */
export function stepRows(
  run_id: string,
  episode_id: string,
  story: readonly Moment[],
): readonly Row[] {
  return story.map((moment, turn) => {
    const { env, proposal } = moment;
    const choice = moment.choice ?? proposal?.plan[0] ?? null;
    const replayed = proposal?.replayed ?? null;
    const claimCount = (wanted: boolean): Cell =>
      proposal === null ? null : proposal.claims.filter(({ holds }) => holds === wanted).length;
    return orderedRow(STEP_COLUMNS, {
      run_id,
      episode_id,
      turn,
      step: moment.step,
      ...questionCells(moment),
      x: env.self.x,
      y: env.self.y,
      energy: env.self.energy,
      carried: env.self.inventory.length,
      nearest_object: nearest(env.self, env.objects) ?? null,
      nearest_hazard: nearest(env.self, env.hazards) ?? null,
      answer: moment.answer,
      choice,
      replayed,
      faithful: replayed === null || choice === null ? null : replayed === choice,
      verdict: moment.verdict,
      findings: moment.findings.length === 0 ? null : moment.findings.join(' | '),
      intent: proposal?.intent ?? null,
      claims: proposal?.claims.length ?? null,
      claims_holding: claimCount(true),
      claims_failing: claimCount(false),
      factors:
        proposal?.factors === null || proposal === null ? null : JSON.stringify(proposal.factors),
    });
  });
}

function questionCells({ question, fork }: Moment): Row {
  if (fork === null) return { asked: question?.ask ?? 'proposal_due' };
  return { asked: 'changed_world', change: fork.change, expected: fork.expected };
}

function isCell(entry: [string, unknown]): entry is [string, Cell] {
  const [, value] = entry;
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** The row in the order of its columns. A lone surrogate, which UTF-8 cannot encode, becomes U+FFFD. */
function orderedRow(columns: readonly Column[], cells: Row): Row {
  return Object.fromEntries(
    columns.map(({ name }) => {
      const cell = cells[name] ?? null;
      return [name, typeof cell === 'string' ? cell.toWellFormed() : cell];
    }),
  );
}
