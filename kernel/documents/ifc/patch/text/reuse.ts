/** @module reuse: which of new records the file has already: materials, layers, and types with the same name and values. */
import { OMITTED, type StepValue } from '../../read/step-value.ts';
import type { Records } from '../records.ts';
import { Content } from './content.ts';

/** A new record: its entity and its arguments. */
export type NewRecord = { readonly keyword: string; readonly args: readonly string[] };

/** Which new records are not added. */
export type Reused = {
  /** Rows of equal records of the file, by the numbers of new ones. */
  readonly same: ReadonlyMap<number, number>;
  /** Numbers of new records that only say again what the file says about its own. */
  readonly skipped: ReadonlySet<number>;
  /** Relations of types of the file, and the numbers of the new elements that they also relate. */
  readonly related: ReadonlyMap<number, readonly number[]>;
};

/** Most records of one name that are compared with a new one. */
const MAX_SAME_NAME = 100;
/** Largest relative difference of equal lengths. */
const SAME_LENGTH = 1e-9;

/** Finds the records of the file that new ones repeat. */
export function reusedIn(records: Records, lines: ReadonlyMap<number, NewRecord>): Reused {
  const reuse = new Reuse(records, lines);
  for (const keyword of ['IFCMATERIAL', 'IFCMATERIALLAYER', 'IFCMATERIALLAYERSET']) {
    reuse.findEqual(keyword);
  }
  reuse.findTypes();
  reuse.skipStyles();
  return reuse;
}

class Reuse implements Reused {
  readonly same = new Map<number, number>();
  readonly skipped = new Set<number>();
  readonly related = new Map<number, readonly number[]>();
  readonly #records: Records;
  readonly #lines: ReadonlyMap<number, NewRecord>;
  /** Rows of an entity by their key. */
  readonly #byKey = new Map<string, ReadonlyMap<string, readonly number[]>>();

  constructor(records: Records, lines: ReadonlyMap<number, NewRecord>) {
    this.#records = records;
    this.#lines = lines;
  }

