/** @module review_approval: explains a pending change to the person who decides. */
import type { Prompt } from './prompt.ts';

export const reviewApproval: Prompt = {
  name: 'review_approval',
  title: 'Review an approval',
  description:
    'Explains a pending change and objections to it. A person decides, outside this session.',
  arguments: [
    {
      name: 'approval_id',
      description: 'approval_id from an APPROVAL_PENDING answer.',
      required: true,
      completed: 'approval',
    },
  ],
  text: ({ approval_id = '' }) => `Help a person to decide on the approval \`${approval_id}\`.

1. Call \`get_operation\` with it (wait_s 0). Report the tool, the requested change, the branch and the expiry time.
2. Inspect the affected elements with \`get_element\` and \`relationship_query\`: which dependants are deleted too, and which elements lose their support or group.
3. Describe the state before and after in plain words, what undo cannot restore, and every warning.
4. List the questions that you would ask before agreeing.

You cannot decide it and must not try: the person runs \`plumbline approvals show ${approval_id}\` in a terminal, sees the whole plan there and signs or rejects it.`,
};
