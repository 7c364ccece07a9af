/** @module questions: attributed questions of a session, through the tool request engine to the reading tools and the log. */
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { createToolRequestEngine } from '../../kernel/tool-requests/engine.ts';
import type {
  Beat,
  RejectedToolRequest,
  ToolRequestEngine,
} from '../../kernel/tool-requests/engine.ts';
import { AnswerRefusal, createQuestionExecutor } from '../../kernel/tool-requests/executor.ts';
import type {
  ExecutionFailure,
  QuestionExecutor,
  QuestionTool,
  ResultPack,
  SourceText,
} from '../../kernel/tool-requests/executor.ts';
import type { KnowledgeMap } from '../../kernel/tool-requests/knowledge.ts';
import { readToolRequest } from '../../kernel/tool-requests/tool-request.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Journal } from './journal.ts';
import type { Neighbour, ToolSources } from './sources.ts';

/** How a question ended. */
export type Asked = RejectedToolRequest | ExecutionFailure | ResultPack;

/** The reading server whose tools answer questions. */
const ANSWERING = 'spatial';
/** Requests that a session may open before it must begin a new session. */
const REQUESTS_MAX = 4096;

type Session = {
  readonly engine: ToolRequestEngine;
  readonly executor: QuestionExecutor;
  beat: Beat | null;
  readonly closed: Set<string>;
};

/** Engines by session: each has counters, a beat and views of its own. */
export class Questions {
  readonly #sources: ToolSources;
  readonly #journal: Journal;
  readonly #sessions = new Map<string, Session>();

  constructor(sources: ToolSources, journal: Journal) {
    this.#sources = sources;
    this.#journal = journal;
  }

  /**
   * Asks one question as it stands.
   *
   * @param text exact JSON text of a ToolRequest
   */
  async ask(text: string): Promise<Asked> {
    const { principal } = this.#journal.caller;
    const session = this.#sessions.get(principal.session_id) ?? (await this.#open(principal));
    openBeat(session, text, principal.session_id);
    const verdict = await session.engine.validate_and_route_tool_request(text);
    return verdict.status === 'ROUTED' ? await session.executor.execute(verdict) : verdict;
  }

  async #open(principal: Principal): Promise<Session> {
    const knowledge = this.#sources.settings.knowledge ?? ownKnowledge(principal);
    const executor = createQuestionExecutor({
      tools: await this.#tools(principal),
      events: { newestFirst: () => this.#log(principal) },
      knowledge,
    });
    const session: Session = {
      executor,
      engine: createToolRequestEngine({
        tools: executor.names,
        knowledge,
        activeBeat: () => session.beat,
        audit: {
          append: async (entry) => {
            this.#journal.enter('tool.request', entry);
            return await Promise.resolve(null);
          },
        },
        // The one who asked hands it on
        route: () => undefined,
      }),
      beat: null,
      closed: new Set(),
    };
    this.#sessions.set(principal.session_id, session);
    return session;
  }

  /** The log, for who may read all of the building. */
  async *#log(principal: Principal): AsyncGenerator<SourceText> {
    if (!this.#sources.readsAll(principal))
      throw new AnswerRefusal('the log is open only to who may read the whole building');
    for await (const event of this.#journal.newestFirst()) yield sourceOf(event);
  }

  async #tools(principal: Principal): Promise<readonly QuestionTool[]> {
    const open = this.#sources.neighbours.get(ANSWERING);
    if (open === undefined) return [];
    const neighbour = await open();
    return neighbour
      .list(principal)
      .filter(({ annotations }) => annotations.readOnlyHint)
      .map(({ name }) => ({
        name: name.toUpperCase(),
        ask: async (query) => [await this.#answer(neighbour, name, query)],
      }));
  }

  /** `query` is the JSON of the tool's arguments, or any words for a tool that needs none. */
  async #answer(neighbour: Neighbour, tool: string, query: string): Promise<SourceText> {
    const { caller } = this.#journal;
    const args = { reasoning: `question: ${query}`.slice(0, 2000), ...argumentsIn(query) };
    const answer = await neighbour.call({ tool, arguments: args }, caller);
    if (answer.error !== undefined)
      throw new AnswerRefusal(`${answer.error.name}: ${answer.error.message}`);
    return {
      entry_id: tool,
      bundle_id: tool,
      created_at: answer.timestamp,
      visibility: { scope: 'PUBLIC' },
      person_ids: [],
      text: canonicalJson(answer.data),
    };
  }
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

/** A session works on one request at a time: a new request_id ends the one before for good. */
function openBeat(session: Session, text: string, beat_id: string): void {
  const read = readToolRequest(text);
  if (!read.ok) return;
  const { request_id } = read.request;
  const { beat, closed } = session;
  if (beat?.request_id === request_id || closed.has(request_id) || closed.size >= REQUESTS_MAX)
    return;
  if (beat !== null) closed.add(beat.request_id);
  session.beat = { request_id, beat_id };
}

/** Without a map of the operator a caller asks for itself: what is public, or its own besides. */
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
