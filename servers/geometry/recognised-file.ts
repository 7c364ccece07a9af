/** @module recognised-file: reads the file of an import, or of a revision of one, for import_ifc. */
import type * as z from 'zod';

import { checkpointBeforeLongWork } from '../../kernel/base/work/checkpoint.ts';
import { ownView } from '../../kernel/building/view/own-view.ts';
import type { BuildingView, ImportedFile } from '../../kernel/building/view/view.ts';
import { guidOf } from '../../kernel/documents/ifc/guid.ts';
import type { Import, ImportChoices } from '../../kernel/documents/ifc/recognise/import-of.ts';
import type { OwnElements } from '../../kernel/documents/ifc/revise/own-elements.ts';
import type { RevisionMatch } from '../../kernel/documents/ifc/revise/revise.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import {
  assertUnambiguous,
  clashingNames,
  mergedRevision,
  type Revision,
  revisionData,
  revisionEvents,
  type RevisionInput,
  withTaken,
} from './revision.ts';

/** An import, and what it does to the edits of the branch if it is a revision. */
export type Recognised = {
  readonly made: Import;
  readonly events: readonly PlannedEvent[];
  readonly revision: z.input<typeof Revision> | null;
};

type FileRefuse = Refuse<'UNSUPPORTED_FORMAT' | 'INVALID_ARGUMENT'>;

/** The import that a file supersedes, and the decisions about it. */
export type Revising = {
  readonly asked: RevisionInput;
  readonly superseded: ImportedFile;
};

type Reading = {
  readonly view: BuildingView;
  readonly refuse: Refuse<
    'UNSUPPORTED_FORMAT' | 'INVALID_ARGUMENT' | 'MERGE_CONFLICT' | 'NO_EFFECT'
  >;
};

/** Recognises a file. The modules for this are loaded by the first call. */
export async function recognised(
  bytes: Buffer,
  choices: ImportChoices,
  revising: Revising | null,
  { view, refuse }: Reading,
): Promise<Recognised> {
  checkpointBeforeLongWork();
  if (revising !== null) return await revised(bytes, choices, revising, { view, refuse });
  const { importOf } = await import('../../kernel/documents/ifc/recognise/import-of.ts');
  const made = await readOrRefuse(async () => await importOf(bytes, choices), refuse);
  return { made, events: [], revision: null };
}

/** Recognises a file as a revision of an import, and merges it with the edits of the branch. */
async function revised(
  bytes: Buffer,
  choices: ImportChoices,
  { asked, superseded }: Revising,
  { view, refuse }: Reading,
): Promise<Recognised> {
  const { revisionOf } = await import('../../kernel/documents/ifc/revise/revise.ts');
  const { payload: record } = superseded.event;
  const before = {
    record,
    rows: superseded.rows,
    choices: asked.matches,
    isTaken: (id: string) => view.element(id) !== undefined,
    own: ownElements(view, record.reference),
  };
  const read = async (by: ImportChoices) =>
    await readOrRefuse(async () => await revisionOf(bytes, by, before), refuse);
  const first = await read(choices);
  const clashing = clashingNames(view, superseded.rows, first.made.rows);
  const { made, match } = clashing === null ? first : await read(withTaken(choices, clashing));
  if (made.record.manifest.sha256 === record.manifest.sha256) {
    refuse('NO_EFFECT', `the file is that of \`${asked.supersedes}\``);
  }
  assertUnambiguous(match, refuse);
  const merge = mergedRevision(superseded, made.rows, { taken: asked.taken, view, refuse });
  return {
    made: { ...made, levels: namedLevels(made, match) },
    events: revisionEvents(choices.import_id, match, merge),
    revision: revisionData(asked.supersedes, match, merge),
  };
}

/** The levels of a revision; those of the branch itself keep their names. */
function namedLevels({ levels }: Import, { own }: RevisionMatch): Import['levels'] {
  const ids = new Set(own.found);
  return levels.map((one) =>
    ids.has(one.id) ? { ...one, name: one.renamed ?? one.name, renamed: null } : one,
  );
}

/** The elements of the branch that no import brought; none for a reference model, which has only those of its file. */
function ownElements(view: BuildingView, isReference: boolean): OwnElements {
  const all = isReference ? [] : [...ownView(view).elements()];
  return {
    elements: all.filter(({ id }) => view.importedAs(id) === null),
    guidOf: (id) => guidOf(id, view),
    extentOf: (id) => {
      const box = view.bounds(id);
      return box === null ? null : { box, volume_mm3: null };
    },
  };
}

/** Refuses files that cannot be read or imported, and decisions that do not fit them. */
async function readOrRefuse<T>(read: () => Promise<T>, refuse: FileRefuse): Promise<T> {
  const { ImportFault } = await import('../../kernel/documents/ifc/recognise/import-of.ts');
  const { NoIfcFile } = await import('../../kernel/documents/ifc/recognise/open-ifc.ts');
  const { RevisionFault } = await import('../../kernel/documents/ifc/revise/decisions.ts');
  try {
    return await read();
  } catch (error) {
    if (error instanceof NoIfcFile) return refuse('UNSUPPORTED_FORMAT', error.message);
    if (error instanceof ImportFault || error instanceof RevisionFault) {
      return refuse('INVALID_ARGUMENT', error.message);
    }
    throw error;
  }
}
