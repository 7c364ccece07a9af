/** @module run-command: runs a command: a preview for a dry run, else a commit or a pending approval. */
import type { Picture } from '../../tool/stored-picture.ts';
import { callerOf, type GateWork, type Outcome } from '../call/context.ts';
import { successEnvelope } from '../call/envelope.ts';
import { previewData } from './preview-data.ts';
import { submitCommand, type CommandCall } from './submit.ts';

/** The part of an effect to show. */
type PreviewOptions = {
  /** `next_cursor` of the previous page; undefined for the first page. */
  readonly cursor?: string | undefined;
  readonly picture?: boolean;
};

/** A preview, with the picture that its caller requested. */
type Preview = Outcome & { readonly pictures: readonly Picture[] };

/** Runs a command; `dry_run` defaults to the policy for the kind of its principal. */
export async function runCommand<View>(
  parts: GateWork<View>,
  call: CommandCall<View>,
): Promise<Outcome> {
  const { policy } = parts.directory.workspace();
  const dryRun = call.shared.dry_run ?? policy.dry_run_default[call.principal.kind];
  return dryRun ? previewCommand(parts, call) : submitCommand(parts, call);
}

/** The effect of a command, which is not committed. */
export async function previewCommand<View>(
  parts: GateWork<View>,
  call: CommandCall<View>,
  { cursor, picture = false }: PreviewOptions = {},
): Promise<Preview> {
  const show = { cursor, picture, dry_run: true };
  const planned = await parts.timed('plan', () => parts.engine('plan', call, { show }));
  const by = { agent: call.agent, workspace: parts.directory.workspace() };
  const document = await parts.limitHour(planned.document, by, parts.now());
  if (planned.preview === null) throw new Error('expected the page of a preview');
  const { data, warnings: ofPage } = previewData(planned.preview, document);
  const { picture: png } = planned;
  const noPicture =
    picture && png === null
      ? ['there is no picture: nothing in this change is visible in plan']
      : [];
  const ofPlan = cursor === undefined ? document.warnings : [];
  const warnings = [...ofPlan, ...ofPage, ...noPicture];
  const envelope = successEnvelope(callerOf(call), data, null, warnings);
  const pictures: readonly Picture[] =
    png === null ? [] : [{ member: 'picture', media_type: 'image/png', base64: png }];
  return { envelope: { ...envelope, dry_run: true }, content: [], pictures, recorded: false };
}
