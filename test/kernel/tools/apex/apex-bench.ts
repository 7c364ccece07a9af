/** @module apex-bench: Apex with planes of fixed answers, an audit chain in memory, and a clock moved by hand. */
import * as fc from 'fast-check';

import { createApex } from '../../../../kernel/tools/apex/apex.ts';
import type { ApexParts, CallerPlanes, CallerRoutes } from '../../../../kernel/tools/apex/apex.ts';
import { BUDGET_DIMENSIONS } from '../../../../kernel/tools/apex/budgets.ts';
import type { Budgets } from '../../../../kernel/tools/apex/budgets.ts';
import { ownManifest } from '../../../../kernel/tools/apex/manifest.ts';
import type { Plane, PlaneAnswer, PlaneRequest } from '../../../../kernel/tools/apex/plane.ts';
import { Chain, handClock } from '../mpt/tool-bench.ts';

/** A plane with a fixed answer that records its requests. */
export function plane(
  name: string,
  answer: unknown = { kind: 'output', payload: { plane: name }, consumed: {} },
): { readonly asked: PlaneRequest[]; readonly value: Plane } {
  const asked: PlaneRequest[] = [];
  const value: Plane = {
    name,
    dispatch: async (request) => {
      asked.push(request);
      return (typeof answer === 'function' ? answer(request) : answer) as PlaneAnswer;
    },
  };
  return { asked, value };
}

/** Apex for one caller, the audit chain that it writes, and `elapse`, which advances its clock. */
export function apex(
  planes: readonly Plane[],
  more: Partial<ApexParts & CallerPlanes> = {},
): CallerRoutes & { readonly chain: Chain; readonly elapse: (ms: number) => void } {
  const chain = new Chain();
  const { delay, elapse } = handClock();
  const one = createApex({ manifest: ownManifest(), delay, ...more }).forCaller({
    planes,
    ledger: chain,
    ...more,
  });
  return { ...one, chain, elapse };
}

/** The names of all planes. */
export const FOUR = ['mpa', 'mpe', 'mps', 'mpt'];

export const AnyBudgets = fc.record(
  Object.fromEntries(BUDGET_DIMENSIONS.map((dimension) => [dimension, fc.nat()])),
  { requiredKeys: [] },
) as fc.Arbitrary<Budgets>;
