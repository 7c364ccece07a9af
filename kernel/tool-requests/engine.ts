/** @module engine: the gate of questions: it lets them pass unchanged or rejects them, and answers none. */
import { sha256Hex } from '../canonical/hash.ts';
import { directiveIn } from './directives.ts';
import { viewVerdict } from './knowledge.ts';
import type { KnowledgeMap } from './knowledge.ts';
import { readToolRequest, REJECTIONS } from './tool-request.ts';
import type { RejectionCode, ToolRequest } from './tool-request.ts';

/** A question that may be executed: the text is the one that came, byte for byte. */
export type RoutedToolRequest = { readonly status: 'ROUTED'; readonly tool_request: string };

/** An error object for whoever asked; it is no content. */
export type RejectedToolRequest = {
  readonly status: 'REJECTED';
  readonly code: RejectionCode;
  readonly cause: string;
  /** Null when it could not be read. */
  readonly tool_request_id: string | null;
};

/** The only operations of the engine. */
export type ToolRequestEngine = {
  /**
   * Validates a question and hands it to the executor unchanged.
   *
   * @param tool_request the exact JSON text of a ToolRequest (schemas/tool-request.schema.json)
   */
  validate_and_route_tool_request(
    tool_request: string,
  ): Promise<RoutedToolRequest | RejectedToolRequest>;
  /** Whether another question may be asked. Counts nothing; once BLOCK, always BLOCK. */
  enforce_tool_limits(request_id: string, beat_id: string): 'OK' | 'BLOCK';
};

/** What the engine writes: who asked what with which end; of the question only its digest. */
export type ToolRequestAudit = {
  readonly status: 'ROUTED' | 'REJECTED';
  readonly code: RejectionCode | null;
  readonly tool_request_id: string | null;
  readonly request_id: string | null;
  readonly beat_id: string | null;
  readonly actor: string | null;
  readonly knowledge_view: string | null;
  readonly tool: string | null;
  readonly request_sha256: string;
};

/** A unit of work of the asker within a request. */
export type Beat = { readonly request_id: string; readonly beat_id: string };

/** Most questions. Attempts count the rejected ones too, so that a loop of bad questions ends as well. */
export type ToolLimits = {
  readonly per_beat: number;
  readonly per_request: number;
  readonly attempts_per_beat: number;
};

export const DEFAULT_TOOL_LIMITS: ToolLimits = {
  per_beat: 3,
  per_request: 6,
  attempts_per_beat: 20,
};

/** What the engine is made of. */
export type ToolRequestParts = {
  /** Names of the question tools. */
  readonly tools: ReadonlySet<string>;
  readonly knowledge: KnowledgeMap;
  /** The beat that is active now, null when none is. */
  readonly activeBeat: () => Beat | null;
  readonly limits?: ToolLimits;
  readonly audit: { append(entry: ToolRequestAudit): Promise<unknown> };
  /** Where routed questions go; it only takes them and does not throw. */
  readonly route: (routed: RoutedToolRequest) => void;
};

/** Requests and beats of which the use is remembered. */
const REMEMBERED_MAX = 4096;

const routed = new WeakSet<object>();

/** Whether a question passed an engine of this process; the executor answers no other. */
export function isRouted(candidate: RoutedToolRequest): boolean {
  return routed.has(candidate);
}

/** The engine. It reads its counters and the question, and writes nothing but its audit. */
export function createToolRequestEngine(parts: ToolRequestParts): ToolRequestEngine {
  const limits = parts.limits ?? DEFAULT_TOOL_LIMITS;
  const use = new ToolUse(limits);
  return {
    enforce_tool_limits: (request_id, beat_id) => use.verdict({ request_id, beat_id }),
    validate_and_route_tool_request: async (text) => {
      const beat = parts.activeBeat();
      const verdict = examine(parts, use, { text, beat });
      const rejection = (await isEntered(parts, auditOf(text, beat, verdict)))
        ? verdict.rejection
        : 'AUDIT_UNAVAILABLE';
      if (rejection !== undefined)
        return {
          status: 'REJECTED',
          code: rejection,
          cause: rejection === verdict.rejection ? verdict.cause : REJECTIONS[rejection],
          tool_request_id: verdict.request?.tool_request_id ?? null,
        };
      const passed: RoutedToolRequest = Object.freeze({ status: 'ROUTED', tool_request: text });
      routed.add(passed);
      parts.route(passed);
      return passed;
    },
  };
}

type Verdict = {
  readonly request: ToolRequest | undefined;
  readonly rejection: RejectionCode | undefined;
  readonly cause: string;
};

