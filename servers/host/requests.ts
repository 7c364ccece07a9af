/** @module requests: what a server answers to each method, for every version of the protocol alike. */
import type { Connection } from '../../governance/access/principal.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import {
  ResourceRefused,
  type Resources,
} from '../../governance/gate/resources/governed-resources.ts';
import { callResult, type CallResult } from './call-result.ts';
import type {
  Client,
  Completion,
  CompletionAsk,
  Features,
  FilledPrompt,
  Icon,
  InputRequired,
  ListedPrompt,
  ResourceTemplate,
  StopWatch,
} from './features.ts';
import { type Observer, outcomeOf, type TraceContext, unobserved } from './observed.ts';

/** Name, version and instructions that a server sends when it is met. */
export type Introduction = {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly icons?: readonly Icon[];
  /** True where it writes into the log of clients, which servers of buildings do not: theirs is the standard error. */
  readonly writesLog?: boolean;
};

/** What every server says that it can do. */
export const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true },
  prompts: {},
  completions: {},
} as const;

/** What answers the calls of one connection. */
export type Service = {
  readonly gate: Gate;
  readonly connection: Connection;
  /** None where no answer links to a file. */
  readonly resources?: Resources;
  /** None where it offers tools and files alone. */
  readonly features?: Features;
  /** None where nobody watches. */
  readonly observer?: Observer;
  /** Cancels the calls that run, which are then refused and entered on the log. */
  readonly ending?: AbortSignal;
};

/** A request that is answered with an error of the protocol, by a code that all its versions share. */
export class RequestFault extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RequestFault';
    this.code = code;
    this.data = data;
  }
}

/** Code of JSON-RPC for what a request names wrongly. */
export const INVALID_PARAMS = -32_602;

type Tools = Awaited<ReturnType<Gate['listPermitted']>>;
type Listed = Awaited<ReturnType<Resources['list']>>;
type Read = Awaited<ReturnType<Resources['read']>>;

type ToolShown = Tools[number] & { readonly _meta?: Readonly<Record<string, unknown>> };

/**
 * The tools of `tools/list`: those that the caller may call, in the same order always. A caller that nobody knows sees
 * all: what an operator must correct stands in the answer of the first call.
 */
export async function listTools(service: Promise<Service>): Promise<{ tools: ToolShown[] }> {
  const { gate, connection, features } = await service;
  const shown = await gate.listPermitted(connection);
  return { tools: shown.map((tool) => withMeta(tool, features?.toolMeta.get(tool.name))) };
}

function withMeta(tool: Tools[number], _meta: ToolShown['_meta']): ToolShown {
  return _meta === undefined ? tool : { ...tool, _meta };
}

/** A call of a tool. */
export type ToolCall = {
  readonly name: string;
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  /** Tells how far it is; null where nobody asked. */
  readonly progress: ((progress: number, total?: number, message?: string) => void) | null;
  readonly client: Client;
  readonly trace: TraceContext;
};

/**
 * Answers `tools/call`. Unknown tools and bad arguments reach the gate too, so that they are audited; who calls comes from
 * the connection, and nothing in a message can change it. Throws RequestFault with the envelope where there is no such
 * tool: the protocol has an error of its own for that, and only a tool answers with a result.
 */
export async function callTool(
  service: Promise<Service>,
  call: ToolCall,
): Promise<CallResult | InputRequired> {
  const { gate, connection, features, observer = unobserved, ending } = await service;
  const { name, trace } = call;
  return await observer({ method: 'tools/call', target: name, trace }, async (answered) => {
    const answer = await gate.call(connection, {
      tool: name,
      arguments: call.arguments,
      signal: ending === undefined ? call.signal : AbortSignal.any([call.signal, ending]),
      progress: (...at) => {
        if (!call.signal.aborted) call.progress?.(...at);
      },
    });
    answered(outcomeOf(answer));
    const { envelope } = answer;
    if (envelope.error?.name === 'UNKNOWN_TOOL' && !has(gate, name)) {
      const { message, hint } = envelope.error;
      throw new RequestFault(INVALID_PARAMS, `${message}; ${hint}`, envelope);
    }
    return features === undefined
      ? callResult(answer)
      : await features.finish(call, answer, call.client);
  });
}

/** Whether a gate offers a tool; one that it previews for another may be refused as unknown, too. */
function has(gate: Gate, name: string): boolean {
  return gate.list({ kind: 'agent' }).some((tool) => tool.name === name);
}

/** Answers `resources/list` with the files that answers link to, the newest of them: a link is what the others are found by. */
export async function listResources(
  service: Promise<Service>,
): Promise<{ resources: Listed[number][] }> {
  const { connection, resources } = await service;
  return { resources: [...((await resources?.list(connection)) ?? [])] };
}

/** Answers `resources/templates/list`. */
export async function listTemplates(
  service: Promise<Service>,
): Promise<{ resourceTemplates: ResourceTemplate[] }> {
  const { features } = await service;
  return { resourceTemplates: [...(features?.templates ?? [])] };
}

/** Answers `resources/read`. Throws RequestFault with the envelope of the refusal. */
export async function readResource(
  service: Promise<Service>,
  { uri, trace }: { readonly uri: string; readonly trace: TraceContext },
): Promise<{ contents: Read[] }> {
  const { connection, resources, observer = unobserved } = await service;
  return await observer({ method: 'resources/read', target: null, trace }, async (answered) => {
    if (resources === undefined) {
      throw new RequestFault(INVALID_PARAMS, 'this server has no files', { uri });
    }
    try {
      const read = await resources.read(connection, uri);
      answered({ outcome: 'OK', dry_run: null, isError: false });
      return { contents: [read] };
    } catch (error) {
      if (!(error instanceof ResourceRefused)) throw error;
      const { envelope } = error;
      answered(outcomeOf({ envelope, isError: false }));
      const hint = envelope.error?.hint ?? '';
      throw new RequestFault(INVALID_PARAMS, `${error.message}; ${hint}`, { ...envelope, uri });
    }
  });
}

/** Begins `resources/subscribe`. Throws RequestFault where the caller may read nothing there. */
export async function watchResource(
  service: Promise<Service>,
  uri: string,
  changed: () => void,
): Promise<StopWatch> {
  const { connection, features } = await service;
  if (features === undefined) {
    throw new RequestFault(INVALID_PARAMS, 'this server has nothing that changes', { uri });
  }
  return await features.watch(connection, uri, changed);
}

/** Answers `prompts/list`. */
export async function listPrompts(service: Promise<Service>): Promise<{ prompts: ListedPrompt[] }> {
  const { features } = await service;
  return { prompts: [...(features?.prompts ?? [])] };
}

/** Answers `prompts/get`. Throws RequestFault. */
export async function fillPrompt(
  service: Promise<Service>,
  { name, given }: { readonly name: string; readonly given: Readonly<Record<string, string>> },
  client: Client,
): Promise<FilledPrompt | InputRequired> {
  const { features } = await service;
  if (features === undefined) throw new RequestFault(INVALID_PARAMS, 'this server has no prompts');
  return await features.prompt(name, given, client);
}

/** Answers `completion/complete`. */
export async function complete(
  service: Promise<Service>,
  ask: CompletionAsk,
): Promise<{ completion: Completion & { readonly hasMore: boolean } }> {
  const { connection, features } = await service;
  const found = (await features?.complete(connection, ask)) ?? { values: [], total: 0 };
  return { completion: { ...found, hasMore: found.total > found.values.length } };
}
