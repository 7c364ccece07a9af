/** @module permitted-tools: which tools of a list the principal of a connection may see. */
import type { Action } from '../../schemas/permissions.ts';
import type { Directory } from './directory.ts';
import { agentOf, type Connection } from './principal.ts';

/** A tool with the permission class that it needs. */
type Classed = { readonly action: Action };

/**
 * The tools for which the principal of a connection has a permission, in their order. All tools for an invalid credential
 * and for a revoked principal: their first call is refused with the reason.
 */
export function permittedTools<T extends Classed>(
  directory: Directory,
  from: Connection,
  tools: readonly T[],
): readonly T[] {
  const { principal, refusal } = from.identify();
  const agent = refusal === null ? agentOf(directory, principal) : undefined;
  if (agent?.status !== 'active') return tools;
  const granted = agent.permissions.permissions;
  return tools.filter(({ action }) => granted[action] !== undefined);
}

/** The permission that a tool needs, if the principal has it and the credential of the connection does not include it. */
export function missingPermission(
  directory: Directory,
  from: Connection,
  tool: Classed | undefined,
): Action | null {
  const { principal, refusal } = from.identify();
  const agent = refusal === null ? agentOf(directory, principal) : undefined;
  if (tool === undefined || agent === undefined) return null;
  const { action } = tool;
  const [registered, left] = [agent.registered.permissions, agent.permissions.permissions];
  return registered[action] !== undefined && left[action] === undefined ? action : null;
}
