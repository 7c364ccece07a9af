/** @module use-table: the rows of a table, page by page. */
import { useEffect, useState } from 'preact/hooks';

import type { TableAnswer } from '../../../../servers/view/protocol/element.ts';
import type { Moment } from '../../../../servers/view/protocol/moment.ts';
import { ask } from '../../api/ask.ts';
import { settled } from '../../components/use-answer.ts';
import { type Problem, store } from '../../state/store.ts';

/** What a table shows. */
export type TableQuery = {
  readonly at: Moment;
  readonly kind: string;
  /** Empty: of all storeys. */
  readonly level_id: string;
  /** Name of a column; empty: as the hub orders them. */
  readonly sort: string;
  readonly descending: boolean;
};

/** A table with the rows that have arrived. */
export type Table = {
  readonly answer: TableAnswer | null;
  readonly problem: Problem | null;
  /** Asks for the next page, unless it is on its way. */
  readonly more: () => void;
};

/** The table of a query; null asks for none. */
export function useTable(query: TableQuery | null): Table {
  const [state, setState] = useState<Omit<Table, 'more'> & { readonly key: string }>({
    key: '',
    answer: null,
    problem: null,
  });
  const [wanted, setWanted] = useState<string | null>(null);
  const key = JSON.stringify(query);
  const { value: revision } = store.revision;
  useEffect(() => {
    if (query === null) return undefined;
    return asked(query, null, (answer, problem) => {
      setWanted(null);
      setState({ key, answer, problem });
    });
  }, [key, revision]);
  useEffect(() => {
    const { answer } = state;
    if (query === null || wanted === null || answer === null) return undefined;
    return asked(query, wanted, (page, problem) => {
      setWanted(null);
      const rows = [...answer.rows, ...(page?.rows ?? [])];
      const next = page?.next ?? null;
      setState({ key, answer: { ...answer, rows, next }, problem });
    });
  }, [wanted]);
  const { answer, problem } = state;
  // While another order of the same kind is asked for, the rows before it stay.
  const isOther = answer !== null && answer.kind !== query?.kind;
  return {
    answer: isOther ? null : answer,
    problem,
    more: () => setWanted(state.key === key ? (answer?.next ?? null) : null),
  };
}

function asked(
  { at, kind, level_id, sort, descending }: TableQuery,
  cursor: string | null,
  take: (answer: TableAnswer | null, problem: Problem | null) => void,
): () => void {
  const running = new AbortController();
  const input = {
    at,
    kind,
    descending,
    ...(level_id === '' ? {} : { level_id }),
    ...(sort === '' ? {} : { sort }),
    ...(cursor === null ? {} : { cursor }),
  };
  const { signal } = running;
  void settled(ask('table', input, signal), signal, take);
  return () => running.abort();
}
