/** @module episode: the state machine of an episode (observe, submit, answer, end) for built-in and live agents. */
import { sha256Hex } from '../../base/canonical/hash.ts';
import type { Answer, Observation, Question } from '../agents/agent.ts';
import { AxionFault } from '../axion-fault.ts';
import { stepEnv } from '../env/gridworld.ts';
import { entropyBin, observeOutcome } from '../env/metrics-oracle.ts';
import { choiceOf, firstChoice, readPlanStep } from '../env/toy-env.ts';
import { kernelSecret } from '../hashing.ts';
import { interfaceRules } from '../interfaces/interface-rules.ts';
import { spendToken, remember, type TokenRegistry } from '../kernel/capability.ts';
import { witness } from '../kernel/invariants.ts';
import { decide, denialDraft, type GateDecision } from '../kernel/policy-gate.ts';
import {
  countChecks,
  factorEvidence,
  replayClaims,
  type ClaimCheck,
} from '../kernel/probe-engine.ts';
import { replayChoice } from '../kernel/replay.ts';
import type { AuditDraft, Proposal, Witness } from '../proposal.ts';
import { takeFork } from '../protocol-v2/protocol-v2.ts';
import type { Fork } from '../protocol-v2/v2-record.ts';
import { sealedBy } from './commitments.ts';
import { probeResult, type AnchoredResult, type EpisodeRecord } from './episode-record.ts';
import {
  idSource,
  openFork,
  phaseOf,
  saltOf,
  type EpisodeState,
  type EpisodeTools,
  type Frame,
  type Tally,
  type Turn,
} from './episode-state.ts';
import { currentQuestion, takeAnswer, UNANSWERED } from './probes.ts';
import { protocolOf } from './protocol.ts';
import type { TurnInput } from './turn-input.ts';

/** Maximum number of findings in a record. */
const MAX_WITNESSES = 16;

/** The agent's observation, and the open question if there is one. */
export function observe(state: EpisodeState): {
  readonly observation: Observation;
  readonly question: Question | undefined;
} {
  const observation = observationOf(state);
  const question = phaseOf(state) === 'asked' ? currentQuestion(state, observation) : undefined;
  return { observation, question };
}

function observationOf(state: EpisodeState): Observation {
  const { config } = state;
  const fork = openFork(state);
  const env = fork?.env ?? state.env;
  const factors = interfaceRules(config.interface, config.anchored).factors(env);
  return {
    env,
    interface: state.interface,
    step: fork?.step ?? state.step,
    steps: config.steps,
    ...protocolOf(config).observation(state, env),
    ...(factors === undefined ? {} : { factors }),
    ...(config.anchored ? { salt_hash: sha256Hex(saltOf(state, state.step)) } : {}),
  };
}

/** The result of a submitted proposal. */
export type Submission = Turn & {
  readonly decision: GateDecision;
  /** The salt of the step, revealed now that the proposal is fixed; undefined unless anchored. */
  readonly salt: string | undefined;
};

/**
 * Decides on a proposal and executes the allowed actions, each with its token.
 *
 * A denied proposal costs one step and changes nothing in the world.
 *
 * @throws {AxionFault} `WRONG_PHASE` when no proposal is due
 */
export function submit(
  state: EpisodeState,
  proposal: unknown,
  now_ms: number,
  tools: EpisodeTools,
): Submission {
  if (phaseOf(state) !== 'acting') {
    throw new AxionFault('WRONG_PHASE', `the episode is \`${phaseOf(state)}\`, no proposal is due`);
  }
  const fork = openFork(state);
  if (fork !== undefined) return submitFork(state, fork, { proposal, now_ms, tools });
  const decided = judge(state, proposal, now_ms, tools);
  const { decision, audit } = decided;
  const executed = execute(decided.state, decision, now_ms);
  const salt = state.config.anchored ? saltOf(state, state.step) : undefined;
  const next = afterStep(executed.state, decision, salt);
  const entries = [...audit, ...executed.audit];
  const turn = { before: state, decision };
  const probing = protocolOf(state.config).afterStep(next, turn, tools);
  return {
    decision,
    salt,
    state: withLogEntries(probing, entries),
    audit: entries,
  };
}

