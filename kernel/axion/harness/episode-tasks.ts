/** @module episode-tasks: the tasks of a watched thread: whole episodes, and single turns of live episodes. */
import { parentPort, workerData } from 'node:worker_threads';

import type { AgentMaker } from '../agents/agent.ts';
import { AGENT_MAKERS, isBuiltIn } from '../agents/agents.ts';
import { beatFor, newHeartbeat, type Heartbeat } from '../kernel/heartbeat.ts';
import type { ThreadReply } from '../kernel/watchdog.ts';
import type { EpisodeConfig } from './episode-record.ts';
import type { EpisodeState, Turn } from './episode-state.ts';
import { takeTurn, type Submission } from './episode.ts';
import { playEpisode, type PlayedEpisode } from './runner.ts';
import type { TurnInput } from './turn-input.ts';

/** A task for the thread. `hangs_at`: number of the evaluation at which the watchdog ended a first attempt. */
export type EpisodeTask =
  | { readonly task: 'play'; readonly config: EpisodeConfig; readonly hangs_at?: number }
  | { readonly task: 'turn'; readonly state: EpisodeState; readonly input: TurnInput };

/** The result of `play` without its frames, which a replay of the episode reproduces. */
export type EpisodeResult = Omit<PlayedEpisode, 'frames'>;

/** Handles tasks until the thread ends; does nothing outside a watched thread. */
export function serveEpisodes(makerOf: (agent: EpisodeConfig['agent']) => AgentMaker): void {
  const memory: unknown = workerData;
  const port = parentPort;
  if (port === null || !(memory instanceof SharedArrayBuffer)) return;
  const heartbeat = newHeartbeat(memory);
  port.on('message', (task: EpisodeTask) => {
    port.postMessage(reply(task, makerOf, heartbeat));
  });
}

function reply(
  task: EpisodeTask,
  makerOf: (agent: EpisodeConfig['agent']) => AgentMaker,
  heartbeat: Heartbeat,
): ThreadReply {
  try {
    return { ok: true, value: runTask(task, makerOf, heartbeat) };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ok: false, message };
  }
}

function runTask(
  task: EpisodeTask,
  makerOf: (agent: EpisodeConfig['agent']) => AgentMaker,
  heartbeat: Heartbeat,
): EpisodeResult | Submission | Turn {
  const tools = { stopwatch: () => performance.now(), ...beatFor(heartbeat) };
  switch (task.task) {
    case 'play': {
      const played = playEpisode(task.config, makerOf(task.config.agent), tools, task.hangs_at);
      const { record, audit, counterexamples } = played;
      return { record, audit, counterexamples };
    }
    case 'turn':
      return takeTurn(task.state, task.input, tools);
    default:
      return task satisfies never;
  }
}

/** The maker of a built-in agent. @throws {TypeError} for `own` and `live` */
export function builtInMaker(agent: EpisodeConfig['agent']): AgentMaker {
  if (!isBuiltIn(agent)) throw new TypeError(`the agent \`${agent}\` does not play in this thread`);
  return AGENT_MAKERS[agent];
}
