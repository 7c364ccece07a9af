/** @module apex-bench: Apex over planes with fixed answers, on a chain and a clock set by hand. */
import * as fc from 'fast-check';

import { createApex } from '../../../kernel/apex/apex.ts';
import type { ApexParts, CallerPlanes, CallerRoutes } from '../../../kernel/apex/apex.ts';
import { BUDGET_DIMENSIONS } from '../../../kernel/apex/budgets.ts';
import type { Budgets } from '../../../kernel/apex/budgets.ts';
import { ownManifest } from '../../../kernel/apex/manifest.ts';
import type { Plane, PlaneAnswer, PlaneRequest } from '../../../kernel/apex/plane.ts';
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

/** Apex for one caller, the chain that it writes, and `elapse`, which moves its clock. */
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

export const FOUR = ['mpa', 'mpe', 'mps', 'mpt'];

export const AnyBudgets = fc.record(
  Object.fromEntries(BUDGET_DIMENSIONS.map((dimension) => [dimension, fc.nat()])),
  { requiredKeys: [] },
) as fc.Arbitrary<Budgets>;
