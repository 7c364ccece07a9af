/** @module search-index: a local full-text index over the operator's documents. */
import MiniSearch from 'minisearch';
import type { Query, SearchOptions } from 'minisearch';

import type { SearchHit } from './search-provider.ts';
import { partsOf, stemOf } from './word-forms.ts';

/** An indexed document. */
export type SearchDocument = {
  /** Unique id of the document. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
};

/** Largest number of documents. */
const DOCUMENTS_MAX = 20_000;
/** Limit of all texts together, UTF-16 units. */
const CHARS_MAX = 50_000_000;
/** Longest snippet, UTF-16 units. */
const SNIPPET_CHARS = 300;
/** Shortest stem that is also searched inside compounds. */
const INSIDE_CHARS_MIN = 3;
/** Largest number of words per query, and of compounds per word. */
const QUERY_MAX = { words: 32, compounds: 200 } as const;
/** Weight of a hit by a compound or a part of the word, relative to a hit by the word itself. */
const WEIGHT = { compound: 0.2, part: 0.2 } as const;

/** An index with deterministic results. It finds inflections and compounds of English and German words. */
export class LocalIndex {
  readonly #documents: ReadonlyMap<string, SearchDocument>;
  readonly #index = new MiniSearch<SearchDocument>({
    idField: 'url',
    fields: ['title', 'text'],
    tokenize: (text) => [...wordsOf(text)],
    processTerm: (word) => this.#stemOf(word),
    searchOptions: { boost: { title: 2 }, combineWith: 'OR' },
  });
  /** Stems by word, for the words of the documents. */
  readonly #stemByWord = new Map<string, string>();
  /** All stems of the documents, sorted. */
  readonly #stems: ReadonlySet<string>;

  /** Throws `RangeError` for too many or too long documents, `Error` for two documents with the same address. */
  constructor(documents: readonly SearchDocument[]) {
    const chars = documents.reduce((sum, { text }) => sum + text.length, 0);
    if (documents.length > DOCUMENTS_MAX || chars > CHARS_MAX) {
      throw new RangeError(
        `at most ${DOCUMENTS_MAX} documents of ${CHARS_MAX} characters together are indexed, received ${documents.length} of ${chars}`,
      );
    }
    this.#documents = new Map(documents.map((document) => [document.url, document]));
    this.#index.addAll(documents);
    this.#stems = new Set([...new Set(this.#stemByWord.values())].toSorted());
  }

  #stemOf(word: string): string {
    const known = this.#stemByWord.get(word);
    if (known !== undefined) return known;
    const stem = stemOf(word);
    this.#stemByWord.set(word, stem);
    return stem;
  }

  get size(): number {
    return this.#documents.size;
  }

  /** The best hits; ties are ordered by address. */
  search(query: string, limit: number): readonly SearchHit[] {
    return this.#index
      .search({ combineWith: 'OR', queries: this.#queriesFor(query) })
      .toSorted((a, b) => b.score - a.score || (String(a.id) < String(b.id) ? -1 : 1))
      .slice(0, limit)
      .flatMap(({ id, terms }) => {
        const document = this.#documents.get(String(id));
        if (document === undefined) return [];
        const { title, url, text } = document;
        return [{ title, url, snippet: snippetOf(text, new Set(terms)) }];
      });
  }

  /** Queries for each word, for the compounds that begin or end with it, and for its parts if it is a compound. */
  #queriesFor(query: string): Query[] {
    const stems = [...new Set(wordsOf(query).map(stemOf))].slice(0, QUERY_MAX.words);
    const queries: Query[] = [];
    for (const stem of stems) {
      queries.push(stemQuery([stem], 1));
      const compounds = this.#compoundsWith(stem);
      if (compounds.length > 0) queries.push(stemQuery(compounds, WEIGHT.compound));
      const parts = partsOf(stem, (part) => this.#stems.has(part));
      if (parts.length > 0) queries.push({ ...stemQuery(parts, WEIGHT.part), combineWith: 'AND' });
    }
    return queries;
  }

  #compoundsWith(stem: string): readonly string[] {
    if (stem.length < INSIDE_CHARS_MIN) return [];
    const found: string[] = [];
    for (const one of this.#stems) {
      if (found.length >= QUERY_MAX.compounds) break;
      if (one !== stem && (one.startsWith(stem) || one.endsWith(stem))) found.push(one);
    }
    return found;
  }
}

/** A query for any of the stems. */
function stemQuery(
  stems: readonly string[],
  weight: number,
): SearchOptions & { queries: string[] } {
  return {
    queries: [...stems],
    combineWith: 'OR',
    processTerm: (term) => term,
    tokenize: (text) => [text],
    boostTerm: () => weight,
  };
}

/** The words of a text, unchanged. */
function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The text around the first word with one of the stems. */
function snippetOf(text: string, stems: ReadonlySet<string>): string {
  let first = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!stems.has(stemOf(word))) continue;
    first = index;
    break;
  }
  const from = Math.max(0, first - SNIPPET_CHARS / 3);
  const piece = text
    .slice(from, from + SNIPPET_CHARS)
    .replace(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${piece}${from + SNIPPET_CHARS < text.length ? '…' : ''}`;
}
