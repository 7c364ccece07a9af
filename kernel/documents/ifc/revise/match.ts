/** @module match: which products of an earlier revision the products of a file are. Nothing is guessed. */
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { classOf } from '../recognise/products.ts';
import { BoxIndex } from './box-index.ts';
import { comparedName, isLevel, type ManifestSide } from './manifest-side.ts';

/** How a product was matched. `person`: by a decision that was given. */
export type Pass = 'person' | 'guid' | 'tag' | 'geometry' | 'name';

/** The product of the earlier revision that a product is, and the pass that found it. */
export type Predecessor = { readonly row: ManifestRow; readonly by: Pass };

/** A product that several earlier ones could be. */
export type Ambiguous = {
  readonly row: ManifestRow;
  /** In the order of their records. */
  readonly candidates: readonly ManifestRow[];
};

/** The matched products of a file. */
export type Matching = {
  /** By row of the new revision. */
  readonly predecessors: ReadonlyMap<ManifestRow, Predecessor>;
  /** Products with an element whose predecessor must be decided. */
  readonly ambiguous: readonly Ambiguous[];
};

/** Decisions: by row of the new revision, the row that it was before; null for a new product. */
export type Decisions = ReadonlyMap<ManifestRow, ManifestRow | null>;

/** Most candidates that are noted for a product. A mark that more products share identifies none of them. */
const MAX_CANDIDATES = 8;

/**
 * Matches the rows of two revisions: by the decisions, then by GlobalId, tag and class, body and class, and last by a
 * name that is unique on its storey. Each pass matches only products of which each is the only candidate of the other.
 * Takes linear time.
 */
export function matchRows(
  old: ManifestSide,
  fresh: ManifestSide,
  decisions: Decisions = new Map(),
): Matching {
  const matcher = new Matcher(old, fresh, decisions);
  matcher.run();
  return matcher.result();
}

type KeyOf = (row: ManifestRow, side: ManifestSide) => string | null;

class Matcher {
  readonly #old: ManifestSide;
  readonly #fresh: ManifestSide;
  readonly #found = new Map<ManifestRow, Predecessor>();
  /** By row of the earlier revision, its level or itself as the new revision identifies it. */
  readonly #successors = new Map<ManifestRow, ManifestRow>();
  readonly #oldLeft: Set<ManifestRow>;
  readonly #freshLeft: Set<ManifestRow>;
  readonly #candidates = new Map<ManifestRow, Set<ManifestRow>>();

  constructor(old: ManifestSide, fresh: ManifestSide, decisions: Decisions) {
    this.#old = old;
    this.#fresh = fresh;
    this.#oldLeft = new Set(old.rows);
    this.#freshLeft = new Set(fresh.rows);
    for (const [row, before] of decisions) {
      if (before === null) this.#freshLeft.delete(row);
      else this.#pair(row, before, 'person');
    }
  }

