/** @module engine: validates a question and forwards it unchanged, or rejects it; it never answers a question. */
import { sha256Hex } from '../../base/canonical/hash.ts';
import { directiveIn } from './directives.ts';
import { viewVerdict } from './knowledge.ts';
import type { KnowledgeMap } from './knowledge.ts';
import { readToolRequest, REJECTIONS } from './tool-request.ts';
import type { RejectionCode, RequestIds, ToolRequest } from './tool-request.ts';
import { ToolUse } from './tool-use.ts';
import type { Beat } from './tool-use.ts';

/** A question that may be executed. Its text is the received text, byte for byte. */
export type RoutedToolRequest = { readonly status: 'ROUTED'; readonly tool_request: string };

/** The rejection for the caller; it has no content of the project. */
export type RejectedToolRequest = {
  readonly status: 'REJECTED';
  readonly code: RejectionCode;
  readonly cause: string;
  /** Null if the text has no valid one. */
  readonly tool_request_id: string | null;
};

/** The only operations of the engine. */
export type ToolRequestEngine = {
  /**
   * Validates a question and passes it to the executor unchanged.
   *
   * @param tool_request the exact JSON text of a ToolRequest (schemas/tool-request.schema.json)
   */
  validate_and_route_tool_request(
    tool_request: string,
  ): Promise<RoutedToolRequest | RejectedToolRequest>;
  /** Whether another question is allowed. Does not count as a question. BLOCK is final. */
  enforce_tool_limits(request_id: string, beat_id: string): 'OK' | 'BLOCK';
};

/** The audit entry of a question: actor, tool, outcome, and the digest of its text instead of the text. */
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

/** Dependencies of the engine. */
export type ToolRequestParts = {
  /** Names of the question tools. */
  readonly tools: ReadonlySet<string>;
  readonly knowledge: KnowledgeMap;
  /** The active beat, or null. */
  readonly activeBeat: () => Beat | null;
  /** Counters of earlier questions; default: new counters. */
  readonly use?: ToolUse;
  readonly audit: { append(entry: ToolRequestAudit): Promise<unknown> };
  /** Receives routed questions; must not throw. */
  readonly route: (routed: RoutedToolRequest) => void;
};

/** The questions that engines of this process have routed. */
const routed = new WeakSet<object>();

/** Whether an engine of this process has routed the question; the executor refuses any other. */
export function isRouted(candidate: RoutedToolRequest): boolean {
  return routed.has(candidate);
}

/** Creates the engine. It writes only its counters and audit entries. */
export function createToolRequestEngine(parts: ToolRequestParts): ToolRequestEngine {
  const use = parts.use ?? new ToolUse();
  return {
    enforce_tool_limits: (request_id, beat_id) => use.verdict({ request_id, beat_id }),
    validate_and_route_tool_request: async (text) => {
      const beat = parts.activeBeat();
      const verdict = examine(parts, use, { text, beat });
      const rejection = (await writeAudit(parts, auditOf(text, beat, verdict)))
        ? verdict.rejection
        : 'AUDIT_UNAVAILABLE';
      if (rejection !== undefined) {
        return {
          status: 'REJECTED',
          code: rejection,
          cause: rejection === verdict.rejection ? verdict.cause : REJECTIONS[rejection],
          tool_request_id: verdict.ids.tool_request_id,
        };
      }
      const passed: RoutedToolRequest = Object.freeze({ status: 'ROUTED', tool_request: text });
      routed.add(passed);
      parts.route(passed);
      return passed;
    },
  };
}

type Verdict = {
  readonly request: ToolRequest | undefined;
  readonly ids: RequestIds;
  readonly rejection: RejectionCode | undefined;
  readonly cause: string;
};

/** Checks and counts a question in one synchronous step, so that concurrent questions cannot exceed a limit. */
function examine(
  parts: ToolRequestParts,
  use: ToolUse,
  { text, beat }: { readonly text: string; readonly beat: Beat | null },
): Verdict {
  use.attempt(beat);
  const read = readToolRequest(text);
  const over = use.reachedByConnection();
  if (!read.ok) {
    const { code, cause } = over === null ? read : faulty('LIMIT_REACHED', over);
    return { request: undefined, ids: read.ids, rejection: code, cause };
  }
  const { request } = read;
  const fault =
    over === null ? faultOf(parts, use, { request, beat }) : faulty('LIMIT_REACHED', over);
  if (fault === undefined && beat !== null) use.count(beat, request.tool_request_id);
  const { tool_request_id, request_id } = request;
  return {
    request,
    ids: { tool_request_id, request_id },
    rejection: fault?.code,
    cause: fault?.cause ?? '',
  };
}

type Fault = { readonly code: RejectionCode; readonly cause: string };

function faultOf(
  { tools, knowledge }: ToolRequestParts,
  use: ToolUse,
  { request, beat }: { readonly request: ToolRequest; readonly beat: Beat | null },
): Fault | undefined {
  const { requested_by, tool, request_id, tool_request_id } = request;
  if (beat?.request_id !== request_id) return faulty('WRONG_BEAT', request_id);
  const over = use.reached(beat);
  if (over !== null) return faulty('LIMIT_REACHED', over);
  if (use.isUsed(request_id, tool_request_id)) return faulty('DUPLICATE', tool_request_id);
  const view = viewVerdict(knowledge, requested_by.actor, requested_by.knowledge_view);
  if (view === 'ACTOR_UNKNOWN') return faulty(view, requested_by.actor);
  if (view !== 'OK') return faulty(view, requested_by.knowledge_view);
  if (!tools.has(tool.name)) return faulty('UNKNOWN_TOOL', tool.name);
  const directive = directiveIn(tool.query_text);
  return directive === undefined ? undefined : faulty('SEMANTIC_DIRECTIVE', directive.id);
}

function faulty(code: RejectionCode, got: string): Fault {
  const received = code === 'LIMIT_REACHED' ? got : `got \`${got.slice(0, 100).toWellFormed()}\``;
  return { code, cause: `${REJECTIONS[code]}: ${received}` };
}

function auditOf(
  text: string,
  beat: Beat | null,
  { request, ids, rejection }: Verdict,
): ToolRequestAudit {
  return {
    status: rejection === undefined ? 'ROUTED' : 'REJECTED',
    code: rejection ?? null,
    tool_request_id: ids.tool_request_id,
    request_id: ids.request_id,
    beat_id: beat?.beat_id ?? null,
    actor: request?.requested_by.actor ?? null,
    knowledge_view: request?.requested_by.knowledge_view ?? null,
    tool: request?.tool.name ?? null,
    request_sha256: sha256Hex(text.toWellFormed()),
  };
}

/** Writes the audit entry; returns false if that fails. */
async function writeAudit(parts: ToolRequestParts, entry: ToolRequestAudit): Promise<boolean> {
  try {
    await parts.audit.append(entry);
    return true;
  } catch {
    return false;
  }
}
