/** @module answer: defines the answer to a question of the page. */
import type * as z from 'zod';

import { Refusal } from '../../../schemas/errors.ts';
import { useIssueWords } from '../../../schemas/issue-words.ts';
import type { Looking } from '../looking/looking.ts';
import type { BytesAsk, JsonAsk, PageAnswers } from '../protocol/answers.ts';
import type { AskName } from '../protocol/asks.ts';

useIssueWords();

/** Bytes with their media type; `name` if a person stores them as a file. */
export type BytesAnswer = {
  readonly media_type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name?: string;
};

/** An answer: JSON, or bytes. */
export type Answered = { readonly json: unknown } | { readonly bytes: BytesAnswer };

/** The answer to one question. */
export type Answerer = {
  readonly name: AskName;
  /** Refuses INVALID_ARGUMENT for arguments that do not match, and what the answer itself refuses. */
  readonly answer: (input: unknown, looking: Looking) => Promise<Answered>;
};

/** An answer in JSON. */
export function jsonAnswer<N extends JsonAsk, S extends z.ZodType>(
  name: N,
  arguments_: S,
  answer: (asked: z.output<S>, looking: Looking) => Promise<PageAnswers[N]> | PageAnswers[N],
): Answerer {
  return {
    name,
    answer: async (input, looking) => ({
      json: await answer(checked(name, arguments_, input), looking),
    }),
  };
}

/** An answer in bytes. */
export function bytesAnswer<S extends z.ZodType>(
  name: BytesAsk,
  arguments_: S,
  answer: (asked: z.output<S>, looking: Looking) => Promise<BytesAnswer> | BytesAnswer,
): Answerer {
  return {
    name,
    answer: async (input, looking) => ({
      bytes: await answer(checked(name, arguments_, input), looking),
    }),
  };
}

function checked<S extends z.ZodType>(name: string, schema: S, input: unknown): z.output<S> {
  const asked = schema.safeParse(input);
  if (asked.success) return asked.data;
  const [issue] = asked.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw new Refusal(
    'INVALID_ARGUMENT',
    `invalid question \`${name}\`${path === '' ? '' : ` at \`${path}\``}: ${issue?.message ?? 'unknown'}`,
    'reload the page; it may be of another version than the hub',
  );
}
