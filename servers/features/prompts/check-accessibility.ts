/** @module check_accessibility: can everybody get in and move about. */
import { BRANCH_ARGUMENT, type Prompt } from './prompt.ts';

export const checkAccessibility: Prompt = {
  name: 'check_accessibility',
  title: 'Check accessibility',
  description:
    'Whether everybody can get in and move about, with each finding and the least change for it.',
  arguments: [BRANCH_ARGUMENT],
  text: ({
    branch = 'main',
  }) => `Check whether everybody can get into and move about the building on the branch \`${branch}\`.

1. Call \`get_model_summary\`, then \`accessibility_check\`, on this branch.
2. Walk it: \`circulation_check\`, and \`path_finding\` from the entrance to each room that a visitor needs.
3. For each finding give the element, what was measured, what is required by which clause, and the least change that would meet it. Preview that change with \`preview_operation\`; commit nothing.
4. Say what could not be evaluated and which input it needs. A check that found nothing is no certificate: a person with the qualification decides.`,
};
