/** @module given-proposal: a proposal submitted by a live agent, complete or in short form. */
import * as z from 'zod';

import { ProposalForm } from '../../kernel/axion/outside/proposal-form.ts';
import type { Refuse } from '../../schemas/plan.ts';

/** A proposal as it is listed: the members of a form are checked by `readProposal`, which says more than a schema can. */
export const GivenProposal = z.looseObject({ form: z.looseObject({}).optional() });

/** Defined members nest at most 7 deep; this leaves room for free members and is far below the limit of the stack. */
const DEPTH_MAX = 64;

/** Whether a value nests deeper than a limit; recurses at most to the limit. */
function nestsBeyond(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsBeyond(member, levels - 1));
}

/** The complete proposal. Refuses INVALID_ARGUMENT for an invalid short form and for deep nesting; the gate checks the rest. */
export function readProposal(
  given: Readonly<Record<string, unknown>>,
  refuse: Refuse<'INVALID_ARGUMENT'>,
  complete: (form: ProposalForm) => unknown,
): unknown {
  if (nestsBeyond(given, DEPTH_MAX)) {
    return refuse(
      'INVALID_ARGUMENT',
      `argument \`proposal\` nests deeper than ${DEPTH_MAX} levels`,
    );
  }
  if (!Object.hasOwn(given, 'form')) return given;
  const parsed = ProposalForm.safeParse(given['form']);
  if (parsed.success) return complete(parsed.data);
  const issues = parsed.error.issues.slice(0, 10).map(({ path, message }) => ({
    argument: ['proposal', 'form', ...path].map(String).join('.'),
    wanted: message,
  }));
  const [first] = issues;
  return refuse(
    'INVALID_ARGUMENT',
    `argument \`${first?.argument ?? 'proposal.form'}\` is not in the short form: ${first?.wanted ?? ''}`,
    { issues },
  );
}