  /** Finds equal records of an entity whose references are to equal records. */
  findEqual(keyword: string): void {
    for (const [number, line] of this.#lines) {
      if (line.keyword !== keyword) continue;
      const values = this.#valuesOf(line);
      const row = this.#candidates(keyword, this.#keyOf(values[0])).find((one) =>
        this.#isSaid(keyword, values, one),
      );
      if (row !== undefined) this.same.set(number, row);
    }
  }

  /** Finds types with the same name, values, materials and panels; the file then relates new elements to them. */
  findTypes(): void {
    const { schema } = this.#records.model;
    const relating = this.#relating();
    for (const [number, line] of this.#lines) {
      const entity = schema.entity(line.keyword);
      if (entity === undefined || !schema.isA(entity.name, 'IfcTypeObject')) continue;
      const { material = null, defines = null } = relating.get(number) ?? {};
      const row = this.#candidates(line.keyword, this.#keyOf(this.#valuesOf(line)[2])).find((one) =>
        this.#isSameType(line, one, material),
      );
      if (row === undefined) continue;
      this.same.set(number, row);
      for (const panel of this.#refsIn(line.args[PANELS])) this.#skipPanel(panel);
      if (material !== null) this.skipped.add(material);
      const [relation] = this.#records.usersIn(row, 'IfcRelDefinesByType', 'RelatingType');
      if (relation === undefined || defines === null) continue;
      this.skipped.add(defines);
      this.related.set(relation, numbersIn(this.#lines.get(defines)?.args[4]));
    }
  }

  /** Skips a panel with the properties that are part of it. */
  #skipPanel(panel: number): void {
    this.skipped.add(panel);
    for (const arg of this.#lines.get(panel)?.args ?? []) {
      for (const part of this.#refsIn(arg)) {
        if (PROPERTY.test(this.#lines.get(part)?.keyword ?? '')) this.#skipPanel(part);
      }
    }
  }

  /** Skips the styles of materials of the file that have one. */
  skipStyles(): void {
    for (const [number, { keyword, args }] of this.#lines) {
      if (keyword !== 'IFCMATERIALDEFINITIONREPRESENTATION') continue;
      const [material] = this.#refsIn(args[3]);
      const row = material === undefined ? undefined : this.same.get(material);
      if (row === undefined) continue;
      const styles = this.#records.usersIn(
        row,
        'IfcMaterialDefinitionRepresentation',
        'RepresentedMaterial',
      );
      if (styles.length === 0) continue;
      this.skipped.add(number);
      for (const representation of this.#refsIn(args[2])) {
        this.skipped.add(representation);
        // Items of such a representation style nothing else.
        const items = this.#lines.get(representation)?.args[3];
        for (const item of this.#refsIn(items)) this.skipped.add(item);
      }
    }
  }

  /** By type, the new relations to its material and to its elements. */
  #relating(): ReadonlyMap<number, { readonly material?: number; readonly defines?: number }> {
    const found = new Map<number, { readonly material?: number; readonly defines?: number }>();
    for (const [number, { keyword, args }] of this.#lines) {
      if (keyword === 'IFCRELDEFINESBYTYPE') {
        const [type] = this.#refsIn(args[5]);
        if (type !== undefined) found.set(type, { ...found.get(type), defines: number });
      } else if (keyword === 'IFCRELASSOCIATESMATERIAL') {
        const [object, another] = this.#refsIn(args[4]);
        if (object === undefined || another !== undefined) continue;
        found.set(object, { ...found.get(object), material: number });
      }
    }
    return found;
  }

  #isSameType(line: NewRecord, row: number, material: number | null): boolean {
    const records = this.#records;
    const [wanted, stated] = [this.#valuesOf(line), records.values(row)];
    const association = material === null ? undefined : this.#lines.get(material);
    const [needed] = this.#refsIn(association?.args[5]);
    const known = records
      .usersIn(row, 'IfcRelAssociatesMaterial', 'RelatedObjects')
      .flatMap((relation) => records.ref(relation, 'RelatingMaterial') ?? []);
    if (needed !== undefined) {
      const layers = this.same.get(needed);
      if (layers === undefined || known.some((one) => one !== layers)) return false;
      // The layers say what it is, whatever name the file has for its kind.
      return true;
    }
    const panels = this.#refsIn(line.args[PANELS]);
    const own = records.refs(row, 'HasPropertySets');
    return (
      known.length === 0 &&
      own.length === panels.length &&
      panels.every((panel, i) => this.#isSamePanel(panel, own[i] ?? -1)) &&
      wanted.every((value, i) => i < 4 || i === PANELS || this.#says(stated[i], value))
    );
  }

  #isSamePanel(number: number, row: number): boolean {
    const line = this.#lines.get(number);
    const records = this.#records;
    if (line === undefined || row < 0) return false;
    if (records.typeOf(row).toUpperCase() !== line.keyword) return false;
    const stated = records.values(row);
    return this.#valuesOf(line).every((value, i) => i < 4 || this.#says(stated[i], value));
  }

  /** Whether a record of the file says what a new one would. */
  #isSaid(keyword: string, values: readonly StepValue[], row: number): boolean {
    const stated = this.#records.values(row);
    if (keyword === 'IFCMATERIALLAYERSET') return this.#says(stated[0], values[0] ?? OMITTED);
    return values.every((value, i) => {
      const isLayer = keyword === 'IFCMATERIALLAYER';
      // A layer that is not said to be ventilated, or to have a category, is another one only if the file says so.
      const isOpen = isLayer && (i === 2 || i === 5);
      const own = stated[i];
      if (isOpen && (own?.kind === 'omitted' || own === undefined)) return true;
      if (isLayer && i === 2) return own?.kind !== 'enum' || own.value !== 'T';
      return this.#says(own, value);
    });
  }

  /** Whether a value of the file is a new one; one that is not given is any. */
  #says(stated: StepValue | undefined, wanted: StepValue): boolean {
    if (wanted.kind === 'omitted' || wanted.kind === 'derived') return true;
    if (stated === undefined) return false;
    if (wanted.kind === 'list' && stated.kind === 'list') {
      return (
        wanted.items.length === stated.items.length &&
        wanted.items.every((item, i) => this.#says(stated.items[i], item))
      );
    }
    const [a, b] = [numberOf(stated), numberOf(wanted)];
    if (a !== null && b !== null) return Math.abs(a - b) <= SAME_LENGTH * Math.abs(b);
    if (wanted.kind === 'ref' && stated.kind === 'ref') {
      return this.#isSameRecord(Number(wanted.id), this.#records.rowOf(stated.id));
    }
    if (wanted.kind === 'typed' && stated.kind === 'typed') {
      return wanted.type === stated.type && this.#says(stated.value, wanted.value);
    }
    if (wanted.kind === 'text' && stated.kind === 'text') return wanted.value === stated.value;
    return wanted.kind === 'enum' && stated.kind === 'enum' && wanted.value === stated.value;
  }

  /** Whether a new record is one of the file: known as such, or a property with the same values. */
  #isSameRecord(number: number, row: number): boolean {
    const line = this.#lines.get(number);
    if (line === undefined || row < 0 || !PROPERTY.test(line.keyword)) {
      return this.same.get(number) === row;
    }
    const own = this.#records.values(row);
    return (
      this.#records.typeOf(row).toUpperCase() === line.keyword &&
      this.#valuesOf(line).every((value, i) => this.#says(own[i], value))
    );
  }

  /** What equal records have in common: a text, or the first record to which they refer; null for any other value. */
  #keyOf(value: StepValue | undefined, isStated = false): string | null {
    if (value?.kind === 'text') return `'${value.value}`;
    if (value?.kind === 'list') return this.#keyOf(value.items[0], isStated);
    if (value?.kind !== 'ref') return null;
    const row = isStated ? this.#records.rowOf(value.id) : this.same.get(Number(value.id));
    return row === undefined || row < 0 ? null : `#${row}`;
  }

  #candidates(keyword: string, key: string | null): readonly number[] {
    if (key === null) return [];
    let known = this.#byKey.get(keyword);
    if (known === undefined) {
      known = this.#index(keyword);
      this.#byKey.set(keyword, known);
    }
    return known.get(key) ?? [];
  }

  #index(keyword: string): ReadonlyMap<string, readonly number[]> {
    const { model, isRemoved } = this.#stored();
    const entity = model.schema.entity(keyword);
    const found = new Map<string, number[]>();
    if (entity === undefined) return found;
    const at = entity.attributes[0]?.name === 'GlobalId' ? 2 : 0;
    for (const row of model.exactly(entity.name)) {
      if (isRemoved(row)) continue;
      const key = this.#keyOf(this.#records.values(row)[at], true);
      if (key === null) continue;
      const rows = found.get(key);
      if (rows === undefined) found.set(key, [row]);
      else if (rows.length < MAX_SAME_NAME) rows.push(row);
    }
    return found;
  }

  #stored() {
    const records = this.#records;
    return { model: records.model, isRemoved: (row: number) => records.isRemoved(row) };
  }

  #valuesOf({ args }: NewRecord): readonly StepValue[] {
    return new Content(this.#records.file, () => -1, args).values;
  }

  /** Numbers of new records to which an argument refers. */
  #refsIn(arg: string | undefined): readonly number[] {
    return numbersIn(arg).filter((number) => this.#lines.has(number));
  }
}

/** The numbers in a reference or a list of references. */
function numbersIn(arg: string | undefined): readonly number[] {
  return [...(arg ?? '').matchAll(/#(\d+)/gu)].map(([, digits]) => Number(digits));
}

/** Position of the property sets of a type, such as those of its panels. */
const PANELS = 5;

/** A property of the panels of IFC4X3, which is part of them. */
const PROPERTY = /^IFCPROPERTY(?!SET)/u;

function numberOf(value: StepValue): number | null {
  return value.kind === 'real' || value.kind === 'integer' ? value.value : null;
}
