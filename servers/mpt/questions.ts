/** @module questions: answers questions of sessions from read-only tools and the log, through the question engine. */
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { createToolRequestEngine } from '../../kernel/tools/tool-requests/engine.ts';
import type {
  RejectedToolRequest,
  ToolRequestAudit,
} from '../../kernel/tools/tool-requests/engine.ts';
import {
  AnswerRefusal,
  createQuestionExecutor,
} from '../../kernel/tools/tool-requests/executor.ts';
import type {
  ExecutionFailure,
  QuestionTool,
  ResultPack,
  SourceText,
} from '../../kernel/tools/tool-requests/executor.ts';
import type { KnowledgeMap } from '../../kernel/tools/tool-requests/knowledge.ts';
import { readToolRequest } from '../../kernel/tools/tool-requests/tool-request.ts';
import { remember, ToolUse } from '../../kernel/tools/tool-requests/tool-use.ts';
import type { Beat } from '../../kernel/tools/tool-requests/tool-use.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { CallRecords, Journal } from './journal.ts';
import { derivedId } from './record-id.ts';
import type { RunCaller } from './run-caller.ts';
import type { Neighbour, ToolSources } from './sources.ts';

/** How a question ended. */
export type QuestionOutcome = RejectedToolRequest | ExecutionFailure | ResultPack;

/** The server whose read-only tools answer questions. */
const ANSWERING = 'spatial';
/** Largest number of requests of a session; further requests need a new session. */
const REQUESTS_MAX = 4096;
/** Largest number of beats of a request. */
const BEATS_MAX = 64;

/** The state of a session. */
type Session = {
  readonly use: ToolUse;
  /** The current beat. */
  beat: Beat | null;
  /** Beats of the current request that have ended. */
  readonly ended: Set<string>;
  /** Requests that have ended. */
  readonly closed: Set<string>;
};

/** A received question. */
type ReceivedQuestion = {
  /** Exact JSON text of a ToolRequest. */
  readonly text: string;
  /** The caller's unit of work; without it, the whole request is one beat. */
  readonly beat_id: string | undefined;
};

/** Answers the questions of all sessions. */
export class Questions {
  readonly #sources: ToolSources;
  readonly #journal: Journal;
  readonly #sessions = new Map<string, Session>();

  constructor(sources: ToolSources, journal: Journal) {
    this.#sources = sources;
    this.#journal = journal;
  }

  /**
   * Validates and answers one question. A question that fails is recorded too. A request belongs to the session that
   * began it: if the log has it from another session, for example from before a restart, it has no active beat here.
   */
  async ask({ text, beat_id }: ReceivedQuestion, records: CallRecords): Promise<QuestionOutcome> {
    const { principal } = records.caller;
    const read = readToolRequest(text);
    const { request_id, tool_request_id } = read.ok ? read.request : read.ids;
    // Equal for all sessions of a requester, so that each finds the records of a request
    const requester = principal.agent_id ?? principal.user_id;
    const record_id = read.ok ? derivedId({ of: 'request/v1', requester, request_id }) : undefined;
    const entries: ToolRequestAudit[] = [];
    let outcome: QuestionOutcome = BROKEN;
    try {
      outcome = await this.#answer({ text, beat_id, record_id }, records.caller, entries);
    } catch (error) {
      this.#sources.log(`question ${tool_request_id ?? ''}: ${String(error)}`);
    } finally {
      const [examined] = entries;
      const termination = terminationOf(outcome);
      // The record of an unexamined question must not begin its request: it may be asked again
      if (examined === undefined) {
        records.enter('tool.request', { ...unexamined(text, read), termination });
      } else {
        records.enter('tool.request', { ...examined, termination }, record_id);
      }
    }
    return outcome;
  }

  /** Validates and answers a question; the engine adds its audit entry to `entries`. */
  async #answer(
    { text, beat_id, record_id }: ReceivedQuestion & { readonly record_id: string | undefined },
    caller: RunCaller,
    entries: ToolRequestAudit[],
  ): Promise<QuestionOutcome> {
    const { principal } = caller;
    const knowledge = this.#sources.settings.knowledge ?? ownKnowledge(principal);
    const executor = createQuestionExecutor({
      tools: await this.#tools(caller),
      events: { newestFirst: () => this.#log(principal) },
      knowledge,
    });
    const session = this.#sessionOf(principal);
    const read = readToolRequest(text);
    const request_id = read.ok ? read.request.request_id : null;
    const begun =
      record_id !== undefined &&
      session.beat?.request_id !== request_id &&
      (await this.#journal.has(record_id));
    // No other call runs between here and the verdict
    if (request_id !== null && !begun) openBeat(session, request_id, beat_id);
    const active = beat_id === undefined || session.beat?.beat_id === beat_id ? session.beat : null;
    const engine = createToolRequestEngine({
      tools: executor.names,
      knowledge,
      activeBeat: () => active,
      use: session.use,
      audit: {
        append: async (entry) => await Promise.resolve(entries.push(entry)),
      },
      // `ask` executes the routed question itself
      route: () => undefined,
    });
    const verdict = await engine.validate_and_route_tool_request(text);
    return verdict.status === 'ROUTED' ? await executor.execute(verdict) : verdict;
  }

  #sessionOf({ session_id }: Principal): Session {
    const session = this.#sessions.get(session_id) ?? {
      use: new ToolUse(this.#sources.settings.questions),
      beat: null,
      ended: new Set(),
      closed: new Set(),
    };
    remember(this.#sessions, session_id, session);
    return session;
  }

  /** The log as sources. Throws an `AnswerRefusal` unless the caller may read the whole building. */
  async *#log(principal: Principal): AsyncGenerator<SourceText> {
    if (!this.#sources.files.readerOf(principal).readsAll) {
      throw new AnswerRefusal('the log requires permission to read the whole building');
    }
    for await (const event of this.#journal.newestFirst()) yield sourceOf(event);
  }

  async #tools(caller: RunCaller): Promise<readonly QuestionTool[]> {
    const open = this.#sources.neighbours.get(ANSWERING);
    if (open === undefined) return [];
    const neighbour = await open();
    return neighbour
      .list(caller.principal)
      .filter(({ annotations }) => annotations.readOnlyHint)
      .map(({ name }) => ({
        name: name.toUpperCase(),
        ask: async (query) => [await answerOf(neighbour, { tool: name, query }, caller)],
      }));
  }
}

