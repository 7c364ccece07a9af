/** @module questions: answers attributed questions of sessions from the read-only tools and the log, through the tool request engine. */
import { digestOf } from '../../kernel/canonical/hash.ts';
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { createToolRequestEngine } from '../../kernel/tool-requests/engine.ts';
import type { RejectedToolRequest } from '../../kernel/tool-requests/engine.ts';
import { AnswerRefusal, createQuestionExecutor } from '../../kernel/tool-requests/executor.ts';
import type {
  ExecutionFailure,
  QuestionTool,
  ResultPack,
  SourceText,
} from '../../kernel/tool-requests/executor.ts';
import type { KnowledgeMap } from '../../kernel/tool-requests/knowledge.ts';
import { readToolRequest } from '../../kernel/tool-requests/tool-request.ts';
import { ToolUse } from '../../kernel/tool-requests/tool-use.ts';
import type { Beat } from '../../kernel/tool-requests/tool-use.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { CallRecords, Journal } from './journal.ts';
import type { RunCaller } from './run-caller.ts';
import type { Neighbour, ToolSources } from './sources.ts';

/** How a question ended. */
export type QuestionOutcome = RejectedToolRequest | ExecutionFailure | ResultPack;

/** The server whose read-only tools answer questions. */
const ANSWERING = 'spatial';
/** Requests per session; after that a new session is needed. */
const REQUESTS_MAX = 4096;
/** Beats of a request that questions may be asked in. */
const BEATS_MAX = 64;

/** The state of a session: its counters, its current beat, and the beats and requests that have ended. */
type Session = {
  readonly use: ToolUse;
  beat: Beat | null;
  /** Beats of the current request that have ended. */
  readonly ended: Set<string>;
  readonly closed: Set<string>;
};

/** A question as it comes in. */
type Asked = {
  /** Exact JSON text of a ToolRequest. */
  readonly text: string;
  /** The caller's unit of work; without it the whole request is one. */
  readonly beat_id: string | undefined;
};

/** Questions of all sessions. */
export class Questions {
  readonly #sources: ToolSources;
  readonly #journal: Journal;
  readonly #sessions = new Map<string, Session>();

  constructor(sources: ToolSources, journal: Journal) {
    this.#sources = sources;
    this.#journal = journal;
  }

  /**
   * Checks one question and answers it. A request belongs to the session that began it: one that the log has of another
   * session, such as that of before a restart, has no active beat here.
   */
  async ask({ text, beat_id }: Asked, records: CallRecords): Promise<QuestionOutcome> {
    const { principal } = records.caller;
    const knowledge = this.#sources.settings.knowledge ?? ownKnowledge(principal);
    const executor = createQuestionExecutor({
      tools: await this.#tools(records.caller),
      events: { newestFirst: () => this.#log(principal) },
      knowledge,
    });
    const session = this.#sessionOf(principal);
    const read = readToolRequest(text);
    const request_id = read.ok ? read.request.request_id : null;
    const record_id = request_id === null ? undefined : recordIdOf(principal, request_id);
    const begun =
      record_id !== undefined &&
      session.beat?.request_id !== request_id &&
      (await this.#journal.has(record_id));
    // From here to the verdict nothing is waited for
    if (request_id !== null && !begun) openBeat(session, request_id, beat_id);
    const active = beat_id === undefined || session.beat?.beat_id === beat_id ? session.beat : null;
    const engine = createToolRequestEngine({
      tools: executor.names,
      knowledge,
      activeBeat: () => active,
      use: session.use,
      audit: {
        append: async (entry) => {
          records.enter('tool.request', entry, record_id);
          return await Promise.resolve(null);
        },
      },
      // `ask` executes the routed question itself
      route: () => undefined,
    });
    const verdict = await engine.validate_and_route_tool_request(text);
    return verdict.status === 'ROUTED' ? await executor.execute(verdict) : verdict;
  }

  #sessionOf({ session_id }: Principal): Session {
    const found = this.#sessions.get(session_id);
    if (found !== undefined) return found;
    const session: Session = {
      use: new ToolUse(),
      beat: null,
      ended: new Set(),
      closed: new Set(),
    };
    this.#sessions.set(session_id, session);
    return session;
  }

  /** The log, only for callers that may read the whole building. */
  async *#log(principal: Principal): AsyncGenerator<SourceText> {
    if (!this.#sources.files.readerOf(principal).readsAll) {
      throw new AnswerRefusal('the log is open only to who may read the whole building');
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

/** Calls the tool; `query` is the JSON of its arguments, or any text for a tool without required arguments. */
async function answerOf(
  neighbour: Neighbour,
  { tool, query }: { readonly tool: string; readonly query: string },
  caller: RunCaller,
): Promise<SourceText> {
  const args = { reasoning: `question: ${query}`.slice(0, 2000), ...argumentsIn(query) };
  const answer = await neighbour.call({ tool, arguments: args }, caller);
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
    throw new AnswerRefusal('query_text begins like JSON and is none');
  }
}

/** Id of the records of a request's questions, so that any session finds whether there are some: a UUID by its form. */
function recordIdOf({ agent_id, user_id }: Principal, request_id: string): string {
  const hex = digestOf({ of: 'request/v1', requester: agent_id ?? user_id, request_id });
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The beat of a request whose caller names none. */
const ONLY_BEAT = 'the request';

/**
 * A session has one request at a time, and that one beat: a new request_id ends the request before, a new beat_id the
 * beat before, and neither can be reopened.
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

/** The default knowledge map: a caller may use PUBLIC, or OWN, which adds its own private sources. */
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
