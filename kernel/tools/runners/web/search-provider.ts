/** @module search-provider: requests to configured search services, and their answers in a common form. */
import { z } from 'zod';

import { TaskStop } from '../task/task-stop.ts';

/** One hit. `snippet` is untrusted text of the page or document. */
export type SearchHit = {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
};

/** A search service that the operator configured. Its key is sent only to its endpoint. */
export type SearchService =
  | { readonly provider: 'searxng'; readonly endpoint: string }
  | { readonly provider: 'brave'; readonly key: string; readonly endpoint?: string }
  | { readonly provider: 'tavily'; readonly key: string; readonly endpoint?: string };

/** A request to a service. */
export type SearchRequest = {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body?: string;
};

/** Default endpoints. */
const ENDPOINTS = {
  brave: 'https://api.search.brave.com/res/v1/web/search',
  tavily: 'https://api.tavily.com/search',
} as const;

/** The URL of a service's search API. */
export function endpointOf(service: SearchService): URL {
  return service.provider === 'searxng'
    ? new URL('search', service.endpoint.endsWith('/') ? service.endpoint : `${service.endpoint}/`)
    : new URL(service.endpoint ?? ENDPOINTS[service.provider]);
}

/** The HTTP request for a query. SearXNG ignores `limit`. */
export function searchRequest(service: SearchService, query: string, limit: number): SearchRequest {
  const url = endpointOf(service);
  const headers = { accept: 'application/json' };
  switch (service.provider) {
    case 'searxng':
      url.searchParams.set('q', query);
      url.searchParams.set('format', 'json');
      return { url, headers };
    case 'brave':
      url.searchParams.set('q', query);
      url.searchParams.set('count', String(Math.min(limit, 20)));
      return { url, headers: { ...headers, 'x-subscription-token': service.key } };
    case 'tavily':
      return {
        url,
        headers: {
          ...headers,
          'content-type': 'application/json',
          authorization: `Bearer ${service.key}`,
        },
        body: JSON.stringify({ query, max_results: Math.min(limit, 20) }),
      };
    default:
      return service satisfies never;
  }
}

const Text = z.string().nullish();
const Hits = z.array(z.object({ title: Text, url: z.string(), content: Text, description: Text }));
const Answers = {
  searxng: z.object({ results: Hits }),
  tavily: z.object({ results: Hits }),
  brave: z.object({ web: z.object({ results: Hits }).optional() }),
} as const;

/** Longest title and snippet, UTF-16 units. */
const TITLE_CHARS = 300;
const SNIPPET_CHARS = 500;

/** The hits in a service's answer. Throws `TaskStop` TOOL_DRIFT if the answer does not have the expected form. */
export function searchHits(
  provider: SearchService['provider'],
  answer: unknown,
  limit: number,
): readonly SearchHit[] {
  const parsed = Answers[provider].safeParse(answer);
  if (!parsed.success) throw drift(provider, parsed.error);
  const { data } = parsed;
  const hits = 'results' in data ? data.results : (data.web?.results ?? []);
  return hits
    .filter(({ url }) => /^https?:\/\//i.test(url) && url.length <= 2048)
    .slice(0, limit)
    .map(({ title, url, content, description }) => ({
      title: plain(title, TITLE_CHARS),
      url,
      snippet: plain(content ?? description, SNIPPET_CHARS),
    }));
}

function drift(provider: string, error: z.ZodError): TaskStop {
  const [issue] = error.issues;
  return new TaskStop(
    'TOOL_DRIFT',
    `the answer of ${provider} does not have the expected form: \`${issue?.path.join('.')}\` ${issue?.message}`,
  );
}

/** One line of plain text, without the tags that services use to highlight words. */
function plain(text: string | null | undefined, chars: number): string {
  return (text ?? '')
    .slice(0, chars * 4)
    .replace(/<\/?[a-z][^>]{0,100}>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, chars);
}