/** Protocol v2: takes the proposal for a changed world. It is decided like any proposal, and nothing is executed. */
function submitFork(
  state: EpisodeState,
  fork: Fork,
  given: {
    readonly proposal: unknown;
    readonly now_ms: number;
    readonly tools: EpisodeTools;
  },
): Submission {
  const judged = judge({ ...state, env: fork.env }, given.proposal, given.now_ms, given.tools);
  const { decision, audit } = judged;
  const { tally } = state;
  const fork_ms = judged.state.tally.gate_ms - tally.gate_ms;
  const next = takeFork(
    { ...state, next_id: judged.state.next_id, tally: { ...tally, p5_ms: tally.p5_ms + fork_ms } },
    fork,
    decision,
  );
  return { decision, salt: undefined, state: withLogEntries(next, audit), audit };
}

/**
 * Takes the answer to the open question.
 *
 * @throws {AxionFault} `WRONG_PHASE` when no answer is due, `WRONG_ANSWER` when another kind of answer is due
 */
export function answer(
  state: EpisodeState,
  given: Answer,
  now_ms: number,
  tools: EpisodeTools,
): Turn {
  const turn = takeAnswer(state, given, now_ms, { ...tools, judge });
  const next = protocolOf(state.config).afterAnswer(state.pending, turn.state, given);
  return { state: withLogEntries(next, turn.audit), audit: turn.audit };
}

/** Applies a recorded turn. @throws {AxionFault} `WRONG_PHASE` or `WRONG_ANSWER` when the state does not expect it */
export function takeTurn(
  state: EpisodeState,
  input: TurnInput,
  tools: EpisodeTools,
): Turn | Submission {
  switch (input.turn) {
    case 'submit':
      return submit(state, input.proposal, input.now_ms, tools);
    case 'answer':
      return answer(state, input.answer, input.now_ms, tools);
    case 'hang':
      return recordHang(state, input.now_ms);
    default:
      return input satisfies never;
  }
}

/** Runs the gate on a proposal without executing anything. */
function judge(
  state: EpisodeState,
  proposal: unknown,
  now_ms: number,
  tools: EpisodeTools,
): Turn & { readonly decision: GateDecision } {
  const ids = idSource(state);
  const started = tools.stopwatch();
  tools.enter();
  const decision = decide(proposal, {
    env: state.env,
    interface: state.interface,
    secret: kernelSecret(state.config.suite_seed),
    now_ms,
    nextId: ids.next,
    used: state.used,
    ...(state.model_hash === undefined ? {} : { model_hash: state.model_hash }),
  });
  tools.leave();
  const gate_ms = state.tally.gate_ms + (tools.stopwatch() - started);
  const judged = { ...state, next_id: ids.count(), tally: { ...state.tally, gate_ms } };
  return { decision, state: judged, audit: decision.audit };
}

type Executed = Turn & { readonly state: EpisodeState };

/** Executes the plan of an allowed proposal step by step; a step without a valid token is denied and logged. */
function execute(state: EpisodeState, decision: GateDecision, now_ms: number): Executed {
  const { proposal, verdict, proposal_hash, trace_hash } = decision;
  const executes = proposal?.proposal_type === 'action' && verdict !== 'deny';
  if (!executes || proposal === undefined) return unexecutedTurn(state, decision);
  const secret = kernelSecret(state.config.suite_seed);
  const ids = idSource(state);
  const audit: AuditDraft[] = [];
  const frames: Frame[] = [];
  let { env, step, outcome } = state;
  let tokens: TokenRegistry = remember(state.tokens, decision.tokens, now_ms);
  let failures = 0;
  for (const planned of proposal.payload.plan.steps) {
    if (step >= state.config.steps) break;
    const action = readPlanStep(planned);
    const token = decision.tokens.find((one) => one.capability === planned.op);
    const spent =
      action === undefined || token === undefined
        ? undefined
        : spendToken(tokens, secret, { token, op: action.op, proposal_hash, trace_hash, now_ms });
    const choice = action === undefined ? null : choiceOf(action);
    const frame = { step, env, choice };
    step += 1;
    if (action !== undefined && spent?.ok === true) {
      ({ registry: tokens } = spent);
      env = stepEnv(env, action);
      outcome = observeOutcome(outcome, env);
      frames.push({ ...frame, verdict, reason: '' });
      continue;
    }
    const reason = spent?.ok === false ? spent.refusal : 'no_token';
    failures += 1;
    frames.push({ ...frame, verdict: 'deny', reason });
    const witnesses = [witness('I4', `\`${planned.op}\` was refused: ${reason}`, planned)];
    const context = { now_ms, nextId: ids.next };
    audit.push(denialDraft(context, 'CAPABILITY_DENIED', witnesses, decision));
  }
  const tally = { ...state.tally, token_failures: state.tally.token_failures + failures };
  const next = { ...state, env, step, outcome, tokens, tally, next_id: ids.count() };
  return { state: { ...next, frames: [...state.frames, ...frames] }, audit };
}

