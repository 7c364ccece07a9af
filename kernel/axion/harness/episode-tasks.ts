/** @module episode-tasks: the tasks of a watched thread: whole episodes, and single turns of live ones. */
import { parentPort, workerData } from 'node:worker_threads';

import type { AgentMaker, Answer } from '../agents/agent.ts';
import { AGENT_MAKERS, isBuiltIn } from '../agents/agents.ts';
import { beatFor, newHeartbeat } from '../kernel/heartbeat.ts';
import type { Heartbeat } from '../kernel/heartbeat.ts';
import type { ThreadReply } from '../kernel/watchdog.ts';
import type { EpisodeConfig } from './episode-record.ts';
import type { EpisodeState, Turn } from './episode-state.ts';
import { answer, submit } from './episode.ts';
import type { Submission } from './episode.ts';
import { playEpisode } from './runner.ts';
import type { PlayedEpisode } from './runner.ts';

/** A task for the thread. `hangs_at`: set when the watchdog ended a first try. */
export type EpisodeTask =
  | { readonly task: 'play'; readonly config: EpisodeConfig; readonly hangs_at?: number }
  | {
      readonly task: 'submit';
      readonly state: EpisodeState;
      readonly proposal: unknown;
      readonly now_ms: number;
    }
  | {
      readonly task: 'answer';
      readonly state: EpisodeState;
      readonly answer: Answer;
      readonly now_ms: number;
    };

/** The result of `play`, without frames; replaying the episode gives them. */
export type EpisodeResult = Omit<PlayedEpisode, 'frames'>;

/** Handles tasks with these agents until the thread ends. */
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
    case 'submit':
      return submit(task.state, task.proposal, task.now_ms, tools);
    case 'answer':
      return answer(task.state, task.answer, task.now_ms, tools);
    default:
      return task satisfies never;
  }
}

/** The maker of a built-in agent. */
export function builtInMaker(agent: EpisodeConfig['agent']): AgentMaker {
  if (!isBuiltIn(agent)) throw new TypeError(`the agent \`${agent}\` does not play in this thread`);
  return AGENT_MAKERS[agent];
}
