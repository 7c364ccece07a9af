/** @module workbench: the domain of the experiment in a new folder, with its tools called as the gate calls them. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type {
  Answer as ToolAnswer,
  JobAnswer,
  QueryAnswer,
} from '../../../governance/tool/define.ts';
import type { Domain } from '../../../governance/tool/domain.ts';
import type { Observation } from '../../../kernel/axion/agents/agent.ts';
import type { AgentName } from '../../../kernel/axion/agents/agents.ts';
import type { EpisodeRecord } from '../../../kernel/axion/harness/episode-record.ts';
import type { AgentSummary } from '../../../kernel/axion/harness/suite-summary.ts';
import type { WordedQuestion } from '../../../kernel/axion/outside/worded-question.ts';
import { publicKeyOf, signText } from '../../../kernel/base/canonical/signature.ts';
import { Refusal, type ErrorName } from '../../../schemas/errors.ts';
import type { Principal } from '../../../schemas/governance.ts';
import { openExperimentDomain } from '../../../servers/pseudo-axion/domain.ts';
import { pseudoAxionServer } from '../../../servers/pseudo-axion/server.ts';
import type { RunsView } from '../../../servers/pseudo-axion/view.ts';

/** Members of results that tests read; each tool returns some of them. */
export type Told = Readonly<Record<string, unknown>> & {
  readonly run_id: string;
  readonly episode_id: string;
  readonly folder: string;
  readonly digest: string;
  readonly signature: string;
  readonly public_key: string;
  readonly phase: string;
  readonly observation: Observation;
  readonly question?: WordedQuestion;
  readonly next_tool: string;
  readonly next_episode: Told | null;
  readonly report: EpisodeRecord;
  readonly summary: AgentSummary;
  readonly agents: Readonly<Record<AgentName, AgentSummary>>;
  readonly episodes: readonly { readonly episode_id: string }[];
  readonly scenarios: readonly { readonly scenario: string }[];
  readonly path: readonly unknown[];
  readonly audit_slice: readonly unknown[];
  readonly proposal_form: { readonly required: readonly string[] };
  readonly glossary: Readonly<Record<string, string>>;
  readonly factors: readonly { readonly name: string }[];
};

export type Called = ToolAnswer<Record<string, unknown>> &
  Pick<QueryAnswer<unknown>, 'pictures'> &
  Partial<Pick<JobAnswer<unknown>, 'events'>> & { readonly data: Told };

export type Workbench = AsyncDisposable & {
  readonly artifacts: string;
  readonly domain: Domain<RunsView>;
  readonly clock: { ms: number };
  readonly progress: [number, number][];
  readonly call: (
    tool: string,
    input?: Readonly<Record<string, unknown>>,
    options?: { readonly session?: string; readonly signal?: AbortSignal },
  ) => Promise<Called>;
  /** Name and message of the refusal of a call. */
  readonly refused: (
    ...call: Parameters<Workbench['call']>
  ) => Promise<{ readonly name: string; readonly message: string }>;
};

/** The caller of a session. */
export function principalOf(session_id: string): Principal {
  return {
    kind: 'agent',
    user_id: 'ada',
    agent_id: '11111111-1111-4111-8111-111111111111',
    name: 'tester',
    session_id,
  };
}

export function workbench(): Workbench {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-axion-'));
  const artifacts = join(dir, 'artifacts');
  mkdirSync(artifacts);
  const { privateKey } = generateKeyPairSync('ed25519');
  const clock = { ms: 1_800_000_000_000 };
  const opened = openExperimentDomain({
    artifacts,
    now: () => new Date(clock.ms),
    hasFile: async () => await Promise.resolve(true),
    uuid: randomUUID,
    nonce: () => randomBytes(32).toString('hex'),
    seed: () => 4711,
    sign: (text, context) => ({
      signature: signText(privateKey, text, context),
      public_key: publicKeyOf(privateKey),
    }),
    workers: 2,
  });
  const { domain } = opened;
  const view = (): RunsView => domain.view('main');
  const progress: [number, number][] = [];
  const call: Workbench['call'] = async (name, input = {}, options = {}) => {
    const tool = pseudoAxionServer.tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    const context = {
      event_id: 'event_1',
      dry_run: false,
      branch: 'main',
      principal: principalOf(options.session ?? 'ses_1'),
      signal: options.signal ?? new AbortController().signal,
      progress: (done: number, total: number) => void progress.push([done, total]),
      begin: async () => await Promise.reject(new Error('the experiment begins no run')),
      refuse: (code: ErrorName, message: string, data = {}): never => {
        if (!Object.hasOwn(tool.refusals, code)) throw new Error(`${name} does not list ${code}`);
        throw new Refusal(code, message, '', data);
      },
    };
    const parsed = tool.input.parse(input) as never;
    const answer = await (tool.type === 'query'
      ? tool.answer(parsed, view(), context)
      : tool.run(parsed, view(), context));
    tool.output.parse(answer.data);
    return answer as Called;
  };
  return {
    artifacts,
    domain,
    clock,
    progress,
    call,
    async refused(...args) {
      try {
        await call(...args);
      } catch (error) {
        if (error instanceof Refusal) return error.body;
        throw error;
      }
      throw new Error('it was not refused');
    },
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
