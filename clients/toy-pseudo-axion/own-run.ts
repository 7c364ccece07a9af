/** @module own-run: plays episodes with the user's own agent, and records the agent and its faults. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SuiteRun } from '../../kernel/axion/harness/suite.ts';
import { AGENT_BOUNDS } from '../../kernel/axion/outside/agent-process.ts';
import { ownAgent, playOwnEpisode } from '../../kernel/axion/outside/own-agent.ts';
import { TurnThread } from '../../kernel/axion/outside/watched-turn.ts';
import { codePointEscape, withoutUnseen } from '../../kernel/base/text/invisible-characters.ts';
import type { Command } from './options.ts';

type RunCommand = Extract<Command, { readonly kind: 'run' }>;

/**
 * The user's own agent in a run. `close` writes `own-agent.json` and returns a line about the episodes in which the agent
 * was terminated; empty without such episodes.
 */
export type OwnRun = AsyncDisposable & {
  readonly play: NonNullable<SuiteRun['own']>;
  readonly close: () => string;
};

/** Opens the user's own agent; undefined for a run without one. @throws {AxionFault} `BAD_CONFIG` */
export async function openOwnAgent(command: RunCommand): Promise<OwnRun | undefined> {
  const { own, out_dir, watchdog_ms } = command;
  if (own === undefined) return undefined;
  const agent = await ownAgent(own.given);
  const transcripts = join(out_dir, 'transcripts');
  mkdirSync(transcripts, { recursive: true });
  const threads: TurnThread[] = [];
  const free: TurnThread[] = [];
  const faults: { readonly episode_id: string; readonly fault: string }[] = [];
  return {
    async play(config) {
      const thread = free.pop() ?? new TurnThread(watchdog_ms);
      if (!threads.includes(thread)) threads.push(thread);
      const { result, turns, fault } = await playOwnEpisode(config, agent, thread, own.answer_ms);
      free.push(thread);
      const { episode_id } = config;
      // The agent's text may contain terminal escape sequences.
      if (fault !== null) faults.push({ episode_id, fault: withoutUnseen(fault, codePointEscape) });
      const text = turns.map((turn) => `${JSON.stringify(turn)}\n`).join('');
      writeFileSync(join(transcripts, `${episode_id}.jsonl`), text);
      return result;
    },
    close() {
      const { kind, given, sha256, offline } = agent;
      const bounds = { ...AGENT_BOUNDS, answer_ms: own.answer_ms };
      const ended = faults.toSorted((a, b) => (a.episode_id < b.episode_id ? -1 : 1));
      const note = { kind, given, sha256, offline, bounds, faults: ended };
      writeFileSync(join(out_dir, 'own-agent.json'), `${JSON.stringify(note, undefined, 2)}\n`);
      const [first] = ended;
      return first === undefined
        ? ''
        : `own: the agent was terminated in ${ended.length} episodes, first in ${first.episode_id}: ${first.fault}\n`;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map((thread) => thread[Symbol.asyncDispose]()));
    },
  };
}
