/** @module approvals: usages of the commands of the approval client. */
import { type Command, flag, withValue, withValues } from '../command.ts';
import { DESK_OPTIONS } from './options.ts';

const DECISION_OPTIONS = {
  ...DESK_OPTIONS,
  reason: withValue('TEXT', 'the reason, which is stored and signed'),
} as const;

/** Options of a rejection or comment that the requester reads. */
const REMARK_OPTIONS = {
  digest: withValue(
    'PREFIX',
    'refuse other plans: at least 12 hexadecimal digits of the digest of the plan',
  ),
  mark: withValues(
    'TARGET=TEXT',
    'a remark about an element (its id, the beginning of it, or its name) or a place: X,Y,Z@LEVEL in mm, Z from the level if left out',
  ),
} as const;

export const APPROVAL_COMMANDS: readonly Command[] = [
  {
    words: 'approvals list',
    operands: [],
    summary: 'list pending approvals, and those that expired or went stale in the last hour',
    options: { all: flag('also list decided approvals'), ...DESK_OPTIONS },
    run: async (call) => (await import('../commands/approvals.ts')).listPending(call),
  },
  {
    words: 'approvals show',
    operands: ['ID'],
    summary: "show the whole effect of an approval, from the keeper's own copy",
    options: {
      picture: withValue(
        'FILE',
        'draw a plan before and after as .svg, or only the changed area as .png',
      ),
      ...DESK_OPTIONS,
    },
    run: async (call) => (await import('../commands/approvals.ts')).showApproval(call),
  },
  {
    words: 'approvals approve',
    operands: ['ID…'],
    summary:
      'show the whole effect, ask for confirmation and sign; the last required signature executes the plan',
    options: {
      ...DECISION_OPTIONS,
      digest: withValue(
        'PREFIX',
        'sign this plan without a prompt: at least 12 hexadecimal digits of its digest; separate several with commas',
      ),
    },
    run: async (call) => (await import('../commands/approvals.ts')).approveListed(call),
  },
  {
    words: 'approvals reject',
    operands: ['ID…'],
    summary: 'reject approvals, with a reason and with marks on elements and places of one plan',
    options: { ...DECISION_OPTIONS, ...REMARK_OPTIONS },
    run: async (call) => (await import('../commands/approvals.ts')).rejectListed(call),
  },
  {
    words: 'approvals comment',
    operands: ['ID'],
    summary: 'sign a comment on a pending approval, which stays pending; the requester reads it',
    options: {
      ...DESK_OPTIONS,
      text: withValue('TEXT', 'the comment, which is stored and signed'),
      ...REMARK_OPTIONS,
    },
    run: async (call) => (await import('../commands/approvals.ts')).commentApproval(call),
  },
  {
    words: 'approvals watch',
    operands: [],
    summary: 'watch approvals arrive; on a terminal, show, approve and reject with single keys',
    options: DESK_OPTIONS,
    run: async (call) => (await import('../watch/watch.ts')).watchApprovals(call),
  },
  {
    words: 'approvals export',
    operands: ['ID'],
    summary: 'print an approval with plan, decisions and public keys as JSON',
    options: DESK_OPTIONS,
    run: async (call) => (await import('../commands/approvals.ts')).exportApproval(call),
  },
];