/** Calls a tool. `query` is the JSON of its arguments, or any text if it has no required arguments. */
async function answerOf(
  neighbour: Neighbour,
  { tool, query }: { readonly tool: string; readonly query: string },
  caller: RunCaller,
): Promise<SourceText> {
  const args = { reasoning: `question: ${query}`.slice(0, 2000), ...argumentsIn(query) };
  const { envelope: answer } = await neighbour.call({ tool, arguments: args }, caller);
  if (answer.error !== undefined) {
    throw new AnswerRefusal(`${answer.error.name}: ${answer.error.message}`);
  }
  return {
    entry_id: tool,
    bundle_id: tool,
    created_at: answer.timestamp,
    visibility: { scope: 'PUBLIC' },
    person_ids: [],
    text: canonicalJson(answer.data),
  };
}

function argumentsIn(query: string): Readonly<Record<string, unknown>> {
  if (!query.trimStart().startsWith('{')) return {};
  try {
    const value: unknown = JSON.parse(query);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    throw new AnswerRefusal('query_text starts with `{` but is not valid JSON');
  }
}

/** The outcome of a question that could not be examined or answered because of a fault. */
const BROKEN: ExecutionFailure = { kind: 'FAILED', code: 'BROKEN', cause: 'the tool failed' };

/** The audit entry of a question that the engine has not examined. */
function unexamined(text: string, read: ReturnType<typeof readToolRequest>): ToolRequestAudit {
  const request = read.ok ? read.request : null;
  const { tool_request_id, request_id } = read.ok ? read.request : read.ids;
  return {
    status: 'REJECTED',
    code: null,
    tool_request_id,
    request_id,
    beat_id: null,
    actor: request?.requested_by.actor ?? null,
    knowledge_view: request?.requested_by.knowledge_view ?? null,
    tool: request?.tool.name ?? null,
    request_sha256: sha256Hex(text.toWellFormed()),
  };
}

/** The termination by which the log distinguishes answered questions from others. */
function terminationOf(outcome: QuestionOutcome): string {
  return 'kind' in outcome && outcome.kind === 'RESULTS'
    ? 'BOUNDED_OUTPUT'
    : `REFUSAL(${outcome.code})`;
}

/** The beat of a request whose caller names no beats. */
const ONLY_BEAT = 'the request';

/**
 * Opens the beat of a question. A session has one request at a time, and a request has one beat at a time: a new
 * request_id ends the previous request, a new beat_id ends the previous beat. Neither can be reopened.
 */
function openBeat(session: Session, request_id: string, beat_id: string | undefined): void {
  const { beat, closed, ended } = session;
  if (beat?.request_id === request_id) {
    if (beat_id === undefined || beat_id === beat.beat_id || ended.has(beat_id)) return;
    if (ended.size >= BEATS_MAX) return;
    ended.add(beat.beat_id);
    session.beat = { request_id, beat_id };
    return;
  }
  if (closed.has(request_id) || closed.size >= REQUESTS_MAX) return;
  if (beat !== null) closed.add(beat.request_id);
  ended.clear();
  session.beat = { request_id, beat_id: beat_id ?? ONLY_BEAT };
}

/** The default knowledge map: each caller has the views PUBLIC and OWN; OWN adds its private sources. */
function ownKnowledge({ name }: Principal): KnowledgeMap {
  return {
    actors: new Map([[name, ['PUBLIC', 'OWN']]]),
    views: new Map([
      ['PUBLIC', { private_of: [] }],
      ['OWN', { private_of: [name] }],
    ]),
  };
}

function sourceOf(event: StoredEvent): SourceText {
  const { event_id, operation_id, at, type, aggregate_id, payload, branch, reasoning } = event;
  return {
    entry_id: event_id,
    bundle_id: operation_id,
    created_at: at,
    visibility: { scope: 'PUBLIC' },
    person_ids: [event.user_id, ...(event.agent_id === null ? [] : [event.agent_id])],
    text: canonicalJson({ type, aggregate_id, branch, payload, reasoning }),
  };
}