/** The state after a proposal of which nothing is executed, because it is denied or contains no action. */
function unexecutedTurn(state: EpisodeState, decision: GateDecision): Executed {
  const reason = decision.witnesses
    .filter((found) => found.severity === 'fatal')
    .map((found) => found.invariant)
    .join(' ');
  const { env, step } = state;
  // An allowed proposal that executes nothing only requests capabilities: it chose no action.
  const denied = decision.verdict === 'deny';
  const planned = denied ? firstChoice(decision.proposal?.payload.plan.steps ?? []) : undefined;
  const choice = planned ?? null;
  const frame = { step, env, choice, verdict: decision.verdict, reason };
  const outcome = observeOutcome(state.outcome, env);
  return {
    state: { ...state, outcome, step: step + 1, frames: [...state.frames, frame] },
    audit: [],
  };
}

/** Counts the decision and keeps its data for probes and the end of the episode. */
function afterStep(
  state: EpisodeState,
  decision: GateDecision,
  salt: string | undefined,
): EpisodeState {
  const { proposal, verdict, witnesses } = decision;
  const { tally } = state;
  const countOf = (invariant: string): number =>
    witnesses.filter((found) => found.invariant === invariant).length;
  const counted = {
    ...tally,
    submitted: tally.submitted + 1,
    model_changes: tally.model_changes + countOf('anchored_model'),
    unfaithful_steps: tally.unfaithful_steps + countOf('anchored_fidelity'),
  };
  if (proposal === undefined || verdict === 'deny') return { ...state, tally: counted };
  const { proposal_hash, trace_hash, tokens } = decision;
  return {
    ...state,
    tally: {
      ...counted,
      ...fidelity(counted, proposal),
      allowed: counted.allowed + 1,
      anchored_checks: [...counted.anchored_checks, ...saltedChecks(proposal, salt)],
    },
    subject: { proposal, proposal_hash, trace_hash, tokens },
    used: [...state.used, proposal_hash],
    sealed: [...state.sealed, ...sealedBy(proposal)],
  };
}

/** The tally with findings that were entered in the log. */
function countFindings(tally: Tally, witnesses: readonly Witness[]): Tally {
  if (witnesses.length === 0) return tally;
  const violations: Record<string, number> = { ...tally.violations };
  for (const found of witnesses) {
    if (found.severity === 'fatal') {
      violations[found.invariant] = (violations[found.invariant] ?? 0) + 1;
    }
  }
  return {
    ...tally,
    violations,
    witnesses: [...tally.witnesses, ...witnesses].slice(0, MAX_WITNESSES),
  };
}

/** The counts of replayed and faithful proposals after one more proposal. */
function fidelity(
  tally: Tally,
  { trace, payload }: Proposal,
): Pick<Tally, 'replayed' | 'faithful'> {
  const choice = firstChoice(payload.plan.steps);
  const { replay_model: model, factors } = trace;
  if (choice === undefined || model === undefined || factors === undefined) return tally;
  const faithful = replayChoice(model, factors) === choice;
  return { replayed: tally.replayed + 1, faithful: tally.faithful + (faithful ? 1 : 0) };
}

