/** @module search: the tool web.search: a configured service, or a local index of the operator's documents. */
import { z } from 'zod';

import type { Runner, RunProvenance } from '../runner.ts';
import { parseInput } from '../task/parse-input.ts';
import { endOf, outcomeOf, TaskStop } from '../task/task-stop.ts';
import { discard, readBody, send } from './request.ts';
import type { WebSession } from './request.ts';
import { LocalIndex } from './search-index.ts';
import type { SearchDocument } from './search-index.ts';
import { endpointOf, searchHits, searchRequest } from './search-provider.ts';
import type { SearchService } from './search-provider.ts';
import { endpointOptions, runInSession } from './session.ts';
import type { WebJob, WebOptions } from './session.ts';

/** Options of the runner: a service, or documents. */
export type SearchOptions = WebOptions & {
  readonly search:
    | SearchService
    | { readonly provider: 'local-index'; readonly documents: readonly SearchDocument[] };
};

const SearchInput = z.strictObject({
  query: z.string().trim().min(1).max(400),
  limit: z.int().min(1).max(20).default(5),
});

/** Price of a search in the local index. */
const LOCAL_GAS = 50;
/** Decoded bytes of a service's answer. */
const ANSWER_BYTES_MAX = 1_000_000;

/**
 * The runner of `web.search`. Input: `query` and `limit` (default 5, at most 20). Output: `{query, provider, scope,
 * results: [{title, url, snippet}], untrusted: true}`. `scope` is `web` for a service and `configured corpus` for
 * the local index. The endpoint of a service may be private, a redirect away from it is refused, and its key is sent
 * nowhere else and is in no outcome.
 * Price: 400 gas and 1 per started 4 KiB of the answer for a service, 50 for the local index.
 */
export function createWebSearchRunner(options: SearchOptions): Runner {
  const job =
    options.search.provider === 'local-index'
      ? localJob(new LocalIndex(options.search.documents))
      : remoteJob(options.search);
  const web =
    options.search.provider === 'local-index'
      ? options
      : endpointOptions(options, endpointOf(options.search));
  const adapter = `web-search@1/${options.search.provider}`;
  return {
    async run(input, budget, signal) {
      let request: SearchRequest;
      try {
        request = parseInput(SearchInput, input);
      } catch (error) {
        return outcomeOf(endOf(error, 0, 'input'), budget.gas, { latency_ms: 0, provenance: {} });
      }
      return await runInSession(web, { budget, signal, adapter }, job(request));
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

type SearchRequest = z.output<typeof SearchInput>;

function localJob(index: LocalIndex): (request: SearchRequest) => WebJob {
  const provenance: RunProvenance = { engine: 'minisearch@7.2.0', documents: index.size };
  return ({ query, limit }) =>
    (session) => {
      session.meter.charge(LOCAL_GAS);
      const results = index.search(query, limit);
      return Promise.resolve({
        output: {
          query,
          provider: 'local-index',
          scope: 'configured corpus',
          results,
          untrusted: true,
        },
        provenance,
      });
    };
}

function remoteJob(service: SearchService): (request: SearchRequest) => WebJob {
  return ({ query, limit }) =>
    async (session) => {
      const { provider } = service;
      const { answer, body_sha256 } = await ask(session, service, query, limit);
      const results = searchHits(provider, answer, limit);
      return {
        output: { query, provider, scope: 'web', results, untrusted: true },
        provenance: { host: endpointOf(service).host, body_sha256 },
      };
    };
}

async function ask(
  session: WebSession,
  service: SearchService,
  query: string,
  limit: number,
): Promise<{ readonly answer: unknown; readonly body_sha256: string }> {
  const { url, headers, body } = searchRequest(service, query, limit);
  session.meter.request();
  const response = await send(session, url, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  if (response.status !== 200) {
    await discard(response);
    throw new TaskStop(
      'TOOL_FAIL',
      `the search service \`${url.host}\` answered with status ${response.status}${hintFor(service, response.status)}`,
      { status: response.status },
    );
  }
  const answer = await readBody({ ...session, bytes_max: ANSWER_BYTES_MAX }, response, url);
  try {
    const parsed: unknown = JSON.parse(Buffer.from(answer.body).toString('utf8'));
    return { answer: parsed, body_sha256: answer.body_sha256 };
  } catch {
    throw new TaskStop('TOOL_DRIFT', `the search service \`${url.host}\` did not answer with JSON`);
  }
}

function hintFor(service: SearchService, status: number): string {
  return service.provider === 'searxng' && status === 403
    ? '; its settings.yml must list `json` under search.formats'
    : '';
}
