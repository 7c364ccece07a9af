/** @module clash tally: judges pairs one by one and collects findings, counts and the pairs that rules explain. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import { at } from '../../building/geometry/indexed.ts';
import type { Element } from '../../building/kinds/elements.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';
import type { ClashBody } from './clash-body.ts';
import { type Clashing, clashFinding } from './clash-finding.ts';
import type { ClashOptions, ClashType } from './clash-options.ts';
import type { ClashResult } from './clash-result.ts';
import { judgePair } from './judge-pair.ts';
import { modelPairOf } from './model-pairs.ts';
import { CLASH_RULES, explainedBy } from './rules/clash-rules.ts';

/** Findings built between two checkpoints. */
const FINDINGS_AT_ONCE = 100;

type Explained = { pairs: number; overlap_volume_mm3: number };

/** The results of one run, collected pair by pair. */
export class ClashTally {
  readonly #view: ModelView;
  readonly #options: ClashOptions;
  readonly #hasReferences: boolean;
  readonly #listed: Clashing[] = [];
  readonly #counts: { [type in ClashType]: number } = {
    hard: 0,
    contained: 0,
    duplicate: 0,
    workspace: 0,
    clearance: 0,
    touching: 0,
  };
  readonly #explained = new Map<string, Explained>();
  readonly #not_measured: ClashResult['not_measured'][number][] = [];
  #measured = 0;

  constructor(view: ModelView, options: ClashOptions) {
    this.#view = view;
    this.#options = options;
    this.#hasReferences = view.references().length > 0;
  }

  /** Judges a pair of bodies whose boxes are near each other. */
  add(one: ClashBody, other: ClashBody): void {
    if (!this.#isRequested(one, other)) return;
    const [a, b] = inOrder(one, other);
    this.#measured += 1;
    const judged = judgePair(a, b, this.#options);
    if (judged === null) return;
    if ('not_measured' in judged) {
      const element_ids = [a.element.id, b.element.id] as const;
      this.#not_measured.push({ element_ids, because: judged.not_measured });
      return;
    }
    if (!this.#explains(judged)) this.#count(judged);
  }

  #isRequested(one: ClashBody, other: ClashBody): boolean {
    const [a, b] = [one.element, other.element];
    // Workspaces may overlap: two doors may use the same space one after the other.
    if (a === b || (one.part === 'workspace' && other.part === 'workspace')) return false;
    if (!this.#hasRequestedModels(a, b)) return false;
    const { between } = this.#options;
    if (between === null) return true;
    const { first, second } = between;
    return (first(a) && second(b)) || (first(b) && second(a));
  }

  /** Whether the models of two elements are to be compared. */
  #hasRequestedModels(a: Element, b: Element): boolean {
    const pair = this.#hasReferences ? modelPairOf(this.#view, a.id, b.id) : 'own';
    return pair !== null && this.#options.pairs.includes(pair);
  }

  #explains({ a, b, contact, type }: Clashing): boolean {
    if (type === 'workspace' || type === 'duplicate') return false;
    const { tolerance_mm } = this.#options;
    const rule = explainedBy({ a, b, contact, type, tolerance_mm }, this.#view);
    if (rule === null) return false;
    const count = this.#explained.get(rule.id) ?? { pairs: 0, overlap_volume_mm3: 0 };
    count.pairs += 1;
    if (contact.state === 'overlapping') count.overlap_volume_mm3 += contact.volume_mm3;
    this.#explained.set(rule.id, count);
    return true;
  }

  #count(clash: Clashing): void {
    this.#counts[clash.type] += 1;
    if (this.#options.types.includes(clash.type)) this.#listed.push(clash);
  }

  /** The result; `elements` is the number of elements compared. */
  finish(elements: number): ClashResult {
    const sorted = this.#listed.toSorted(
      (p, q) =>
        compareText(p.a.element.id, q.a.element.id) ||
        compareText(p.b.element.id, q.b.element.id) ||
        compareText(p.a.part, q.a.part),
    );
    const findings: Finding[] = [];
    for (const [done, clash] of sorted.entries()) {
      findings.push(clashFinding(clash, this.#view));
      if (done % FINDINGS_AT_ONCE === 0) {
        checkpoint({ done, total: sorted.length, doing: 'listing clashes' });
      }
    }
    return {
      findings,
      counts: this.#counts,
      rules: CLASH_RULES.map(({ id, title, why }) => {
        const count = this.#explained.get(id) ?? { pairs: 0, overlap_volume_mm3: 0 };
        const overlap_volume_mm3 = Math.round(count.overlap_volume_mm3);
        return { rule_id: id, title, why, pairs: count.pairs, overlap_volume_mm3 };
      }),
      elements,
      pairs_measured: this.#measured,
      not_measured: this.#not_measured.toSorted(
        (p, q) =>
          compareText(at(p.element_ids, 0), at(q.element_ids, 0)) ||
          compareText(at(p.element_ids, 1), at(q.element_ids, 1)),
      ),
    };
  }
}

/** The pair with the owner of the workspace first or, without a workspace, the element with the smaller id. */
function inOrder(one: ClashBody, other: ClashBody): readonly [ClashBody, ClashBody] {
  if (one.part !== other.part) return one.part === 'workspace' ? [one, other] : [other, one];
  return compareText(one.element.id, other.element.id) < 0 ? [one, other] : [other, one];
}
