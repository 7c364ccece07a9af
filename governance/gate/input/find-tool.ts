/** @module find-tool: the tool that a call names; an unknown name is refused with the closest match. */
import { nearestTool } from '../../../kernel/base/text/nearest-tool.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { RegisteredTool } from '../../tool/registry.ts';
import type { ServerDefinition } from '../../tool/server-definition.ts';
import { clip } from './argument-path.ts';

/** The tools of a connection. */
type Offered<View> = {
  readonly tools: ReadonlyMap<string, RegisteredTool<View>>;
  /** How to enable each tool that is not offered, by its name. */
  readonly withheld: ReadonlyMap<string, string>;
  readonly composed: ServerDefinition<View>['composed'];
};

/**
 * The tool of this name. Refuses UNKNOWN_TOOL with the closest match. If the server has the tool and this connection does
 * not offer it, the hint says how to enable it, and the tool that can run it as a part.
 */
export function findTool<View>(
  { tools, withheld, composed }: Offered<View>,
  name: string,
): RegisteredTool<View> {
  const found = tools.get(name);
  if (found !== undefined) return found;
  const how = withheld.get(name);
  if (how !== undefined) {
    const isPart = composed !== undefined && composed.parts.has(name) && tools.has(composed.by);
    throw new Refusal(
      'UNKNOWN_TOOL',
      `\`${name}\` is not offered on this connection`,
      isPart
        ? `call \`${composed.by}\` with \`operations\` [{"tool": "${name}", "arguments": {…}}]; the operator can also start the server ${how}`
        : `the operator can start the server ${how}; do without it until then`,
    );
  }
  const near = nearestTool(name, tools.keys());
  throw new Refusal(
    'UNKNOWN_TOOL',
    `there is no tool \`${clip(name)}\` here`,
    near === null
      ? 'list the tools of this server and use one of them'
      : `did you mean \`${near}\`?`,
    near === null ? {} : { nearest: near },
  );
}
