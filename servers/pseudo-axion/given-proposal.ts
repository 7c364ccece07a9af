/** @module given-proposal: a proposal as a live agent hands it in, whole or in short form. */
import type { Refuse } from '../../schemas/plan.ts';
import { ProposalForm } from './proposal-form.ts';

/** The whole proposal. Refuses INVALID_ARGUMENT for a short form that is not in its form; the gate judges the rest. */
export function readProposal(
  given: Readonly<Record<string, unknown>>,
  refuse: Refuse<'INVALID_ARGUMENT'>,
  complete: (form: ProposalForm) => unknown,
): unknown {
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
