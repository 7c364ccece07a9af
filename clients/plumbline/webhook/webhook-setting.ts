/** @module webhook-setting: the setting `approval_webhook` of a policy, and the secret of a new one. */
import {
  ensureWebhookSecret,
  WEBHOOK_SECRET,
} from '../../../governance/keeper/webhook/webhook-secret.ts';
import { printable } from '../printable.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';

/** What a setting does, in words. */
export function webhookWords(webhook: string | null): string {
  return webhook === null
    ? 'none: nobody is notified of pending approvals'
    : `${printable(webhook)} is notified of each pending approval`;
}

/** Creates the secret of a webhook if there is none, and prints its path but not its content. */
export function startWebhook(
  { paths }: Pick<Session, 'paths'>,
  { env, err }: Pick<Terminal, 'env' | 'err'>,
): void {
  if (env[WEBHOOK_SECRET] === undefined) ensureWebhookSecret(paths.webhookKey);
  err(
    `notices are signed with the secret in ${printable(paths.webhookKey)}, or in ${WEBHOOK_SECRET} if a server is started with it: give it to the receiver`,
  );
}
