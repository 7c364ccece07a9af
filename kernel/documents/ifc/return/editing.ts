/** @module editing: the state of a file while the edits of a branch are written into it. */
import type { ImportRecord } from '../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../schemas/imports.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { PatchFault } from '../patch/patch-fault.ts';
import { FilePatch, type PatchContext } from '../patch/patch.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { ShapeReader } from '../shape/read-shape.ts';
import type { Changes } from './changes.ts';
import { FileFrame } from './frame.ts';
import { FileParts } from './parts.ts';
import { propertyNumbers } from './quantities/measures.ts';
import type { Target } from './solids.ts';

/** The source of a patch: the bytes of the file and the model read from them, and what its import recorded. */
export type ReturnSource = {
  readonly bytes: Buffer;
  readonly model: IfcModel;
  readonly frame: ImportRecord['frame'];
  readonly rows: readonly ManifestRow[];
};

type Task = { readonly view: ModelView; readonly changes: Changes; readonly context: PatchContext };

/** Something of an element that the file does not have after the patch, and why. */
export type NotExpressible = { readonly element_id: string; readonly why: string };

/** A file, the edits of a branch, and what of them could not be written. */
export class Editing {
  readonly source: ReturnSource;
  readonly view: ModelView;
  readonly changes: Changes;
  readonly context: PatchContext;
  readonly patch: FilePatch;
  readonly frame: FileFrame;
  /** The shapes and places before all edits. */
  readonly shapes: ShapeReader;
  readonly parts: FileParts;
  readonly #left = new Map<string, string[]>();
  #guid: ((text: string) => string) | null = null;

  constructor(source: ReturnSource, { view, changes, context }: Task) {
    this.source = source;
    this.view = view;
    this.changes = changes;
    this.context = context;
    this.frame = new FileFrame(source.frame);
    const measure = propertyNumbers({ model: source.model, frame: this.frame });
    this.patch = new FilePatch(source.model, source.bytes, { ...context, measure });
    this.parts = new FileParts(source.model, source.rows);
    const { x, y, z } = source.frame.origin;
    this.shapes = new ShapeReader(source.model, { x: 0 - x, y: 0 - y, z: 0 - z });
  }

  /** The GlobalId of a new record, which no record of the file has, from a text. */
  get guid(): (text: string) => string {
    this.#guid ??= freeGuids(this.source.model, this.context.guid);
    return this.#guid;
  }

  /** What new records are added to. */
  get target(): Target {
    return { patch: this.patch, frame: this.frame };
  }

  /** Notes something of an element that cannot be written. */
  leave(id: string, why: string): void {
    const known = this.#left.get(id) ?? [];
    this.#left.set(id, known);
    if (!known.includes(why)) known.push(why);
  }

  /** Whether something of an element cannot be written. */
  isLeft(id: string): boolean {
    return this.#left.has(id);
  }

  /** All that was noted, by element. */
  left(): readonly NotExpressible[] {
    return [...this.#left].flatMap(([element_id, whys]) =>
      whys.map((why) => ({ element_id, why })),
    );
  }

  /** Runs the edits of one element; if one of them is refused, none is done. Returns whether they were done. */
  attempt(id: string, edits: () => void): boolean {
    try {
      this.patch.together(edits);
      return true;
    } catch (error) {
      if (!(error instanceof PatchFault) && !(error instanceof RangeError)) throw error;
      this.leave(id, error.message);
      return false;
    }
  }

  /** Runs edits of what has none of its own: where they are refused, the file keeps what it had. */
  tryQuietly(edits: () => void): void {
    try {
      this.patch.together(edits);
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
    }
  }

  /** Edits several elements at once, or one by one if one of them cannot be edited. */
  allOrEach<T>(
    all: readonly T[],
    idOf: (one: T) => string,
    edit: (some: readonly T[]) => void,
  ): void {
    if (all.length === 0) return;
    try {
      this.patch.together(() => edit(all));
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      for (const one of all) this.attempt(idOf(one), () => edit([one]));
    }
  }
}

/** Whether a row is that of a level. */
export function isLevel({ element }: ManifestRow): boolean {
  return element?.kind === 'level';
}

/** GUIDs that no record of the file has: an exported model may come back with elements of the same ids. */
function freeGuids(model: IfcModel, guid: (text: string) => string): (text: string) => string {
  const taken = new Set(model.rows('IfcRoot').map((row) => model.text(row, 'GlobalId')));
  return (text) => {
    let found = guid(text);
    for (let n = 2; taken.has(found); n += 1) found = guid(`${text} ${n}`);
    return found;
  };
}
