/** @module moments: the views of moments as people see them; the last ones are kept, because a page asks many questions about one. */
import type { ActingAgent } from '../../../governance/access/principal.ts';
import { assertReadable } from '../../../governance/access/scope-assertions.ts';
import { sightOf, wholeBranch } from '../../../governance/engine/call/caller-view.ts';
import { digestOf } from '../../../kernel/base/canonical/hash.ts';
import type { ChangedElements } from '../../../kernel/building/model/effect/changed-between.ts';
import { BranchView } from '../../../kernel/building/view/branch-view.ts';
import { shownChanges } from '../../../kernel/building/view/shown-changes.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import type { BuildingDomain } from '../../building/domain.ts';
import { seenPlan } from '../../building/planned-view.ts';
import type { Moment } from '../protocol/moment.ts';
import { carryStoreys } from '../shapes/storeys.ts';

/** A moment as a person sees it. */
export type SeenMoment = {
  readonly branch: string;
  /** Ledger seq of the state. */
  readonly seq: number;
  readonly view: BuildingView;
  /** Why the plan does not fit the branch; null if it fits, and without a plan. */
  readonly misfit: string | null;
};

type Kept = SeenMoment & { readonly held: Disposable | null };

/** The changes after a state; `before` is that state as the person saw it. */
export type Since = { readonly changes: ChangedElements; readonly before: BuildingView };

/** A state of a branch, whole and as a reader saw it. */
type Latest = {
  readonly seq: number;
  readonly whole: BuildingView;
  readonly view: BuildingView;
};

/** Number of moments that are kept. Pages compare two at a time. */
const KEPT = 6;

/** Number of whole states that are kept, for changes since them. */
const WHOLES = 12;

/** After more events of a branch than this, its elements are listed again, which takes less time. */
const STEP_EVENTS = 5000;

/** The moments of a domain that is caught up before each question. */
export class Moments {
  readonly #domain: BuildingDomain;
  readonly #kept = new Map<string, Kept>();
  /** Whole branches that were the present when somebody looked, by branch and ledger seq. */
  readonly #wholes = new Map<string, BuildingView>();
  /** The last state of a branch that a reader saw. */
  readonly #latest = new Map<string, Latest>();
  readonly #steps = new WeakMap<BuildingView, { readonly seq: number; readonly since: Since }>();

  constructor(domain: BuildingDomain) {
    this.#domain = domain;
  }

  /**
   * A moment as the viewer sees it. Refuses an unknown branch as one that the viewer may not read, and an unknown event as a
   * hidden one.
   *
   * @param planOf the plan of an approval; refuses one that the viewer may not see
   */
  async at(
    viewer: ActingAgent,
    moment: Moment,
    planOf: (approval_id: string) => Promise<PlanDocument>,
  ): Promise<SeenMoment> {
    if ('plan' in moment) {
      return await this.#planned(viewer, moment, await planOf(moment.plan));
    }
    const { branch, seq, event } = moment;
    assertReadable(viewer, branch);
    if (seq === undefined && event === undefined) return this.#present(viewer, branch);
    return await this.#past(
      viewer,
      branch,
      seq ?? (await this.#seqOf(viewer, branch, event ?? '')),
    );
  }

