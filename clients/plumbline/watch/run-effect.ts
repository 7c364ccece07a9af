/** @module run-effect: executes the effects of the watching client: reads, unlocks, signs, draws. */
import type { KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { printable } from '../../../kernel/base/text/printable.ts';
import { approvalDetails } from '../../../servers/approvals/approval-details.ts';
import { approvalLines, type ApprovalDetails } from '../../../servers/approvals/effect-text.ts';
import { decide } from '../approvals/decide.ts';
import type { Desk } from '../approvals/desk.ts';
import { readApproval, shortId } from '../approvals/read-approval.ts';
import type { Call } from '../command.ts';
import { decryptKey, readKeyFile } from '../keys/approver-key.ts';
import { activeApprover } from '../registry-change.ts';
import { painter } from '../terminal.ts';
import type { Effect, WatchInput } from './state.ts';

/** The state shared by all effects. */
export type EffectContext = {
  readonly desk: Desk;
  readonly call: Call;
  /** The approvals that were shown, by id; only these can be signed. */
  readonly shown: Map<string, ApprovalDetails>;
  readonly keys: Map<string, KeyObject>;
  readonly columns: () => number;
};

/** Executes an effect; returns the next input, null when the user quits. */
export async function runEffect(
  effect: Effect,
  context: EffectContext,
): Promise<WatchInput | null> {
  const { desk, call, shown, keys } = context;
  switch (effect.kind) {
    case 'quit':
      return null;
    case 'show': {
      const { approval_id } = effect;
      const all = await read(approval_id, context);
      shown.set(approval_id, all);
      return { kind: 'shown', approval_id, lines: detailLines(all, context) };
    }
    case 'picture': {
      const { approval_id } = effect;
      const all = shown.get(approval_id) ?? (await read(approval_id, context));
      const file = resolve(call.terminal.cwd, `approval-${shortId(approval_id)}.svg`);
      const { approvalPicture } = await import('../approvals/plan-picture.ts');
      writeFileSync(file, approvalPicture(all));
      return {
        kind: 'pictured',
        text: `the plan before and after was drawn in ${printable(file)}`,
      };
    }
    case 'name':
      return { kind: 'named', approver: activeApprover(await desk.people(), effect.approver).name };
    case 'unlock': {
      const approver = activeApprover(await desk.people(), effect.approver);
      const pem = readKeyFile(desk.keyFile(approver.name), approver.name);
      keys.set(approver.name, decryptKey(pem, effect.passphrase, approver));
      return { kind: 'unlocked', approver: approver.name };
    }
    case 'decide': {
      const { intent, approver } = effect;
      const approval = shown.get(intent.approval_id);
      const key = keys.get(approver);
      if (approval === undefined || key === undefined) {
        return {
          kind: 'failed',
          text: 'nothing was signed: the plan was not shown, or the key is locked',
        };
      }
      const { verdict, reason } = intent;
      const { message, ok } = await decide(desk, approval, { approver, key, verdict, reason });
      return { kind: 'decided', text: message, ok };
    }
    default:
      return effect satisfies never;
  }
}

async function read(approval_id: string, { desk }: EffectContext): Promise<ApprovalDetails> {
  return approvalDetails(desk, await readApproval(desk, approval_id), new Date());
}

/** The lines of an approval for the current width of the terminal. */
export function detailLines(
  shown: ApprovalDetails,
  { call, columns }: Pick<EffectContext, 'call' | 'columns'>,
): readonly string[] {
  const look = { width: columns(), paint: painter(call.terminal.colour), now: new Date() };
  return approvalLines(shown, look);
}
