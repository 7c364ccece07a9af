/** @module call-result: the answer of a gate as the result of `tools/call`. */
import type { GateAnswer } from '../../governance/gate/entered-answer.ts';

/** What no tool of the building answers, but the protocol has. */
type Other =
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string };
    };

/** The envelope, the same as text, and what comes beside it. */
export type CallResult = {
  content: ({ type: 'text'; text: string } | Other | GateAnswer['content'][number])[];
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
