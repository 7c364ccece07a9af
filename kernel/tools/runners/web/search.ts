/** @module search: the tool web.search, which queries a search service or a local index of the operator's documents. */
import { z } from 'zod';

import type { Runner, RunProvenance } from '../runner.ts';
import { TaskStop } from '../task/task-stop.ts';
import { discard, readBody, send } from './request.ts';
import type { WebSession } from './request.ts';
import { LocalIndex } from './search-index.ts';
import type { SearchDocument } from './search-index.ts';
import { endpointOf, searchHits, searchRequest } from './search-provider.ts';
import type { SearchService } from './search-provider.ts';
import { endpointOptions, webRunner } from './session.ts';
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

/** Gas of a search in the local index. */
const LOCAL_GAS = 50;
/** Limit of the decoded bytes of a service's answer. */
const ANSWER_BYTES_MAX = 1_000_000;

/**
 * The runner of `web.search`. Input: `query` and `limit` (default 5, at most 20). Output: `{query, provider, scope,
 * results: [{title, url, snippet}], untrusted: true}`. `scope` is `web` for a service and `configured corpus` for
 * the local index. The endpoint of a service may be private. Its redirects are refused. Its key is sent only to the
 * endpoint and never returned.
 * Price: 400 gas and 1 per started 4 KiB of the answer for a service, 50 for the local index.
 */
export function createWebSearchRunner(options: SearchOptions): Runner {
  const { search } = options;
  const adapter = `web-search@1/${search.provider}`;
  if (search.provider !== 'local-index') {
    const web = endpointOptions(options, endpointOf(search));
    return webRunner(web, { shape: SearchInput, adapter, job: remoteJob(search) });
  }
  const job = localJob(new LocalIndex(search.documents));
  return webRunner(options, { shape: SearchInput, adapter, job });
}

type SearchInput = z.output<typeof SearchInput>;

function localJob(index: LocalIndex): (input: SearchInput) => WebJob {
  const provenance: RunProvenance = { engine: 'minisearch@7.2.0', documents: index.size };
  const source = { provider: 'local-index', scope: 'configured corpus' };
  return ({ query, limit }) =>
    ({ meter }) => {
      meter.charge(LOCAL_GAS);
      const results = index.search(query, limit);
      return { output: { query, ...source, results, untrusted: true }, provenance };
    };
}

function remoteJob(service: SearchService): (input: SearchInput) => WebJob {
  return ({ query, limit }) =>
    async (session) => {
      const { provider } = service;
      const { answer, body_sha256 } = await queryService(session, service, query, limit);
      const results = searchHits(provider, answer, limit);
      return {
        output: { query, provider, scope: 'web', results, untrusted: true },
        provenance: { host: endpointOf(service).host, body_sha256 },
      };
    };
}

async function queryService(
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
