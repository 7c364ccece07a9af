/** @module webhook-setting: the setting `approval_webhook` of a policy, and the secret of a new webhook. */
import {
  ensureWebhookSecret,
  WEBHOOK_SECRET,
} from '../../../governance/keeper/webhook/webhook-secret.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';

/** A description of the effect of a setting. */
export function describeWebhook(webhook: string | null): string {
  return webhook === null
    ? 'none: nobody is notified of pending approvals'
    : `${printable(webhook)} is notified of each pending approval`;
}

/** Creates the secret of a webhook if it does not exist, and prints its path but not its content. */
export function startWebhook(
  { paths }: Pick<Session, 'paths'>,
  { env, err }: Pick<Terminal, 'env' | 'err'>,
): void {
  if (env[WEBHOOK_SECRET] === undefined) ensureWebhookSecret(paths.webhookKey);
  err(
    `notifications are signed with the secret in ${printable(paths.webhookKey)}, or with that in ${WEBHOOK_SECRET} if it is set for the server: give it to the receiver`,
  );
}
