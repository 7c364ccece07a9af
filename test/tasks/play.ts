/** @module play: plays a recorded task against the servers of today and counts the tokens that a model would receive and send. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

import type { Brief } from './briefs.ts';
import { idsIn, translated, type Recording } from './recording.ts';
import { openStage } from './stage.ts';

/** What a finished task costs. Tokens are those of o200k_base. */
export type Played = {
  readonly calls: number;
  readonly refusals: number;
  /** Tokens of instructions and tool lists, of the model's calls, and of the answers. */
  readonly listed: number;
  readonly sent: number;
  readonly answered: number;
  /** Calls whose outcome differs from the recorded one. */
  readonly differing: readonly string[];
};

const tokensOf = (value: unknown): number =>
  encode(typeof value === 'string' ? value : JSON.stringify(value)).length;

/** An outcome that is not a fault of the call. */
const isFine = (outcome: string): boolean => outcome === 'ok' || outcome === 'APPROVAL_PENDING';

/** Plays the calls in order; ids in their arguments are replaced by those that have their place now. */
export async function play(brief: Brief, { calls }: Recording): Promise<Played> {
  const stage = await openStage(brief);
  try {
    const listed = tokensOf(stage.instructions().join('\n')) + tokensOf(await stage.list());
    const now = new Map<string, string>();
    const differing: string[] = [];
    let [sent, answered, refusals] = [0, 0, 0];
    for (const [index, call] of calls.entries()) {
      const args = translated(call.arguments, now);
      const { envelope, text } = await stage.call(call.server, call.tool, args);
      const outcome = envelope.error?.name ?? 'ok';
      if (outcome !== call.outcome) {
        differing.push(`${index + 1}: ${call.tool} was ${call.outcome}, is ${outcome}`);
      }
      const ids = idsIn(text);
      for (const [place, id] of call.ids.entries()) {
        const found = ids[place];
        if (found !== undefined && !now.has(id)) now.set(id, found);
      }
      sent += tokensOf({ name: call.tool, arguments: args });
      answered += tokensOf(text);
      if (!isFine(outcome)) refusals += 1;
    }
    return { calls: calls.length, refusals, listed, sent, answered, differing };
  } finally {
    await stage.close();
  }
}