  /** What the viewer sees of a branch as it was after ledger event `seq`. */
  async #past(viewer: ActingAgent, branch: string, seq: number): Promise<SeenMoment> {
    const sight = sightOf(viewer, branch);
    const head = this.#domain.lastSeq;
    const key = `past ${readKey(viewer)} ${seq} ${head} ${branch}`;
    return await this.#keep(key, async () => {
      const { view } = await this.#domain.pastCallerView(branch, seq, sight);
      return { branch, seq, view, misfit: null, held: null };
    });
  }

  #present(viewer: ActingAgent, branch: string): SeenMoment {
    const whole = wholeBranch({ domain: this.#domain }, viewer, branch);
    const { seq } = whole;
    this.#keepWhole(whole);
    const key = `present ${readKey(viewer)} ${seq} ${this.#domain.lastSeq} ${branch}`;
    const known = this.#touch(key);
    if (known !== undefined) return known;
    const { view } = this.#domain.callerView(whole, sightOf(viewer, branch));
    this.#stepTo(`${readKey(viewer)} ${branch}`, { seq, whole, view });
    return this.#put(key, { branch, seq, view, misfit: null, held: null });
  }

  /** Finds what has changed since the last state that the reader of a branch saw. */
  #stepTo(reader: string, next: Latest): void {
    const last = this.#latest.get(reader);
    this.#latest.delete(reader);
    this.#latest.set(reader, next);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > WHOLES && oldest !== undefined) this.#latest.delete(oldest);
    const { whole } = next;
    if (last === undefined || !(last.whole instanceof BranchView)) return;
    if (!(whole instanceof BranchView)) return;
    if (whole.branch_seq - last.whole.branch_seq > STEP_EVENTS) return;
    const [before, after] = [
      { whole: last.whole, view: last.view },
      { whole, view: next.view },
    ];
    const changes = shownChanges({ before, after });
    const placeOf = (id: string): number | null => whole.placeInLog(id);
    carryStoreys({ before: last.view, after: next.view, changes, placeOf });
    this.#steps.set(next.view, { seq: last.seq, since: { changes, before: last.view } });
    // Each step keeps the view before it: a chain of them would keep all states.
    this.#steps.delete(last.view);
  }

  /** The changes that led to a present view from the state after ledger event `seq`; undefined if that was not the one before. */
  stepInto(view: BuildingView, seq: number): Since | undefined {
    const step = this.#steps.get(view);
    return step?.seq === seq ? step.since : undefined;
  }

  #keepWhole(whole: BuildingView): void {
    const key = `${whole.seq} ${whole.branch}`;
    this.#wholes.delete(key);
    this.#wholes.set(key, whole);
    for (const oldest of this.#wholes.keys()) {
      if (this.#wholes.size <= WHOLES) break;
      this.#wholes.delete(oldest);
    }
  }

  /**
   * The whole branch after ledger event `seq`. SECURITY: it hides nothing; only `since.ts` uses it, to find what a person sees
   * change.
   */
  async whole(branch: string, seq: number): Promise<BranchView> {
    const known = this.#wholes.get(`${seq} ${branch}`);
    return known instanceof BranchView ? known : await this.#domain.past(branch, seq);
  }

  async #planned(
    viewer: ActingAgent,
    { plan: approval_id, before }: Extract<Moment, { readonly plan: string }>,
    { branch, events }: PlanDocument,
  ): Promise<SeenMoment> {
    assertReadable(viewer, branch);
    const sight = sightOf(viewer, branch);
    const key = `plan ${before === true} ${readKey(viewer)} ${this.#domain.lastSeq} ${approval_id}`;
    return await this.#keep(key, async () => {
      const plan = await this.#domain.planned(branch, events);
      const seen = seenPlan(plan, sight);
      const view = before === true ? seen.before : seen.view;
      return { branch, seq: plan.before.seq, view, misfit: seen.misfit, held: plan };
    });
  }

  /** The seq of an event that the viewer sees. */
  async #seqOf(viewer: ActingAgent, branch: string, event: string): Promise<number> {
    const { view } = await this.#past(viewer, branch, this.#domain.lastSeq);
    const seq = await this.#domain.momentOfEvent(view, event);
    if (seq !== null) return seq;
    throw new Refusal(
      'OPERATION_NOT_FOUND',
      `no event \`${event}\` on branch \`${branch}\``,
      'choose a moment of the log',
    );
  }

  async #keep(key: string, make: () => Promise<Kept>): Promise<SeenMoment> {
    return this.#touch(key) ?? this.#put(key, await make());
  }

  #touch(key: string): Kept | undefined {
    const known = this.#kept.get(key);
    if (known === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known;
  }

  #put(key: string, kept: Kept): Kept {
    this.#kept.set(key, kept);
    for (const [oldest, { held }] of this.#kept) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
      held?.[Symbol.dispose]();
    }
    return kept;
  }
}

/** Equal for viewers who see the same. Names of makers differ even with equal permissions. */
export function readKey({ name, permissions }: ActingAgent): string {
  return `${name} ${digestOf(permissions.permissions.READ ?? null)}`;
}