  run(): void {
    // An exporter gave the GlobalIds of openings to their windows in a later version. A class may change otherwise.
    this.#byKey(
      'guid',
      ({ guid, entity }) =>
        guid === null ? null : keyOf(guid, entity.startsWith('IfcOpening') ? 'opening' : ''),
      true,
    );
    // Products that share a GlobalId are matched by their numbers, which a file that is saved again may keep.
    this.#byKey('guid', ({ guid, record, entity }) =>
      guid === null ? null : keyOf(guid, String(record), classOf(entity)),
    );
    this.#byKey('name', (row) => (isLevel(row) ? nameKey(comparedName(row)) : null));
    this.#byKey(
      'tag',
      ({ tag, entity }) => (tag === null || tag === '' ? null : keyOf(classOf(entity), tag)),
      true,
    );
    this.#byBody();
    this.#byKey('name', (row, side) => this.#nameOnStorey(row, side));
    this.#byElements();
    this.#inHosts();
  }

  result(): Matching {
    const ambiguous: Ambiguous[] = [];
    for (const row of this.#freshLeft) {
      if (row.element === null) continue;
      const candidates = [...(this.#candidates.get(row) ?? [])].filter((one) =>
        this.#oldLeft.has(one),
      );
      if (candidates.length === 0) continue;
      ambiguous.push({ row, candidates: candidates.toSorted((a, b) => a.record - b.record) });
    }
    return { predecessors: this.#found, ambiguous };
  }

  #pair(fresh: ManifestRow, old: ManifestRow, by: Pass): void {
    this.#found.set(fresh, { row: old, by });
    this.#successors.set(old, fresh);
    this.#freshLeft.delete(fresh);
    this.#oldLeft.delete(old);
  }

  /** Matches rows whose key no other row of their side has. `notes`: rows that share a key are candidates. */
  #byKey(by: Pass, key: KeyOf, notes = false): void {
    const before = grouped(this.#oldLeft, (row) => key(row, this.#old));
    const groups = grouped(this.#freshLeft, (row) => key(row, this.#fresh));
    for (const [text, rows] of groups) {
      const others = before.get(text);
      if (others === undefined) continue;
      const [row, another] = rows;
      const [old, one] = others;
      if (row !== undefined && old !== undefined && another === undefined && one === undefined) {
        this.#pair(row, old, by);
      } else if (notes && rows.length <= MAX_CANDIDATES && others.length <= MAX_CANDIDATES) {
        for (const two of rows) this.#note(two, others);
      }
    }
  }

  #note(row: ManifestRow, candidates: readonly ManifestRow[]): void {
    const known = this.#candidates.get(row) ?? new Set();
    this.#candidates.set(row, known);
    for (const one of candidates) {
      if (known.size >= MAX_CANDIDATES) return;
      if (isAlike(one, row)) known.add(one);
    }
  }

  /** Matches products of one class whose bodies are equal, and levels at one elevation. */
  #byBody(): void {
    const index = new Map<string, BoxIndex<ManifestRow>>();
    const total = this.#oldLeft.size + this.#freshLeft.size;
    let done = 0;
    for (const row of this.#oldLeft) {
      checkpoint({ done, total, doing: 'comparing with the earlier file' });
      done += 1;
      const extent = this.#old.extentOf(row);
      if (extent === null) continue;
      const name = classOf(row.entity);
      const ofClass = index.get(name) ?? new BoxIndex<ManifestRow>();
      index.set(name, ofClass);
      ofClass.add(row, extent);
    }
    const equal = new Map<ManifestRow, readonly ManifestRow[]>();
    const times = new Map<ManifestRow, number>();
    for (const row of this.#freshLeft) {
      checkpoint({ done, total, doing: 'comparing with the earlier file' });
      done += 1;
      const ofClass = index.get(classOf(row.entity));
      const extent = ofClass === undefined ? null : this.#fresh.extentOf(row);
      const found = extent === null ? [] : (ofClass?.equalTo(extent) ?? []);
      if (found.length === 0) continue;
      equal.set(row, found);
      for (const old of found) times.set(old, (times.get(old) ?? 0) + 1);
    }
    for (const [row, found] of equal) {
      const [old, another] = found;
      if (old !== undefined && another === undefined && times.get(old) === 1) {
        this.#pair(row, old, 'geometry');
      } else {
        this.#note(row, found);
      }
    }
  }

  /** Matches types by the first element that has them, for which exporters repeat names and change GlobalIds. */
  #byElements(): void {
    const users = new Map([this.#old, this.#fresh].map((side) => [side, typeUsers(side)]));
    this.#byKey('name', (row, side) => {
      if (row.element?.kind !== 'type') return null;
      const all = users.get(side)?.get(row.element.id) ?? [];
      const fresh = all.flatMap((one) => {
        const found = side === this.#old ? this.#successors.get(one) : one;
        return found !== undefined && this.#found.has(found) ? (found.element?.id ?? []) : [];
      });
      const [first] = fresh.toSorted();
      return first === undefined ? null : keyOf('type of', first);
    });
  }

  /** Matches holes for which the file has no product, if each is the only one of its kind in a matched host. */
  #inHosts(): void {
    this.#byKey('geometry', (row, side) => {
      if (row.element === null || row.guid !== null) return null;
      const host = side.hostOf(row);
      const fresh = side === this.#old && host !== undefined ? this.#successors.get(host) : host;
      if (fresh === undefined || !this.#found.has(fresh)) return null;
      return keyOf(row.element.kind, fresh.element?.id ?? '');
    });
  }

  /** Class, storey and name of a product; null without a name, and on a storey that the other revision lacks. */
  #nameOnStorey(row: ManifestRow, side: ManifestSide): string | null {
    const name = comparedName(row);
    if (name === '' || isLevel(row)) return null;
    const level = side.levelOf(row);
    if (level === undefined) return keyOf(namedClass(row), '', name);
    const fresh = side === this.#old ? this.#successors.get(level) : level;
    if (fresh === undefined || !this.#found.has(fresh)) return null;
    return keyOf(namedClass(row), fresh.element?.id ?? '', name);
  }
}

/** The rows of the elements of each type, by id of the type. */
function typeUsers({ rows }: ManifestSide): ReadonlyMap<unknown, readonly ManifestRow[]> {
  const users = new Map<unknown, ManifestRow[]>();
  for (const row of rows) {
    const type = row.element?.params['type_id'] ?? null;
    if (type === null) continue;
    const known = users.get(type);
    if (known === undefined) users.set(type, [row]);
    else known.push(row);
  }
  return users;
}

/** The class in which a name is compared. Types of one kind are alike, whether of a type or of a set of layers. */
function namedClass({ element, entity }: ManifestRow): string {
  return element?.kind === 'type'
    ? `type of ${JSON.stringify(element.params['for'])}`
    : classOf(entity);
}

/** A key of several texts, none of which can be mistaken for two others. */
function keyOf(...texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] ?? '') : JSON.stringify(texts);
}

function nameKey(name: string): string | null {
  return name === '' ? null : name;
}

function grouped(
  rows: Iterable<ManifestRow>,
  key: (row: ManifestRow) => string | null,
): ReadonlyMap<string, readonly ManifestRow[]> {
  const groups = new Map<string, ManifestRow[]>();
  for (const row of rows) {
    const text = key(row);
    if (text === null) continue;
    const known = groups.get(text);
    if (known === undefined) groups.set(text, [row]);
    else known.push(row);
  }
  return groups;
}

/** Whether an element can be the successor of another: both are of one kind. */
function isAlike(a: ManifestRow, b: ManifestRow): boolean {
  return a.element?.kind === b.element?.kind;
}
