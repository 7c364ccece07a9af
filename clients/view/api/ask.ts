/** @module ask: asks the hub. */
import type { BytesAsk, JsonAsk, PageAnswers } from '../../../servers/view/protocol/answers.ts';
import type { AskInput } from '../../../servers/view/protocol/asks.ts';
import { messageIn, pageSecret } from './session.ts';

/** A refusal of the hub: what, why, and the next step. */
export class HubError extends Error {
  readonly hint: string;
  /** Whether nobody is signed in any more. */
  readonly isSignedOut: boolean;
  /** HTTP status; 0 if the hub did not answer. */
  readonly status: number;

  constructor(message: string, hint: string, status: number) {
    super(message);
    this.hint = hint;
    this.isSignedOut = status === 401;
    this.status = status;
  }
}

/** The JSON answer to a question. Throws HubError. */
export async function ask<N extends JsonAsk>(
  name: N,
  input: AskInput<N>,
  signal?: AbortSignal,
): Promise<PageAnswers[N]> {
  const response = await request(`api/${name}`, input, signal);
  return await response.json();
}

/** The binary answer to a question. Throws HubError. */
export async function askBytes<N extends BytesAsk>(
  name: N,
  input: AskInput<N>,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  const response = await request(`api/${name}`, input, signal);
  return await response.arrayBuffer();
}

/** Sends a request of this page. Throws HubError. */
export async function request(
  path: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await fetch(`/view/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-plumbline-page': pageSecret() ?? '' },
    body: JSON.stringify(input),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new HubError('the hub does not answer', 'check that `plumbline view` still runs', 0);
  });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw new HubError(messageIn(body), hintIn(body), response.status);
}

function hintIn(body: unknown): string {
  const { error } = Object(body);
  const { hint } = Object(error);
  return typeof hint === 'string' ? hint : '';
}
