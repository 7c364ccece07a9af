/** @module placed-groups: groups of Plumbline that are placed several times, from files that Plumbline wrote. */
import type { Point3 } from '../../../../building/geometry/vector.ts';
import {
  MAX_MEMBERS,
  MAX_PLACEMENTS,
  type Placement,
} from '../../../../building/kinds/group/group.ts';
import type { IfcModel } from '../../read/ifc-model.ts';
import type { StepValue } from '../../read/step-value.ts';
import { GROUP_TYPES, PLACEMENT_SET } from '../../schema/placement-set.ts';
import type { Recognition } from '../recognise.ts';
import type { GroupReader } from './group-reader.ts';

/** The members of each placement of a group, and its placements. */
type PlacedGroup = {
  readonly members: readonly (readonly string[])[];
  readonly placements: readonly Placement[];
};

type Values = ReadonlyMap<string, StepValue>;

/** Finds the groups of a file that consist of placements. */
export class PlacedGroups {
  readonly #model: IfcModel;
  readonly #reader: GroupReader;
  readonly #shift: Point3;
  readonly #mm: number;
  /** By id of an element, its kind. */
  readonly #kinds: ReadonlyMap<string, string>;
  readonly #known = new Map<number, PlacedGroup | null>();
  /** By row of a placement, which may be in many groups. */
  readonly #placements = new Map<number, Placement | null>();
  /** By row of a property set, which many placements may share. */
  readonly #sets = new Map<number, Values>();

  constructor(
    model: IfcModel,
    reader: GroupReader,
    { shift, mm_per_unit, products }: Pick<Recognition, 'shift' | 'mm_per_unit' | 'products'>,
  ) {
    this.#model = model;
    this.#reader = reader;
    this.#shift = shift;
    this.#mm = mm_per_unit;
    this.#kinds = new Map(
      products.flatMap(({ element }) => (element === null ? [] : [[element.id, element.kind]])),
    );
  }

  /** The placements of a group; null if it does not consist of corresponding placements. */
  of(row: number): PlacedGroup | null {
    const known = this.#known.get(row);
    if (known !== undefined) return known;
    const found = this.#isType(row, GROUP_TYPES.group) ? this.#read(row) : null;
    this.#known.set(row, found);
    return found;
  }

  /** Whether a group is a placement of another one, whose element has its members. */
  isPart(row: number): boolean {
    if (!this.#isType(row, GROUP_TYPES.placement)) return false;
    return this.#model.referrers(row, 'IfcRelAssignsToGroup', 'RelatedObjects').some((relation) => {
      const group = this.#model.ref(relation, 'RelatingGroup');
      return group !== null && this.of(group) !== null;
    });
  }

  #isType(row: number, type: string): boolean {
    return this.#model.text(row, 'ObjectType') === type;
  }

  #read(row: number): PlacedGroup | null {
    const { ids, groups } = this.#reader.directOf(row);
    if (ids.length > 0 || groups.length === 0 || groups.length > MAX_PLACEMENTS) return null;
    const members: (readonly string[])[] = [];
    const placements: Placement[] = [];
    for (const part of groups) {
      const placement = this.#isType(part, GROUP_TYPES.placement) ? this.#placementOf(part) : null;
      if (placement === null) return null;
      const direct = this.#reader.directOf(part);
      if (direct.groups.length > 0) return null;
      members.push(direct.ids);
      placements.push(placement);
    }
    return this.#isValid({ members, placements }) ? { members, placements } : null;
  }

  /** Whether corresponding members are of one kind, and no two are the same. */
  #isValid({ members, placements }: PlacedGroup): boolean {
    const [first = []] = members;
    const all = members.flat();
    return (
      first.length > 0 &&
      first.length <= MAX_MEMBERS &&
      new Set(all).size === all.length &&
      new Set(placements.map(({ number }) => number)).size === placements.length &&
      members.every(
        (ids) =>
          ids.length === first.length &&
          ids.every((id, i) => this.#kinds.get(id) === this.#kinds.get(first[i] ?? '')),
      )
    );
  }

  #placementOf(row: number): Placement | null {
    const known = this.#placements.get(row);
    if (known !== undefined) return known;
    const found = this.#readPlacement(row);
    this.#placements.set(row, found);
    return found;
  }

  #readPlacement(row: number): Placement | null {
    const values = this.#valuesOf(row);
    const number = (name: string): number => {
      const value = values?.get(name);
      return value?.kind === 'integer' || value?.kind === 'real' ? value.value : NaN;
    };
    const mirrored = values?.get(PLACEMENT_SET.mirrored);
    const [x, y] = [number(PLACEMENT_SET.x) * this.#mm, number(PLACEMENT_SET.y) * this.#mm];
    const [n, turn_deg] = [number(PLACEMENT_SET.number), number(PLACEMENT_SET.turn)];
    const isKnown =
      [x, y].every(Number.isFinite) &&
      Math.abs(turn_deg) <= 360 &&
      Number.isInteger(n) &&
      n >= 1 &&
      n <= 1_000_000 &&
      mirrored?.kind === 'enum';
    if (!isKnown) return null;
    return {
      number: n,
      x: x + this.#shift.x,
      y: y + this.#shift.y,
      turn_deg,
      mirrored: mirrored.value === 'T',
    };
  }

  /** The values of the set of a placement; null without it. */
  #valuesOf(row: number): Values | null {
    const model = this.#model;
    for (const relation of model.referrers(row, 'IfcRelDefinesByProperties', 'RelatedObjects')) {
      const set = model.ref(relation, 'RelatingPropertyDefinition');
      if (set === null || !model.isA(set, 'IfcPropertySet')) continue;
      if (model.text(set, 'Name') !== PLACEMENT_SET.name) continue;
      const known = this.#sets.get(set);
      const values = known ?? this.#valuesIn(set);
      if (known === undefined) this.#sets.set(set, values);
      return values;
    }
    return null;
  }

  #valuesIn(set: number): Values {
    const model = this.#model;
    const values = new Map<string, StepValue>();
    for (const one of model.refs(set, 'HasProperties')) {
      if (!model.isA(one, 'IfcPropertySingleValue')) continue;
      const value = model.value(one, 'NominalValue');
      values.set(model.text(one, 'Name') ?? '', value.kind === 'typed' ? value.value : value);
    }
    return values;
  }
}
