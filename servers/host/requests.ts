/** @module requests: the answers of a server to each method, for both protocol versions. */
import type { Connection } from '../../governance/access/principal.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import {
  ResourceRefused,
  type Resources,
} from '../../governance/gate/resources/governed-resources.ts';
import { Refusal } from '../../schemas/errors.ts';
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

/** Name, version and instructions that a server sends during initialization. */
export type Introduction = {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly icons?: readonly Icon[];
  /** Whether it writes to the log of clients; building servers do not, they log to standard error. */
  readonly writesLog?: boolean;
};

/** The capabilities that every server declares. */
const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true },
  prompts: {},
  completions: {},
} as const;

/** How a server introduces itself, for both protocol versions. */
export function serverInfo({
  name,
  title,
  version,
  instructions,
  icons,
  writesLog,
}: Introduction): ServerInfo {
  return {
    implementation: {
      name: `plumbline-${name}`,
      title,
      version,
      ...(icons === undefined ? {} : { icons: [...icons] }),
    },
    options: {
      capabilities: { ...CAPABILITIES, ...(writesLog === true ? { logging: {} } : {}) },
      instructions,
    },
  };
}

type ServerInfo = {
  readonly implementation: {
    readonly name: string;
    readonly title: string;
    readonly version: string;
    readonly icons?: Icon[];
  };
  readonly options: {
    readonly capabilities: typeof CAPABILITIES & { readonly logging?: Record<string, never> };
    readonly instructions: string;
  };
};

/** The service that answers the calls of one connection. */
export type Service = {
  readonly gate: Gate;
  readonly connection: Connection;
  /** Undefined if no answer links to a file. */
  readonly resources?: Resources;
  /** Undefined if it offers only tools and files. */
  readonly features?: Features;
  /** Undefined if monitoring is off. */
  readonly observer?: Observer;
  /** Cancels running calls, which are then refused and logged. */
  readonly ending?: AbortSignal;
};

/** A request that is answered with a protocol error, with a code that both versions share. */
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

/** JSON-RPC code for invalid parameters. */
export const INVALID_PARAMS = -32_602;

type Tools = Awaited<ReturnType<Gate['listPermitted']>>;
type Listed = Awaited<ReturnType<Resources['list']>>['listed'];
type Read = Awaited<ReturnType<Resources['read']>>;

type ToolShown = Tools[number] & { readonly _meta?: Readonly<Record<string, unknown>> };

/**
 * The tools of `tools/list`: those that the caller may call, always in the same order. A caller without a known identity
 * sees all of them; the answer of its first call states what an operator must correct.
 */
export async function listTools(
  service: Promise<Service>,
  cursor: string | null,
): Promise<{ tools: ToolShown[] }> {
  assertOnlyPage(cursor);
  const { gate, connection, features } = await service;
  const shown = await gate.listPermitted(connection);
  return { tools: shown.map((tool) => withMeta(tool, features?.toolMeta.get(tool.name))) };
}

/** Refuses any cursor of a list with one page, which never returns one. */
function assertOnlyPage(cursor: string | null): void {
  if (cursor === null) return;
  throw new RequestFault(
    INVALID_PARAMS,
    `\`${cursor.slice(0, 500)}\` is not a cursor of this list, which has one page; list without a cursor`,
  );
}

function withMeta(tool: Tools[number], _meta: ToolShown['_meta']): ToolShown {
  return _meta === undefined ? tool : { ...tool, _meta };
}

/** A call of a tool. */
export type ToolCall = {
  readonly name: string;
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  /** Reports progress; null if the client did not request it. */
  readonly progress: ((progress: number, total?: number, message?: string) => void) | null;
  readonly client: Client;
  readonly trace: TraceContext;
};

/**
 * Answers `tools/call`. Unknown tools and invalid arguments reach the gate too, so that they are audited. The connection
 * identifies the caller; nothing in a message can change it. Throws RequestFault with the envelope for an unknown tool,
 * for which the protocol has its own error; only a tool answers with a result.
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

/** Whether a gate offers a tool: a preview of another, unknown tool is also refused as UNKNOWN_TOOL. */
function has(gate: Gate, name: string): boolean {
  return gate.list({ kind: 'agent' }).some((tool) => tool.name === name);
}

/**
 * Answers `resources/list` with a page: the first has the resources of the model, then files, exports first. Throws
 * RequestFault for a malformed cursor, and for a caller that may not list.
 */
export async function listResources(
  service: Promise<Service>,
  cursor: string | null,
): Promise<{ resources: Listed[number][]; nextCursor?: string }> {
  const { connection, resources } = await service;
  if (resources === undefined) {
    assertOnlyPage(cursor);
    return { resources: [] };
  }
  try {
    const { listed, next } = await resources.list(connection, cursor);
    return { resources: [...listed], ...(next === null ? {} : { nextCursor: next }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, hint } = error.body;
    throw new RequestFault(INVALID_PARAMS, `${message}; ${hint}`, error.body);
  }
}

/** Answers `resources/templates/list`. */
export async function listTemplates(
  service: Promise<Service>,
  cursor: string | null,
): Promise<{ resourceTemplates: ResourceTemplate[] }> {
  assertOnlyPage(cursor);
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

/** Answers `resources/subscribe`. Throws RequestFault if the caller may not read the resource. */
export async function watchResource(
  service: Promise<Service>,
  uri: string,
  changed: () => void,
): Promise<StopWatch> {
  const { connection, features } = await service;
  if (features === undefined) {
    throw new RequestFault(INVALID_PARAMS, 'this server does not support subscriptions', { uri });
  }
  return await features.watch(connection, uri, changed);
}

/** Answers `prompts/list`. */
export async function listPrompts(
  service: Promise<Service>,
  cursor: string | null,
): Promise<{ prompts: ListedPrompt[] }> {
  assertOnlyPage(cursor);
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
