/** @module executor: answers routed questions from read-only tools and the event log, in verbatim excerpts. */
import { sha256Hex } from '../../base/canonical/hash.ts';
import { isRouted } from './engine.ts';
import type { RoutedToolRequest } from './engine.ts';
import { excerptAt } from './excerpt.ts';
import type { Excerpt } from './excerpt.ts';
import { isVisible } from './knowledge.ts';
import type { KnowledgeMap, Visibility } from './knowledge.ts';
import { rowsOf } from './rows.ts';
import { readToolRequest } from './tool-request.ts';
import type { Constraints, ToolRequest } from './tool-request.ts';

/** A text that an answer may quote. */
export type SourceText = {
  readonly entry_id: string;
  /** The operation or answer that the entry belongs to. */
  readonly bundle_id: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly visibility: Visibility;
  /** People or agents that wrote the entry or are its subject. */
  readonly person_ids: readonly string[];
  readonly text: string;
};

/** A read-only tool of the project as a question tool. */
export type QuestionTool = {
  readonly name: string;
  /** Answers `query_text`, which is unchanged. Rejects with an `AnswerRefusal` if it cannot answer. */
  ask(query_text: string, constraints: Constraints): Promise<readonly SourceText[]>;
};

/** A tool cannot answer a question; the caller receives the message. */
export class AnswerRefusal extends Error {}

/** The event log, newest entry first. */
export type EventSource = { newestFirst(): AsyncIterable<SourceText> | Iterable<SourceText> };

/** One quotation. `verbatim_excerpt` is an exact part of the source. */
export type ExcerptResult = {
  readonly entry_id: string;
  readonly bundle_id: string;
  readonly created_at_world: string;
  readonly visibility_scope: Visibility['scope'];
  readonly verbatim_excerpt: string;
  readonly provenance: {
    readonly source: string;
    readonly source_sha256: string;
    /** In UTF-16 units of the source. */
    readonly offset: number;
    readonly length: number;
  };
};

/** The answer to a question, possibly without results. */
export type ResultPack = {
  readonly kind: 'RESULTS';
  readonly tool_request_id: string;
  readonly request_id: string;
  readonly results: readonly ExcerptResult[];
  readonly empty: boolean;
  /** Says which parts were not searched or quoted; null if none. */
  readonly notes: string | null;
};

/** Why the executor could not answer; it has no content of the project. */
export type ExecutionFailure = {
  readonly kind: 'FAILED';
  readonly code: 'NOT_APPROVED' | 'CANNOT_ANSWER' | 'BROKEN';
  readonly cause: string;
};

/** The two question tools of the event log. */
const LEDGER_TOOLS = ['LEDGER_SEARCH', 'LEDGER_GET'] as const;

/** Largest number of log entries that one question searches. */
const SCANNED_MAX = 100_000;

export type QuestionExecutor = {
  /** Names of all question tools, for the engine. */
  readonly names: ReadonlySet<string>;
  /** Answers a question that the engine routed, and no other. Never throws. */
  execute(question: RoutedToolRequest): Promise<ResultPack | ExecutionFailure>;
};

/**
 * Creates the executor over the given tools.
 *
 * @throws {Error} if two tools have the same name
 */
export function createQuestionExecutor(parts: {
  readonly tools: readonly QuestionTool[];
  readonly events: EventSource;
  readonly knowledge: KnowledgeMap;
}): QuestionExecutor {
  const tools = new Map(parts.tools.map((tool) => [tool.name, tool]));
  const names = new Set([...LEDGER_TOOLS, ...tools.keys()]);
  if (names.size !== parts.tools.length + LEDGER_TOOLS.length) {
    throw new Error('two question tools have the same name');
  }
  return {
    names,
    execute: async (question) => {
      const read = isRouted(question) ? readToolRequest(question.tool_request) : undefined;
      if (read?.ok !== true) {
        return failed('NOT_APPROVED', 'the question did not pass the tool request engine');
      }
      const { request } = read;
      try {
        return await answer(parts, tools.get(request.tool.name), request);
      } catch (error) {
        return error instanceof AnswerRefusal
          ? failed('CANNOT_ANSWER', error.message.slice(0, 300))
          : failed('BROKEN', 'the tool failed');
      }
    },
  };
}

function failed(code: ExecutionFailure['code'], cause: string): ExecutionFailure {
  return { kind: 'FAILED', code, cause };
}

type Sources = { readonly events: EventSource; readonly knowledge: KnowledgeMap };

/** A matching source. A smaller `rank` is a closer match; among equal ranks, newer sources come first. */
type Found = { readonly source: SourceText; readonly excerpt: Excerpt; readonly rank: number };

