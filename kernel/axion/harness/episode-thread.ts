/** @module episode-thread: the thread that plays episodes; its entry, so the real stopwatch is handed in here. */
import { parentPort, workerData } from 'node:worker_threads';

import type { AgentMaker } from '../agents/agent.ts';
import { AGENT_MAKERS } from '../agents/agents.ts';
import { beatFor, newHeartbeat } from '../kernel/heartbeat.ts';
import type { ThreadReply } from '../kernel/watchdog.ts';
import type { AuditDraft } from '../proposal.ts';
import type { EpisodeConfig } from './episode-record.ts';
import type { EpisodeRecord } from './episode-record.ts';
import { playEpisode } from './runner.ts';
import type { Counterexample } from './runner.ts';

/** One episode to play; `hangs_at` when a first try was ended by the watchdog. */
export type EpisodeTask = { readonly config: EpisodeConfig; readonly hangs_at?: number };

/** What the thread answers. */
export type EpisodeResult = {
  readonly record: EpisodeRecord;
  readonly audit: readonly AuditDraft[];
  readonly counterexamples: readonly Counterexample[];
};

/** Answers tasks with these agents until the thread is ended. */
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
  heartbeat: ReturnType<typeof newHeartbeat>,
): ThreadReply {
  try {
    const tools = { stopwatch: () => performance.now(), ...beatFor(heartbeat) };
    const played = playEpisode(task.config, makerOf(task.config.agent), tools, task.hangs_at);
    const { record, audit, counterexamples } = played;
    return { ok: true, value: { record, audit, counterexamples } satisfies EpisodeResult };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ok: false, message };
  }
}

serveEpisodes((agent) => {
  if (agent === 'live') throw new TypeError('a live agent does not play in this thread');
  return AGENT_MAKERS[agent];
});
