/** @module own-agent: an agent from a file or a command: loads it, starts it and plays an episode with it. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { sha256Hex } from '../../base/canonical/hash.ts';
import { findIsolator } from '../../tools/runners/sandbox/process.ts';
import { readFlags } from '../../tools/runners/task/read-flags.ts';
import type { Observation } from '../agents/agent.ts';
import { nonceBook } from '../agents/nonce-book.ts';
import { AxionFault } from '../axion-fault.ts';
import type { EpisodeConfig } from '../harness/episode-record.ts';
import type { EpisodeState } from '../harness/episode-state.ts';
import type { EpisodeResult } from '../harness/episode-tasks.ts';
import { observe, recordHang } from '../harness/episode.ts';
import { episodeTurns, sourcesFor, timeOf } from '../harness/runner.ts';
import type { TurnInput, UntimedTurn } from '../harness/turn-input.ts';
import { agentEnvironment } from './agent-environment.ts';
import { AgentFault, AgentProcess, type AgentLaunch } from './agent-process.ts';
import { nestsTooDeep } from './nesting.ts';
import { completeForm, FormModel, ProposalForm, readAnswer } from './proposal-form.ts';
import type { TurnThread } from './watched-turn.ts';
import { wordedQuestion } from './worded-question.ts';

/** An agent from a file or a command, ready to be started. */
export type OwnAgent = {
  readonly kind: 'file' | 'command';
  /** The argument: a path, or `command:` and a command. */
  readonly given: string;
  /** SHA-256 of the file; null for a command. */
  readonly sha256: string | null;
  /** Whether its process is isolated from the network. Even without isolation a file cannot import network modules. */
  readonly offline: boolean;
  readonly launch: AgentLaunch;
  /** The source of a file agent, sent before the first question; undefined for a command. */
  readonly source: string | undefined;
};

/** Maximum size of an agent's file. */
const SOURCE_BYTES_MAX = 1 << 20;
/** Prefix of an agent that is a command. */
const COMMAND = 'command:';
/** Heap of a file agent in MB. */
const HEAP_MB = 256;

/**
 * The agent of `command:WORDS` or of a path. Words are separated by spaces; no shell interprets them.
 *
 * @throws {AxionFault} `BAD_CONFIG` for an empty command, or a file that is missing, too large or not a module
 */
export async function ownAgent(given: string): Promise<OwnAgent> {
  if (given.startsWith(COMMAND)) {
    const [command, ...args] = given.slice(COMMAND.length).split(' ').filter(Boolean);
    if (command === undefined) throw badAgent('expected a command after `command:`');
    const env = agentEnvironment(process.env);
    const launch = { command, args, streams: 'standard', env, cwd: '.' } as const;
    return { kind: 'command', given, sha256: null, offline: false, launch, source: undefined };
  }
  const text = sourceOf(given);
  const isolator = await findIsolator();
  const host = fileURLToPath(new URL(`./agent-host${extname(import.meta.url)}`, import.meta.url));
  const flags = [
    '--permission',
    ...readFlags([host]),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${HEAP_MB}`,
    '--no-warnings',
    '--no-addons',
    host,
  ];
  const words =
    isolator === undefined
      ? [process.execPath, ...flags]
      : [isolator, '--user', '--map-root-user', '--net', process.execPath, ...flags];
  const [command = '', ...args] = words;
  return {
    kind: 'file',
    given,
    sha256: sha256Hex(text),
    offline: isolator !== undefined,
    launch: { command, args, streams: 'own', env: {}, cwd: '/' },
    source:
      extname(given) === '.ts' || extname(given) === '.mts' ? withoutTypes(given, text) : text,
  };
}

function sourceOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) throw badAgent(`there is no file \`${path}\``);
  if (found.size > SOURCE_BYTES_MAX) {
    throw badAgent(`\`${path}\` has ${found.size} bytes, expected at most ${SOURCE_BYTES_MAX}`);
  }
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) throw badAgent(`\`${path}\` is not UTF-8`);
  return bytes.toString('utf8');
}

function withoutTypes(path: string, text: string): string {
  try {
    return stripTypeScriptTypes(text);
  } catch (error) {
    throw badAgent(`\`${path}\` is not a valid TypeScript module: ${String(error).split('\n')[0]}`);
  }
}

function badAgent(message: string): AxionFault {
  return new AxionFault('BAD_CONFIG', message);
}

/** The result of an own agent's episode; `fault` is the reason why the agent was terminated, or null. */
export type OwnEpisode = {
  readonly result: EpisodeResult;
  readonly turns: readonly TurnInput[];
  readonly fault: string | null;
};

