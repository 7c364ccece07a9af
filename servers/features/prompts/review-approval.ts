/** @module review_approval: what a pending change would do, for the person who decides. */
import type { Prompt } from './prompt.ts';

export const reviewApproval: Prompt = {
  name: 'review_approval',
  title: 'Review an approval',
  description:
    'What a pending change would do and what speaks against it. A person decides, elsewhere.',
  arguments: [
    {
      name: 'approval_id',
      description: 'The approval, as APPROVAL_PENDING named it.',
      required: true,
      completed: 'approval',
    },
  ],
  text: ({ approval_id = '' }) => `Help a person decide about the approval \`${approval_id}\`.

1. Call \`get_operation\` with it (wait_s 0). Say which tool asked for what, on which branch, and until when it waits.
2. Look at what it touches with \`get_element\` and \`relationship_query\`: what goes with it, what stays behind without what it stood on or was part of.
3. Say in plain words what is there before and after, what cannot be brought back by an undo, and every warning.
4. Say what you would ask before agreeing.

You cannot decide it and must not try: the person runs \`plumbline approvals show ${approval_id}\` in a terminal, sees the whole plan there and signs or rejects it.`,
};
