/** @module call-result: the answer of a gate as the result of `tools/call`. */
import type { GateAnswer } from '../../governance/gate/gate.ts';

/** The envelope, the same as text, and what comes beside it. */
export type CallResult = {
  content: ({ type: 'text'; text: string } | GateAnswer['content'][number])[];
  structuredContent: Record<string, unknown>;
  isError?: true;
};

/** What a client is sent for an answer. */
export function callResult({ text, content, envelope, isError }: GateAnswer): CallResult {
  return {
    content: [{ type: 'text', text }, ...content],
    structuredContent: { ...envelope },
    ...(isError ? { isError: true } : {}),
  };
}
