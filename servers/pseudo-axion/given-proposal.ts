/** @module given-proposal: a proposal submitted by a live agent, complete or in short form. */
import * as z from 'zod';

import { NESTING_MAX, nestsTooDeep } from '../../kernel/axion/outside/nesting.ts';
import { ProposalForm } from '../../kernel/axion/outside/proposal-form.ts';
import type { Refuse } from '../../schemas/plan.ts';

/**
 * The listed schema of a proposal: `form`, or the members of a complete proposal. Any members are accepted, because the
 * gate of the experiment judges them; `readProposal` checks those of a form, with better messages than a schema.
 */
export const GivenProposal = z.record(z.string(), z.unknown());

/**
 * The complete proposal. Refuses INVALID_ARGUMENT for an invalid short form or too deep nesting; the gate checks the
 * rest.
 */
export function readProposal(
  given: Readonly<Record<string, unknown>>,
  refuse: Refuse<'INVALID_ARGUMENT'>,
  complete: (form: ProposalForm) => unknown,
): unknown {
  if (nestsTooDeep(given)) {
    return refuse(
      'INVALID_ARGUMENT',
      `argument \`proposal\` is nested more deeply than ${NESTING_MAX} levels`,
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