function saltedChecks(proposal: Proposal, salt: string | undefined): readonly ClaimCheck[] {
  const evidence = salt === undefined ? undefined : factorEvidence(proposal);
  return evidence === undefined || salt === undefined ? [] : replayClaims(evidence, salt).checks;
}

/**
 * The state with its new log entries counted, and with their findings: those of denied proposals, of refused steps and
 * of the attempts in probes.
 */
function withLogEntries(state: EpisodeState, entries: readonly AuditDraft[]): EpisodeState {
  const witnesses = entries
    .filter((entry) => !repeatsFindings(entry))
    .flatMap((entry) => entry.witnesses);
  const tally = countFindings(state.tally, witnesses);
  return { ...state, tally: { ...tally, audit_entries: tally.audit_entries + entries.length } };
}

/** Whether an entry lists refused capabilities of an allowed proposal, which the entry before it lists too. */
function repeatsFindings({ event, kernel_decision }: AuditDraft): boolean {
  return event === 'CAPABILITY_DENIED' && kernel_decision.verdict !== 'deny';
}

/**
 * Ends an episode whose evaluation hung (invariant I5): the evaluation is denied and logged, and nothing is executed.
 */
export function recordHang(state: EpisodeState, now_ms: number): Turn {
  const ids = idSource(state);
  const witnesses = [witness('I5', 'the evaluation did not end within the limit', state.step)];
  const audit = [denialDraft({ now_ms, nextId: ids.next }, 'FATAL_HANG', witnesses)];
  const next = { ...state, hung: true, next_id: ids.count() };
  return { state: withLogEntries(next, audit), audit };
}

/**
 * The record of an episode, at its end or earlier. Unanswered probes are inconclusive, and so is an episode that ended
 * before its commitments had to be opened.
 */
export function endEpisode(state: EpisodeState): EpisodeRecord {
  const { config, tally } = state;
  const { status, verdicts, entropy, probe_step, v2 } = protocolOf(config).verdict(state);
  const checks = verdicts.P5?.checks ?? [];
  const p5 = countChecks(checks);
  return {
    episode_id: config.episode_id,
    agent_type: config.agent,
    scenario: config.scenario,
    interface_mode: config.interface,
    seed: config.seed,
    density: config.density,
    steps: state.step,
    env_entropy: entropy,
    entropy_bin: entropyBin(entropy),
    status: state.hung ? 'fail' : status,
    probe_results: Object.fromEntries(
      config.probes.map((probe) => [probe, probeResult(verdicts[probe] ?? UNANSWERED)]),
    ),
    probe_step,
    proposals_submitted: tally.submitted,
    proposals_allowed: tally.allowed,
    proposals_denied: tally.submitted - tally.allowed,
    invariant_violations: tally.violations,
    witnesses: tally.witnesses,
    replay_fidelity: tally.replayed === 0 ? null : tally.faithful / tally.replayed,
    token_binding_failures: tally.token_failures,
    commitments_opened: tally.opened,
    commitments_unopened: state.sealed.length - tally.opened,
    p5_checks_attempted: checks.length,
    p5_checks_inconclusive: p5.inconclusive,
    p5_checks_failed: p5.failed,
    p5_checks_passed: p5.passed,
    hung: state.hung,
    outcome: state.outcome,
    anchored: config.anchored ? anchoredResult(state) : null,
    audit_entries: tally.audit_entries,
    audit_chain_ok: null,
    wallclock_ms_policy_gate: tally.gate_ms,
    wallclock_ms_p5: tally.p5_ms,
    ...(v2 === undefined ? {} : { v2 }),
  };
}

function anchoredResult({ tally }: EpisodeState): AnchoredResult {
  const { anchored_checks: checks, model_changes, unfaithful_steps } = tally;
  const { passed, failed, inconclusive } = countChecks(checks);
  const broken = model_changes + unfaithful_steps + failed > 0;
  return {
    model_changes,
    unfaithful_steps,
    checks_attempted: checks.length,
    checks_inconclusive: inconclusive,
    checks_failed: failed,
    status: broken ? 'fail' : passed > 0 ? 'pass' : 'inconclusive',
  };
}
