/** @module search-index: a local full-text index over the operator's documents. */
import MiniSearch from 'minisearch';

import type { SearchHit } from './search-provider.ts';

/** An indexed document. */
export type SearchDocument = {
  /** Unique among the documents; identifies a hit. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
};

const DOCUMENTS_MAX = 20_000;
/** UTF-16 units of all texts together. */
const CHARS_MAX = 50_000_000;
const SNIPPET_CHARS = 300;

/** An index with deterministic hits. */
export class LocalIndex {
  readonly #documents: ReadonlyMap<string, SearchDocument>;
  readonly #index = new MiniSearch<SearchDocument>({
    idField: 'url',
    fields: ['title', 'text'],
    searchOptions: { boost: { title: 2 }, prefix: (term) => term.length > 3, combineWith: 'OR' },
  });

  /** Throws `RangeError` for too many or too long documents, `Error` for two with one address; both are mistakes of the operator. */
  constructor(documents: readonly SearchDocument[]) {
    const chars = documents.reduce((sum, { text }) => sum + text.length, 0);
    if (documents.length > DOCUMENTS_MAX || chars > CHARS_MAX) {
      throw new RangeError(
        `at most ${DOCUMENTS_MAX} documents of ${CHARS_MAX} characters together are indexed, got ${documents.length} of ${chars}`,
      );
    }
    this.#documents = new Map(documents.map((document) => [document.url, document]));
    this.#index.addAll(documents);
  }

  get size(): number {
    return this.#documents.size;
  }

  /** The best hits; ties in the order of their addresses. */
  search(query: string, limit: number): readonly SearchHit[] {
    return this.#index
      .search(query)
      .toSorted((a, b) => b.score - a.score || (String(a.id) < String(b.id) ? -1 : 1))
      .slice(0, limit)
      .flatMap(({ id, terms }) => {
        const document = this.#documents.get(String(id));
        if (document === undefined) return [];
        const { title, url, text } = document;
        return [{ title, url, snippet: snippetOf(text, terms) }];
      });
  }
}

/** The text around the first of the terms that were found. */
function snippetOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = Math.max(0, first - SNIPPET_CHARS / 3);
  const piece = text
    .slice(from, from + SNIPPET_CHARS)
    .replace(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${piece}${from + SNIPPET_CHARS < text.length ? '…' : ''}`;
}
