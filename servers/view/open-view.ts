/** @module open-view: the page of the workspace that a hub serves. */
import { randomBytes } from 'node:crypto';

import { bearerConnection } from '../../governance/access/bearer.ts';
import { agentOf } from '../../governance/access/principal.ts';
import type { GateWorld } from '../../governance/gate/call/context.ts';
import { ViewService } from './http/view-service.ts';
import type { Viewer } from './thread/messages.ts';
import { TIMERS } from './thread/steady-release.ts';
import { ViewThread } from './thread/view-thread.ts';

type Opened = Pick<GateWorld, 'directory' | 'keeper' | 'log'> & {
  readonly catchUp: () => Promise<void>;
};

/** Serves the page over the keeper and the directory of the hub. The caller disposes of the thread. */
export function openView(
  { directory, keeper, log, catchUp }: Opened,
  {
    dir,
    clock,
    redirects,
  }: { readonly dir: string; readonly clock: () => number; readonly redirects: boolean },
): { readonly service: ViewService; readonly thread: ViewThread } {
  const thread = new ViewThread({
    dir,
    approval: async (approval_id) => await keeper.approval(approval_id),
    timers: TIMERS,
    log,
  });
  const service = new ViewService({
    thread,
    keeper,
    byToken: async (token): Promise<Viewer | null> => {
      await catchUp();
      const connection = bearerConnection(directory, { bearer: token, local: false }, 'ses_view');
      const { principal, refusal } = connection.identify();
      return refusal === null ? { kind: 'registered', principal } : null;
    },
    catchUp,
    isActive: (viewer) =>
      viewer.kind === 'owner' || agentOf(directory, viewer.principal)?.status === 'active',
    clock,
    redirects,
    secret: () => randomBytes(24).toString('base64url'),
    log,
  });
  return { service, thread };
}
