/** @module check_accessibility: checks whether everybody can enter and move around. */
import { BRANCH_ARGUMENT, type Prompt } from './prompt.ts';

export const checkAccessibility: Prompt = {
  name: 'check_accessibility',
  title: 'Check accessibility',
  description:
    'Checks whether everybody can enter and move around, with the smallest change for each finding.',
  arguments: [BRANCH_ARGUMENT],
  text: ({
    branch = 'main',
  }) => `Check whether everybody can enter and move around the building on the branch \`${branch}\`.

1. Call \`get_model_summary\`, then \`accessibility_check\`, on this branch.
2. Check routes: \`circulation_check\`, and \`path_finding\` from the entrance to each room that a visitor needs.
3. For each finding report the element, the measured value, the required value with its clause, and the smallest change that fixes it. Preview that change with \`preview_operation\`; commit nothing.
4. Report what could not be evaluated and which input is missing. A check without findings is not a certificate: a qualified person decides.`,
};
