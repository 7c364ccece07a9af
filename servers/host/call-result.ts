/** @module call-result: the answer of a gate as the result of `tools/call`. */
import type { GateAnswer } from '../../governance/gate/entered-answer.ts';

/** Content types of the protocol that no building tool returns. */
type OtherContent =
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string };
    };

/** The envelope as structured content and as text, with any further content blocks. */
export type CallResult = {
  content: ({ type: 'text'; text: string } | OtherContent | GateAnswer['content'][number])[];
  structuredContent: Record<string, unknown>;
  isError?: true;
};

/** Returns the result that is sent to the client for an answer. */
export function callResult({ text, content, envelope, isError }: GateAnswer): CallResult {
  return {
    content: [{ type: 'text', text }, ...content],
    structuredContent: { ...envelope },
    ...(isError ? { isError: true } : {}),
  };
}
