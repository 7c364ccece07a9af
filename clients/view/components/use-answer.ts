/** @module use-answer: the answer to a question of the page, kept up to date. */
import { useEffect, useState } from 'preact/hooks';

import type { JsonAsk, PageAnswers } from '../../../servers/view/protocol/answers.ts';
import type { AskInput } from '../../../servers/view/protocol/asks.ts';
import { ask, HubError } from '../api/ask.ts';
import { problemOf } from '../state/loader.ts';
import { type Problem, store } from '../state/store.ts';

/** An answer, or why there is none. While a question is asked again, the answer before it stays. */
export type Answer<N extends JsonAsk> = {
  readonly answer: PageAnswers[N] | null;
  readonly problem: Problem | null;
  readonly isLoading: boolean;
};

/** Gives an answer, or why there is none, to `take`, unless the question was cancelled. */
export async function settled<T>(
  question: Promise<T>,
  signal: AbortSignal,
  take: (answer: T | null, problem: Problem | null) => void,
): Promise<void> {
  try {
    const answer = await question;
    if (!signal.aborted) take(answer, null);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof HubError && error.isSignedOut) store.isSignedOut.value = true;
    take(null, problemOf(error));
  }
}

/** Asks when the arguments change (null: not at all), and again when the log changes. */
export function useAnswer<N extends JsonAsk>(name: N, input: AskInput<N> | null): Answer<N> {
  const key = input === null ? null : JSON.stringify(input);
  const [state, setState] = useState<Answer<N> & { readonly key: string | null }>({
    key: null,
    answer: null,
    problem: null,
    isLoading: key !== null,
  });
  const { value: revision } = store.revision;
  useEffect(() => {
    if (input === null || key === null) return undefined;
    const running = new AbortController();
    const { signal } = running;
    void settled(ask(name, input, signal), signal, (answer, problem) => {
      setState({ key, answer, problem, isLoading: false });
    });
    return () => running.abort();
  }, [name, key, revision]);
  if (state.key === key) return state;
  return { answer: null, problem: null, isLoading: key !== null };
}
