/** @module step-records: the records of a STEP file, read with a single expression that shares nothing with the reader of the project. */

/** One record: its statement without the number. */
type Statement = string;

/** A file as records by number, and the references to records that it does not have. */
export type Records = {
  readonly byId: ReadonlyMap<number, Statement>;
  readonly dangling: readonly string[];
};

/** Records that differ between two files, as `#12 IFCDOOR`. */
export type Differing = {
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly added: readonly string[];
};

const RECORD = /#(\d+)\s*=\s*((?:'[^']*'|[^';])*);/gu;
const TEXT = /'[^']*'/gu;
const REFERENCE = /#(\d+)/gu;

/** The records of a file without comments. */
export function recordsIn(file: Buffer): Records {
  const byId = new Map<number, Statement>();
  for (const [, id, statement = ''] of file.toString('latin1').matchAll(RECORD)) {
    byId.set(Number(id), statement.trim());
  }
  const dangling = [...byId].flatMap(([id, statement]) =>
    referencesIn(statement)
      .filter((to) => !byId.has(to))
      .map((to) => `#${id} to #${to}`),
  );
  return { byId, dangling };
}

/** The numbers that a statement refers to. */
function referencesIn(statement: Statement): readonly number[] {
  return [...statement.replaceAll(TEXT, '').matchAll(REFERENCE)].map(([, to]) => Number(to));
}

/** The records that these ones use, directly or not, with themselves. */
function reachable({ byId }: Records, from: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...referencesIn(byId.get(id) ?? ''));
  }
  return found;
}

/**
 * The records that only describe the products whose statements contain one of the names: what they use, sets of
 * properties that no other product has, and the surfaces of their boundaries to rooms.
 */
export function ownedBy(records: Records, names: readonly string[]): ReadonlySet<number> {
  const products = new Set(
    [...records.byId].flatMap(([id, statement]) =>
      names.some((name) => statement.includes(`'${name}`)) ? [id] : [],
    ),
  );
  const sets = [...records.byId.values()]
    .filter((statement) => classOf(statement) === 'IFCRELDEFINESBYPROPERTIES')
    .flatMap((statement): readonly number[] => {
      const objects = referencesIn(statement).slice(1);
      const set = objects.pop();
      return set !== undefined && objects.every((id) => products.has(id)) ? [set] : [];
    });
  const bounds = [...records.byId.values()]
    .filter((statement) => classOf(statement) === 'IFCRELSPACEBOUNDARY')
    .flatMap((statement): readonly number[] => {
      const [, , element, geometry] = referencesIn(statement);
      const isOwn = element !== undefined && products.has(element);
      return isOwn && geometry !== undefined ? [geometry] : [];
    });
  return reachable(records, [...products, ...sets, ...bounds]);
}

/** Whether a record is one of these, or refers to one of them. */
export function concerns({ byId }: Records, id: number, own: ReadonlySet<number>): boolean {
  return own.has(id) || referencesIn(byId.get(id) ?? '').some((to) => own.has(to));
}

/** The number of a record that is named as `#12 IFCDOOR`. */
export function numberOf(named: string): number {
  return Number(named.slice(1, named.indexOf(' ')));
}

/** The class of a record, in capitals. */
function classOf(statement: Statement): string {
  return statement.slice(0, statement.indexOf('('));
}

/** The differences of two files, record by record. */
export function recordsDiffering(before: Records, after: Records): Differing {
  const named = (from: Records, id: number): string => `#${id} ${classOf(from.byId.get(id) ?? '')}`;
  const [old, now] = [[...before.byId.keys()], [...after.byId.keys()]];
  return {
    removed: old.filter((id) => !after.byId.has(id)).map((id) => named(before, id)),
    changed: old
      .filter((id) => after.byId.has(id) && after.byId.get(id) !== before.byId.get(id))
      .map((id) => named(after, id)),
    added: now.filter((id) => !before.byId.has(id)).map((id) => named(after, id)),
  };
}

/** How many of the named records are of each class. */
export function countsByClass(named: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const one of named.map((text) => text.slice(text.indexOf(' ') + 1)).toSorted()) {
    counts[one] = (counts[one] ?? 0) + 1;
  }
  return counts;
}
