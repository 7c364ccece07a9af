/** @module call-result: the answer of a gate as the result of `tools/call`. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

import type { GateAnswer } from '../../governance/gate/gate.ts';

/** The envelope, the same as text, and what comes beside it. */
export function callResult({ text, content, envelope, isError }: GateAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text }, ...content],
    structuredContent: { ...envelope },
    ...(isError ? { isError: true } : {}),
  };
}
