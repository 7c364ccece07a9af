/** @module references: writes the references of elements to classification systems into the file of their import. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import { systemKey } from '../../../../building/kinds/shared/classification-systems.ts';
import { ownClassification } from '../../../../building/kinds/shared/classification.ts';
import type { FileClassification } from '../../../../building/model/file-source.ts';
import { classificationOf } from '../../facts/associations.ts';
import { ref, refs, text } from '../../patch/patch-value.ts';
import {
  classificationRecord,
  inFile,
  referenceRecord,
} from '../../write/stated/classifications.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';

const RELATION = 'IfcRelAssociatesClassification';

/**
 * The references that edits of one file add. A system, reference or relation that the file has already is used again; an
 * object is taken out of its other references to the same system.
 */
export class ReferenceEdits {
  readonly #editing: Editing;
  /** By system. */
  readonly #systems = new Map<string, Known[]>();
  /** By system and code. */
  readonly #references = new Map<string, Known[]>();
  /** Relations by the row of what they relate. */
  readonly #relations = new Map<number, number>();
  readonly #set: { readonly row: number; readonly one: FileClassification }[] = [];

  constructor(editing: Editing) {
    this.#editing = editing;
    const { model } = editing.source;
    for (const row of model.rows('IfcClassification')) {
      keep(this.#systems, systemText, { row, one: classificationOf(row, model) });
    }
    for (const row of model.rows('IfcClassificationReference')) {
      keep(this.#references, referenceText, { row, one: classificationOf(row, model) });
    }
    for (const row of model.rows(RELATION)) {
      const related = model.ref(row, 'RelatingClassification');
      if (related !== null && !this.#relations.has(related)) this.#relations.set(related, row);
    }
  }

  /** Notes the references that were set of a product or type of the file. */
  note(row: number, { before, after }: Pick<Changed, 'before' | 'after'>): void {
    for (const one of changedReferences(before, after)) this.#set.push({ row, one: inFile(one) });
  }

  /** Writes what was noted; then takes objects out of what was replaced, which others may use again until then. */
  write(): void {
    const written = this.#set.map(({ row, one }) => {
      const reference = this.#referenceOf(one);
      this.#relate(row, reference);
      return { row, reference, system: systemKey(one.system ?? '') };
    });
    for (const { row, reference, system } of written) this.#release(row, reference, system);
  }

  #referenceOf(one: FileClassification): number {
    const { patch } = this.#editing;
    const known = find(this.#references, referenceText(one), one);
    if (known !== null) return known;
    const system =
      find(this.#systems, systemText(one), { ...one, name: null, uri: null }) ??
      patch.add('IfcClassification', texts(classificationRecord(one, patch.schema)));
    const made = patch.add('IfcClassificationReference', {
      ...texts(referenceRecord(one, patch.schema)),
      ReferencedSource: ref(system),
    });
    keep(this.#systems, systemText, { row: system, one });
    keep(this.#references, referenceText, { row: made, one });
    return made;
  }

  #relate(row: number, reference: number): void {
    const { patch, guid } = this.#editing;
    const known = this.#relations.get(reference);
    if (known !== undefined) {
      const all = patch.refs(known, 'RelatedObjects');
      if (!all.includes(row)) patch.setAttribute(known, 'RelatedObjects', refs([...all, row]));
      return;
    }
    const history = patch.ref(row, 'OwnerHistory') === null ? null : patch.addedHistory(row);
    const made = patch.add(RELATION, {
      GlobalId: text(guid(`objects of classification ${patch.idText(reference)}`)),
      ...(history === null ? {} : { OwnerHistory: ref(history) }),
      RelatedObjects: refs([row]),
      RelatingClassification: ref(reference),
    });
    this.#relations.set(reference, made);
  }

  #release(row: number, kept: number, system: string): void {
    const { patch, source } = this.#editing;
    for (const relation of patch.users(row).filter((user) => patch.isA(user, RELATION))) {
      const related = patch.ref(relation, 'RelatingClassification');
      // A record that the edits added is a reference to another system, or the one that is kept.
      if (related === null || related === kept || related >= source.model.file.count) continue;
      const stated = classificationOf(related, source.model).system;
      if (stated === null || systemKey(stated) !== system) continue;
      if (patch.refs(relation, 'RelatedObjects').length > 1) {
        patch.takeOut(relation, 'RelatedObjects', row);
      } else {
        patch.removeRecords([relation]);
      }
    }
  }
}

/** The references that an edit set or changed. */
function changedReferences(before: AnyElement, after: AnyElement) {
  const was = new Map(ownClassification(before).map((one) => [one.system, one] as const));
  return ownClassification(after).filter((one) => !deepEqual(was.get(one.system) ?? null, one));
}

/** Number of records of one system and code that are compared with a reference. */
const MAX_SAME = 100;

type Known = { readonly row: number; readonly one: FileClassification };

function systemText({ system }: FileClassification): string {
  return systemKey(system ?? '');
}

function referenceText({ system, code }: FileClassification): string {
  return JSON.stringify([systemKey(system ?? ''), code]);
}

function keep(
  all: Map<string, Known[]>,
  keyOf: (one: FileClassification) => string,
  known: Known,
): void {
  const key = keyOf(known.one);
  const same = all.get(key) ?? [];
  if (same.length < MAX_SAME) same.push(known);
  all.set(key, same);
}

/** What a reference must agree in with a record that is used again, if the reference states it. */
const COMPARED = ['edition', 'name', 'uri'] as const;

/** The first record of a key that states nothing else than a reference does; null without one. */
function find(
  all: ReadonlyMap<string, readonly Known[]>,
  key: string,
  wanted: FileClassification,
): number | null {
  const found = all
    .get(key)
    ?.find(({ one }) =>
      COMPARED.every((name) => wanted[name] === null || wanted[name] === one[name]),
    );
  return found?.row ?? null;
}

/** The attributes that have a text. */
function texts(attributes: Readonly<Record<string, string | null | undefined>>) {
  const stated = Object.entries(attributes).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, text(value)] as const] : [],
  );
  return Object.fromEntries(stated);
}