/** Judges and counts in one step, so that questions asked at the same time cannot pass together. */
function examine(
  parts: ToolRequestParts,
  use: ToolUse,
  { text, beat }: { readonly text: string; readonly beat: Beat | null },
): Verdict {
  if (beat !== null) use.attempt(beat);
  const read = readToolRequest(text);
  if (!read.ok) return { request: undefined, rejection: read.code, cause: read.cause };
  const { request } = read;
  const fault = faultOf(parts, use, { request, beat });
  if (fault === undefined && beat !== null) use.count(beat, request.tool_request_id);
  return { request, rejection: fault?.code, cause: fault?.cause ?? '' };
}

type Fault = { readonly code: RejectionCode; readonly cause: string };

function faultOf(
  { tools, knowledge }: ToolRequestParts,
  use: ToolUse,
  { request, beat }: { readonly request: ToolRequest; readonly beat: Beat | null },
): Fault | undefined {
  const { requested_by, tool, request_id, tool_request_id } = request;
  if (beat?.request_id !== request_id) return faulty('WRONG_BEAT', request_id);
  if (use.verdict(beat) === 'BLOCK') return faulty('LIMIT_REACHED', beat.beat_id);
  if (use.isUsed(request_id, tool_request_id)) return faulty('DUPLICATE', tool_request_id);
  const view = viewVerdict(knowledge, requested_by.actor, requested_by.knowledge_view);
  if (view === 'ACTOR_UNKNOWN') return faulty(view, requested_by.actor);
  if (view !== 'OK') return faulty(view, requested_by.knowledge_view);
  if (!tools.has(tool.name)) return faulty('UNKNOWN_TOOL', tool.name);
  const directive = directiveIn(tool.query_text);
  return directive === undefined ? undefined : faulty('SEMANTIC_DIRECTIVE', directive.id);
}

function faulty(code: RejectionCode, got: string): Fault {
  return { code, cause: `${REJECTIONS[code]}: got \`${got.slice(0, 100).toWellFormed()}\`` };
}

function auditOf(
  text: string,
  beat: Beat | null,
  { request, rejection }: Verdict,
): ToolRequestAudit {
  return {
    status: rejection === undefined ? 'ROUTED' : 'REJECTED',
    code: rejection ?? null,
    tool_request_id: request?.tool_request_id ?? null,
    request_id: request?.request_id ?? null,
    beat_id: beat?.beat_id ?? null,
    actor: request?.requested_by.actor ?? null,
    knowledge_view: request?.requested_by.knowledge_view ?? null,
    tool: request?.tool.name ?? null,
    request_sha256: sha256Hex(text.toWellFormed()),
  };
}

async function isEntered(parts: ToolRequestParts, entry: ToolRequestAudit): Promise<boolean> {
  try {
    await parts.audit.append(entry);
    return true;
  } catch {
    return false;
  }
}

/** Counters of beats and requests. */
class ToolUse {
  readonly #limits: ToolLimits;
  readonly #beats = new Map<string, { routed: number; attempts: number }>();
  readonly #requests = new Map<string, Set<string>>();

  constructor(limits: ToolLimits) {
    this.#limits = limits;
  }

  verdict({ request_id, beat_id }: Beat): 'OK' | 'BLOCK' {
    const beat = this.#beats.get(beatKey(request_id, beat_id)) ?? { routed: 0, attempts: 0 };
    const inRequest = this.#requests.get(request_id)?.size ?? 0;
    const { per_beat, per_request, attempts_per_beat } = this.#limits;
    const open =
      beat.routed < per_beat && inRequest < per_request && beat.attempts <= attempts_per_beat;
    return open ? 'OK' : 'BLOCK';
  }

  isUsed(request_id: string, tool_request_id: string): boolean {
    return this.#requests.get(request_id)?.has(tool_request_id) ?? false;
  }

  attempt({ request_id, beat_id }: Beat): void {
    const key = beatKey(request_id, beat_id);
    const { routed: count, attempts } = this.#beats.get(key) ?? { routed: 0, attempts: 0 };
    remember(this.#beats, key, { routed: count, attempts: attempts + 1 });
  }

  count({ request_id, beat_id }: Beat, tool_request_id: string): void {
    const key = beatKey(request_id, beat_id);
    const { routed: count, attempts } = this.#beats.get(key) ?? { routed: 0, attempts: 0 };
    remember(this.#beats, key, { routed: count + 1, attempts });
    const ids = this.#requests.get(request_id) ?? new Set();
    remember(this.#requests, request_id, ids.add(tool_request_id));
  }
}

function beatKey(request_id: string, beat_id: string): string {
  return JSON.stringify([request_id, beat_id]);
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED_MAX && oldest !== undefined) map.delete(oldest);
}
