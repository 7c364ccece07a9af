/** @module given-proposal: a proposal as a live agent hands it in, whole or in short form. */
import type { Refuse } from '../../schemas/plan.ts';
import { ProposalForm } from './proposal-form.ts';

/** Nothing in a proposal nests deeper than 7; this leaves room in its free members and stays far from the limit of the stack. */
const DEPTH_MAX = 64;

/** Whether a value nests deeper than a limit; looks no deeper than that. */
function nestsBeyond(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsBeyond(member, levels - 1));
}

/** The whole proposal. Refuses INVALID_ARGUMENT for a short form that is not in its form and for a deep nest; the gate judges the rest. */
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
