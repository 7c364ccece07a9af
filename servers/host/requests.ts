/** @module requests: what a server answers to each method, for every version of the protocol alike. */
import type { Connection } from '../../governance/access/principal.ts';
import type { Gate } from '../../governance/gate/gate.ts';
import {
  ResourceRefused,
  type Resources,
} from '../../governance/gate/resources/governed-resources.ts';
import { callResult, type CallResult } from './call-result.ts';

/** Name, version and instructions that a server sends when it is met. */
export type Introduction = {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
};

/** What answers the calls of one connection. */
export type Service = {
  readonly gate: Gate;
  readonly connection: Connection;
  /** None where no answer links to a file. */
  readonly resources?: Resources;
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

const INVALID_PARAMS = -32_602;

type Tools = ReturnType<Gate['list']>;
type Listed = Awaited<ReturnType<Resources['list']>>;
type Read = Awaited<ReturnType<Resources['read']>>;

/** The tools of `tools/list`. They are listed for everybody: what an operator must correct stands in the answer of the first call. */
export async function listTools(service: Promise<Service>): Promise<{ tools: Tools[number][] }> {
  const { gate, connection } = await service;
  return { tools: [...gate.list(connection.identify().principal)] };
}

/** A call of a tool. */
export type ToolCall = {
  readonly name: string;
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  /** Tells how far it is; null where nobody asked. */
  readonly progress: ((progress: number, total?: number, message?: string) => void) | null;
};

/**
 * Answers `tools/call`. Unknown tools and bad arguments reach the gate too, so that they are audited; who calls comes from
 * the connection, and nothing in a message can change it.
 */
export async function callTool(service: Promise<Service>, call: ToolCall): Promise<CallResult> {
  const { gate, connection } = await service;
  const answer = await gate.call(connection, {
    tool: call.name,
    arguments: call.arguments,
    signal: call.signal,
    progress: (...at) => call.progress?.(...at),
  });
  return callResult(answer);
}

/** Answers `resources/list` with the files that answers link to, the newest of them: a link is what the others are found by. */
export async function listResources(
  service: Promise<Service>,
): Promise<{ resources: Listed[number][] }> {
  const { connection, resources } = await service;
  return { resources: [...((await resources?.list(connection)) ?? [])] };
}

/** Answers `resources/read`. Throws RequestFault with the envelope of the refusal. */
export async function readResource(
  service: Promise<Service>,
  uri: string,
): Promise<{ contents: Read[] }> {
  const { connection, resources } = await service;
  if (resources === undefined) throw new RequestFault(INVALID_PARAMS, 'this server has no files');
  try {
    return { contents: [await resources.read(connection, uri)] };
  } catch (error) {
    if (!(error instanceof ResourceRefused)) throw error;
    const { envelope } = error;
    const hint = envelope.error?.hint ?? '';
    throw new RequestFault(INVALID_PARAMS, `${error.message}; ${hint}`, envelope);
  }
}
