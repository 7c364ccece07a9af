/** @module stale-facts: what of an imported file the edits of a branch brought up to date, and what may be wrong now. */
import { listed } from '../../kernel/base/text/id-list.ts';
import type { ImportedFile } from '../../kernel/building/view/view.ts';

/** Facts of one product and kind, each name once; facts without a name have none. */
export type FactGroup = {
  readonly record: string;
  readonly element_id: string | null;
  readonly kind: string;
  readonly names: string[];
};

type Fact = { readonly record: string; readonly kind: string; readonly name: string };

/** Facts by product and kind, each name once; facts without a name are a group without names. */
export function groupedFacts(
  facts: readonly Fact[],
  { rows }: Pick<ImportedFile, 'rows'>,
): FactGroup[] {
  const ids = new Map(rows.map(({ record, element }) => [`#${record}`, element?.id ?? null]));
  const groups = new Map<string, Fact & { readonly names: Set<string> }>();
  for (const fact of facts) {
    const key = `${fact.record} ${fact.kind}`;
    const group = groups.get(key) ?? { ...fact, names: new Set() };
    groups.set(key, group);
    if (fact.name !== '') group.names.add(fact.name);
  }
  return [...groups.values()].map(({ record, kind, names }) => ({
    record,
    element_id: ids.get(record) ?? null,
    kind,
    names: [...names],
  }));
}

/** Most warnings about facts that were computed again, and about those that were left. */
const NAMED = 20;

/** What a warning says about facts of a kind that the edits left as they are in the file. */
const KEPT: Readonly<Record<string, string>> = {
  quantity:
    'keep the values of the file, because the model has no quantity of their name and definition',
  property: 'are as in the file and may state sizes before the edits',
  space_boundary: 'are as in the file and were not computed again',
  path_connection: 'are as in the file and were not checked',
  representation: 'show the body before the edits',
  name: 'are as in the file and may state sizes before the edits',
  part: 'keep the shape that they have in the file, because the model has no parts of their class there',
  removed: 'were removed, because the new body replaces them',
};

const NOUNS: Readonly<Record<string, string>> = {
  quantity: 'quantities',
  property: 'properties',
  space_boundary: 'space boundaries',
  path_connection: 'connections to other walls',
  representation: 'representations',
  name: 'texts',
  part: 'parts',
  removed: 'products',
};

/**
 * One sentence for each product: which quantities were computed again, and what else may be wrong after the edits. It
 * names the first facts of the product; the answer lists all that may be wrong.
 */
export function factWarnings(
  {
    stale,
    recomputed,
  }: { readonly stale: readonly Fact[]; readonly recomputed: readonly Omit<Fact, 'kind'>[] },
  source: Pick<ImportedFile, 'rows'>,
): readonly string[] {
  const quantities = recomputed.map(({ record, name }) => ({ record, kind: 'quantity', name }));
  const done = groupedFacts(quantities, source).map(
    (group) =>
      `the quantities ${listed(group.names)} of ${productOf(group)} were computed again from the model`,
  );
  const kept = groupedFacts(stale, source).map(
    (group) =>
      `the ${[NOUNS[group.kind] ?? group.kind, listed(group.names)].join(' ').trimEnd()} of ${productOf(group)} ${KEPT[group.kind] ?? 'are as in the file'}`,
  );
  return [
    ...limited(done, 'quantities that were computed again'),
    ...limited(kept, 'facts that `stale` lists'),
  ];
}

function limited(all: readonly string[], what: string): readonly string[] {
  const more = all.length - NAMED;
  if (more <= 0) return all;
  return [...all.slice(0, NAMED), `${more} more of these sentences are left out: ${what}`];
}

function productOf({ element_id, record }: FactGroup): string {
  return element_id === null ? `record ${record}` : `\`${element_id}\` (${record})`;
}
