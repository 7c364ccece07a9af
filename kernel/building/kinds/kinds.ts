/** @module kinds: a list of kinds with its lookup tables. */
import type { AnyElement, AnyKind, KindTable, NumberUnit, Referred, Role } from './kind.ts';
import { withAppearance } from './shared/appearance.ts';
import { withClassification } from './shared/classification.ts';
import { withProperties } from './shared/properties.ts';

/** A list of kinds in order. */
export class Kinds implements KindTable {
  readonly all: readonly AnyKind[];
  /** Names of their categories, in the same order. */
  readonly categories: readonly string[];
  /** Category of each kind, by its name. */
  readonly categoryOf: Readonly<Record<string, string>>;
  /** Names of all their parameters, in the same order. */
  readonly parameters: ReadonlySet<string>;
  /** Parameters that are numbers but not lengths, with their unit. */
  readonly plain_numbers: ReadonlyMap<string, NumberUnit>;
  readonly #byName: ReadonlyMap<string, AnyKind>;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #references: ReadonlyMap<string, References>;

  /** Throws `RangeError` if two kinds share a name or category. */
  constructor(listed: readonly AnyKind[]) {
    const all = listed.map((kind) => withProperties(withClassification(withAppearance(kind))));
    this.all = all;
    this.categories = all.map(({ category }) => category);
    this.categoryOf = Object.fromEntries(all.map(({ kind, category }) => [kind, category]));
    this.parameters = new Set(all.flatMap(({ params }) => Object.keys(params.shape)));
    this.plain_numbers = new Map(
      all.flatMap(({ plain_numbers }) =>
        Object.entries(plain_numbers).map(([name, unit = null]) => [name, unit] as const),
      ),
    );
    this.#byName = new Map(all.map((kind) => [kind.kind, kind]));
    this.#numbers = new Map(all.map(({ kind }, number) => [kind, number]));
    this.#references = new Map(all.map((kind) => [kind.kind, referencesOf(kind)]));
    if (this.#byName.size < all.length || new Set(this.categories).size < all.length) {
      throw new RangeError('two kinds share a name or category');
    }
  }

  find(kind: string): AnyKind | undefined {
    return this.#byName.get(kind);
  }

  of({ kind }: { readonly kind: string }): AnyKind {
    const found = this.#byName.get(kind);
    if (found === undefined) throw new RangeError(`unknown kind \`${kind}\``);
    return found;
  }

  /** Position in the list, from 0. */
  numberOf(kind: string): number {
    return this.#numbers.get(kind) ?? this.all.length;
  }

  /** Whether heights of the element are measured from the elevation of its level or from its top; null without a level. */
  roleOfLevel({ kind }: AnyElement): 'stands_on' | 'hangs_from' | null {
    return this.#references.get(kind)?.role ?? null;
  }

  /** Whether elements of the kind may span from one level to another. */
  canEndOnLevel({ kind }: AnyElement): boolean {
    return (this.#references.get(kind)?.top ?? null) !== null;
  }

  /** The references of the element. */
  references(element: AnyElement): Referred {
    const names = this.#references.get(element.kind);
    if (names === undefined) return NOTHING;
    return {
      level: textOf(element, names.level),
      top: textOf(element, names.top),
      host: textOf(element, names.host),
      type: textOf(element, names.type),
      rise: textOf(element, names.rise),
      under: textOf(element, names.under),
    };
  }

  /** The parameters of an element that are references, with their ids. */
  named(element: AnyElement): readonly (readonly [parameter: string, id: string])[] {
    const names = this.#references.get(element.kind);
    if (names === undefined) return [];
    return [names.host, names.level, names.top, names.type, names.rise, names.under].flatMap(
      (name) => {
        const id = textOf(element, name);
        return name === null || id === null ? [] : [[name, id] as const];
      },
    );
  }
}

const NOTHING: Referred = {
  level: null,
  top: null,
  host: null,
  type: null,
  rise: null,
  under: null,
};

/** Names of the parameters that are references. */
type References = { readonly [role in keyof Referred]: string | null } & {
  readonly role: 'stands_on' | 'hangs_from' | null;
};

function referencesOf({ refs }: AnyKind): References {
  const named = (searched: Role): string | null =>
    Object.entries(refs).find(([, role]) => role === searched)?.[0] ?? null;
  const [below, above] = [named('stands_on'), named('hangs_from')];
  return {
    level: below ?? above,
    role: below !== null ? 'stands_on' : above === null ? null : 'hangs_from',
    top: named('ends_on'),
    host: named('sits_in'),
    type: named('is_of'),
    rise: named('rises_to'),
    under: named('ends_under'),
  };
}

function textOf({ params }: AnyElement, name: string | null): string | null {
  const value = name === null ? null : params[name];
  return typeof value === 'string' ? value : null;
}