async function answer(
  sources: Sources,
  tool: QuestionTool | undefined,
  request: ToolRequest,
): Promise<ResultPack> {
  const { name, query_text, constraints } = request.tool;
  const isVisibleTo = (source: SourceText): boolean =>
    isVisible(sources.knowledge, request.requested_by.knowledge_view, source.visibility) &&
    isInside(source, constraints);
  const { found, notes } =
    tool === undefined
      ? await fromLog(sources.events, { request, isVisibleTo })
      : fromTool((await tool.ask(query_text, constraints)).filter(isVisibleTo), constraints.limit);
  const results = found.slice(0, constraints.limit).map(({ source, excerpt }) => ({
    entry_id: source.entry_id,
    bundle_id: source.bundle_id,
    created_at_world: source.created_at,
    visibility_scope: source.visibility.scope,
    verbatim_excerpt: excerpt.text,
    provenance: {
      source: name,
      source_sha256: sha256Hex(source.text),
      offset: excerpt.offset,
      length: excerpt.text.length,
    },
  }));
  const { tool_request_id, request_id } = request;
  return {
    kind: 'RESULTS',
    tool_request_id,
    request_id,
    results,
    empty: results.length === 0,
    notes,
  };
}

function isInside({ created_at, person_ids }: SourceText, constraints: Constraints): boolean {
  const { time_window, person_id } = constraints;
  const at = Date.parse(created_at);
  const from = time_window?.from ?? null;
  const to = time_window?.to ?? null;
  return (
    (from === null || at >= Date.parse(from)) &&
    (to === null || at <= Date.parse(to)) &&
    (person_id === null || person_ids.includes(person_id))
  );
}

/** The complete rows of a tool's answers, in order. */
function fromTool(
  sources: readonly SourceText[],
  limit: number,
): { readonly found: readonly Found[]; readonly notes: string | null } {
  const read = sources.map((source) => ({ source, ...rowsOf(source.text, limit) }));
  const omitted = read.reduce((sum, { left_out }) => sum + left_out, 0);
  return {
    found: read.flatMap(({ source, rows }) =>
      rows.map((excerpt): Found => ({ source, excerpt, rank: 0 })),
    ),
    notes: omitted === 0 ? null : `${omitted} rows of the answer are not quoted`,
  };
}

type LogQuestion = {
  readonly request: ToolRequest;
  readonly isVisibleTo: (source: SourceText) => boolean;
};

async function fromLog(
  events: EventSource,
  { request, isVisibleTo }: LogQuestion,
): Promise<{ found: readonly Found[]; notes: string | null }> {
  const { name, query_text, constraints } = request.tool;
  const match = name === 'LEDGER_GET' ? byId(query_text.trim()) : byWords(query_text);
  let found: readonly Found[] = [];
  let scanned = 0;
  for await (const source of events.newestFirst()) {
    if (scanned >= SCANNED_MAX) {
      return { found, notes: `only the newest ${SCANNED_MAX} entries were searched` };
    }
    scanned += 1;
    const hit = isVisibleTo(source) ? match(source) : undefined;
    if (hit !== undefined) found = best([...found, { source, ...hit }], constraints.limit);
  }
  return { found, notes: null };
}

/** The closest matches. The sort is stable, so newer ones stay before older ones. */
function best(found: readonly Found[], limit: number): readonly Found[] {
  return found.toSorted((a, b) => a.rank - b.rank).slice(0, limit);
}

type Match = (source: SourceText) => Pick<Found, 'excerpt' | 'rank'> | undefined;

function byId(entry_id: string): Match {
  return (source) =>
    source.entry_id === entry_id ? { excerpt: excerptAt(source.text, 0), rank: 0 } : undefined;
}

/** Matches, ignoring case, sources that contain the question as one phrase (rank 0) or all of its words (rank 1). */
function byWords(query_text: string): Match {
  const phrase = pattern(query_text.trim());
  const words = query_text
    .split(/[^\p{L}\p{N}_.-]+/u)
    .filter((word) => word !== '')
    .map(pattern);
  return ({ text }) => {
    const whole = phrase.exec(text);
    if (whole !== null) return { excerpt: excerptAt(text, whole.index), rank: 0 };
    const hits = words.map((word) => word.exec(text));
    const [first] = hits;
    if (first === null || first === undefined || hits.includes(null)) return undefined;
    return { excerpt: excerptAt(text, first.index), rank: 1 };
  };
}

function pattern(literal: string): RegExp {
  return new RegExp(literal.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`), 'iu');
}
