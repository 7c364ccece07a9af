/** @module open-control: approvals over HTTP for the workspace that a hub serves. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { nanoid } from 'nanoid';

import type { EventChecks } from '../../schemas/event-checks.ts';
import { type ControlSources, ControlService } from './control-service.ts';

/** The open resources of the hub. */
type Opened = Pick<ControlSources, 'reader' | 'keeper' | 'now' | 'log'>;

/** Serves the approvals of the workspace with its keeper, its reader and the key of its log. */
export function openControl(
  { reader, keeper, now, log }: Opened,
  { paths }: { readonly paths: { readonly logKey: string } },
): ControlService {
  const logKey = createPrivateKey(readFileSync(paths.logKey));
  return new ControlService({ reader, keeper, logKey, now, run: nanoid(), checks, log });
}

/** Imported when an approval is pending. */
async function checks(): Promise<EventChecks> {
  const { eventChecks } = await import('../../kernel/building/model/checks/building-checks.ts');
  return eventChecks;
}
