/** @module scope-challenge: refuses calls that the scopes of an access token do not permit, and names the required scopes. */
import * as z from 'zod';

import type { Connection } from '../../governance/access/principal.ts';
import { Refusal } from '../../schemas/errors.ts';
import { type Action, ACTIONS } from '../../schemas/permissions.ts';
import type { Caller, Endpoint } from './endpoint.ts';
import { HttpRefusal, NOT_SERVED } from './http-refusal.ts';
import type { ResourceServer } from './oauth/resource-server.ts';

const ToolCall = z.looseObject({
  method: z.literal('tools/call'),
  params: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
});

/**
 * Refuses (403, RFC 6750) a call that the agent may make but the scopes of its token do not permit, and records the refusal.
 * A call that the agent may not make either is passed on to the gate, which refuses it.
 */
export async function assertScopes(
  { endpoint, caller }: { readonly endpoint: Endpoint; readonly caller: Caller },
  { connection, body }: { readonly connection: Connection; readonly body: unknown },
  oauth: ResourceServer | undefined,
): Promise<void> {
  const { within } = caller;
  if (within === null || oauth === undefined) return;
  if (within.length === 0) throw insufficient(oauth, { path: endpoint.path, required: ACTIONS });
  const { success, data } = ToolCall.safeParse(body);
  if (!success) return;
  const { name: tool, arguments: given } = data.params;
  const { gate } = await endpoint.service(connection);
  const action = gate.missingPermission(connection, tool);
  if (action === null) return;
  const refusal = new Refusal(
    'PERMISSION_DENIED',
    `the access token does not permit ${action}, which \`${tool}\` requires`,
    'get one with more scopes from the authorization server',
    { action },
  );
  await gate.refuse(connection, { tool, arguments: given }, refusal);
  throw insufficient(oauth, { path: endpoint.path, required: [...within, action] });
}

function insufficient(
  oauth: ResourceServer,
  { path, required }: { readonly path: string; readonly required: readonly Action[] },
): HttpRefusal {
  const scope = oauth.scopesFor(required);
  const challenge = `Bearer realm="plumbline", error="insufficient_scope", scope="${scope}", ${oauth.pointer(path)}`;
  return new HttpRefusal(
    [403, NOT_SERVED],
    `the scopes of the access token are not sufficient; get one with \`${scope}\` from the authorization server`,
    { 'www-authenticate': challenge },
  );
}
