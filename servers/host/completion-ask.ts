/** @module completion-ask: what a `completion/complete` is about. */
import type { CompletionAsk } from './features.ts';

/** The parameters as both versions of the protocol have them. */
type CompleteParams = {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?:
    | { readonly arguments?: Readonly<Record<string, string>> | undefined }
    | undefined;
};

/** What to complete. */
export function completionAsk({ ref, argument, context }: CompleteParams): CompletionAsk {
  return {
    of: ref.type === 'ref/prompt' ? { prompt: ref.name } : { template: ref.uri },
    argument: argument.name,
    value: argument.value,
    others: context?.arguments ?? {},
  };
}