const Proposed = z.object({
  id: z.number(),
  form: z.unknown().optional(),
  proposal: z.unknown().optional(),
});
const GivenAnswer = z.object({
  answer: z.string(),
  form: z.unknown().optional(),
  replay_model: FormModel.optional(),
  nonces: z.record(z.string(), z.string()).optional(),
});
const Answered = z.object({ id: z.number(), answer: z.looseObject(GivenAnswer.shape) });

/**
 * Plays one episode with a new process of the agent. An agent that does not answer in time, or sends an unrequested
 * line, is terminated; the episode then ends like one whose evaluation hung.
 *
 * @param thread the thread in which the kernel evaluates the agent's data
 */
export async function playOwnEpisode(
  config: EpisodeConfig,
  agent: OwnAgent,
  thread: Pick<TurnThread, 'take'>,
  answer_ms: number,
): Promise<OwnEpisode> {
  using running = new AgentProcess(agent.launch, answer_ms);
  if (agent.source !== undefined) running.send(agent.source);
  const dialogue = new AgentDialogue(running, config);
  const turns: TurnInput[] = [];
  const play = episodeTurns(config);
  let fault: string | null = null;
  let due = play.next();
  while (due.done !== true) {
    const state = due.value;
    const now_ms = timeOf(state);
    try {
      const given = await dialogue.next(state);
      const { input, result } = await thread.take(state, { ...given, now_ms });
      turns.push(input);
      due = play.next(result);
    } catch (error) {
      if (!(error instanceof AgentFault)) throw error;
      fault = error.message;
      turns.push({ turn: 'hang', now_ms });
      due = play.next(recordHang(state, now_ms));
    }
  }
  const { record, audit, counterexamples } = due.value;
  return { result: { record, audit, counterexamples }, turns, fault };
}

/** Sends the observations and questions of one episode to an agent and reads its answers. */
class AgentDialogue {
  readonly #agent: AgentProcess;
  readonly #sources: ReturnType<typeof sourcesFor>;
  readonly #nonces = nonceBook();
  #id = 0;

  constructor(agent: AgentProcess, config: EpisodeConfig) {
    this.#agent = agent;
    this.#sources = sourcesFor(config);
  }

  /** The agent's next turn. @throws {AgentFault} for an invalid answer, and at any fault of the process */
  async next(state: EpisodeState): Promise<UntimedTurn> {
    const { observation, question } = observe(state);
    this.#id += 1;
    const id = this.#id;
    if (question === undefined) {
      const line = { v: 1, id, kind: 'propose', observation };
      const reply = this.#read(Proposed, await this.#agent.ask(line));
      return { turn: 'submit', proposal: this.#complete(reply, observation) };
    }
    const line = { v: 1, id, kind: 'answer', question: wordedQuestion(question), observation };
    const { answer } = this.#read(Answered, await this.#agent.ask(line));
    const { form: _form, replay_model, ...plain } = answer;
    const stored = question.ask === 'reveal' ? this.#nonces.reveal(question.nonce_refs) : undefined;
    const parsed = readAnswer(plain, {
      replay_model,
      ...(answer.answer === 'proposal' ? { proposal: this.#complete(answer, observation) } : {}),
      ...(stored === undefined ? {} : { nonces: { ...stored, ...answer.nonces } }),
    });
    const takes: readonly string[] = wordedQuestion(question).answers;
    if (!parsed.success || !takes.includes(answer.answer)) {
      const want = takes.join(' or ');
      throw new AgentFault(
        `it gave the invalid answer \`${answer.answer.slice(0, 40)}\`, want ${want}`,
      );
    }
    return { turn: 'answer', answer: parsed.data };
  }

  /** Completes a form; anything else goes unchanged to the gate, which denies invalid proposals. */
  #complete(
    reply: { readonly form?: unknown; readonly proposal?: unknown },
    observation: Observation,
  ): unknown {
    if (reply.form === undefined) return reply.proposal ?? null;
    const form = ProposalForm.safeParse(reply.form);
    if (!form.success) return { form: reply.form };
    const sealed = completeForm(form.data, observation, this.#sources);
    this.#nonces.keep(sealed);
    return sealed.proposal;
  }

  #read<T extends { readonly id: number }>(schema: z.ZodType<T>, given: unknown): T {
    if (nestsTooDeep(given)) throw new AgentFault('its answer is nested too deeply');
    const parsed = schema.safeParse(given);
    if (!parsed.success) {
      const fault = z.object({ fault: z.string() }).safeParse(given).data?.fault;
      const [issue] = parsed.error.issues;
      const where = issue?.path.join('.') ?? '';
      throw new AgentFault(fault ?? `its answer does not fit: \`${where}\` ${issue?.message}`);
    }
    if (parsed.data.id !== this.#id) {
      throw new AgentFault(`it answered question ${parsed.data.id}, asked was ${this.#id}`);
    }
    return parsed.data;
  }
}
