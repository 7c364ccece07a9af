/** @module questions: answers attributed questions of sessions from the read-only tools and the log, through the tool request engine. */
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

/** The state of a session: its counters, its current beat, and the requests that have ended. */
type Session = {
  readonly use: ToolUse;
  beat: Beat | null;
  readonly closed: Set<string>;
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
   * Checks one question and answers it.
   *
   * @param text exact JSON text of a ToolRequest
   */
  async ask(text: string, records: CallRecords): Promise<QuestionOutcome> {
    const { principal } = records.caller;
    const knowledge = this.#sources.settings.knowledge ?? ownKnowledge(principal);
    const executor = createQuestionExecutor({
      tools: await this.#tools(records.caller),
      events: { newestFirst: () => this.#log(principal) },
      knowledge,
    });
    const session = this.#sessionOf(principal);
    const engine = createToolRequestEngine({
      tools: executor.names,
      knowledge,
      activeBeat: () => session.beat,
      use: session.use,
      audit: {
        append: async (entry) => {
          records.enter('tool.request', entry);
          return await Promise.resolve(null);
        },
      },
      // `ask` executes the routed question itself
      route: () => undefined,
    });
    openBeat(session, text, principal.session_id);
    const verdict = await engine.validate_and_route_tool_request(text);
    return verdict.status === 'ROUTED' ? await executor.execute(verdict) : verdict;
  }

  #sessionOf({ session_id }: Principal): Session {
    const found = this.#sessions.get(session_id);
    if (found !== undefined) return found;
    const session: Session = { use: new ToolUse(), beat: null, closed: new Set() };
    this.#sessions.set(session_id, session);
    return session;
  }

  /** The log, only for callers that may read the whole building. */
  async *#log(principal: Principal): AsyncGenerator<SourceText> {
    if (!this.#sources.readsAll(principal)) {
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

/** A session has one request at a time: a new request_id ends the previous request, which cannot be reopened. */
function openBeat(session: Session, text: string, beat_id: string): void {
  const read = readToolRequest(text);
  if (!read.ok) return;
  const { request_id } = read.request;
  const { beat, closed } = session;
  if (beat?.request_id === request_id || closed.has(request_id) || closed.size >= REQUESTS_MAX) {
    return;
  }
  if (beat !== null) closed.add(beat.request_id);
  session.beat = { request_id, beat_id };
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
