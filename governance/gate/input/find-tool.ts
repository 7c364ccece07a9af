/** @module find-tool: the tool that a call names; an unknown name is refused with the closest match. */
import { nearestTool } from '../../../kernel/base/text/nearest-tool.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { RegisteredTool } from '../../tool/registry.ts';
import { clip } from './argument-path.ts';

/**
 * The tool of this name. Refuses UNKNOWN_TOOL with the closest match, or with the way to enable it if the server has it and
 * this connection does not offer it.
 *
 * @param withheld how to enable each tool that is not offered, by its name
 */
export function findTool<View>(
  tools: ReadonlyMap<string, RegisteredTool<View>>,
  name: string,
  withheld: ReadonlyMap<string, string>,
): RegisteredTool<View> {
  const found = tools.get(name);
  if (found !== undefined) return found;
  const how = withheld.get(name);
  if (how !== undefined) {
    throw new Refusal(
      'UNKNOWN_TOOL',
      `\`${name}\` is not offered on this connection`,
      `the operator can start the server ${how}; do without it until then`,
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
