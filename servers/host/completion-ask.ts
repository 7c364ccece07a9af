/** @module completion-ask: converts the parameters of `completion/complete`. */
import type { CompletionAsk } from './features.ts';

/** The parameters, which are the same in both protocol versions. */
type CompleteParams = {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?:
    | { readonly arguments?: Readonly<Record<string, string>> | undefined }
    | undefined;
};

/** Returns the completion request for the parameters. */
export function completionAsk({ ref, argument, context }: CompleteParams): CompletionAsk {
  return {
    of: ref.type === 'ref/prompt' ? { prompt: ref.name } : { template: ref.uri },
    argument: argument.name,
    value: argument.value,
    others: context?.arguments ?? {},
  };
}
