/** @module revision: the part of import_ifc that replaces an earlier import by a revision of its file. */
import * as z from 'zod';

import { deepEqual } from '../../kernel/base/canonical/deep-equal.ts';
import { foldName } from '../../kernel/base/text/fold-name.ts';
import { shownParams } from '../../kernel/building/kinds/kind.ts';
import type { MergeConflict } from '../../kernel/building/model/branches/branches.ts';
import type { RevisionMerge, Side } from '../../kernel/building/model/branches/revision.ts';
import type { BuildingView, ImportedFile } from '../../kernel/building/view/view.ts';
import type { ImportChoices } from '../../kernel/documents/ifc/recognise/import-of.ts';
import type { MatchChoice } from '../../kernel/documents/ifc/revise/decisions.ts';
import type { Ambiguous } from '../../kernel/documents/ifc/revise/match.ts';
import type { RevisionMatch } from '../../kernel/documents/ifc/revise/revise.ts';
import { type ElementRecord, MAX_MATCHES, type PlannedEvent } from '../../schemas/events.ts';
import { ElementSchema, type ManifestRow } from '../../schemas/imports.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { idOf } from '../building/arguments.ts';
import { shownValue } from '../building/branch-arguments.ts';
import { importsIn } from '../building/imports-in.ts';

/** Maximum numbers of listed ids, of listed ambiguous products, and of listed conflicts. */
const [IDS, AMBIGUOUS, CONFLICTS] = [100, 50, 50];

/** The arguments of a revision. */
export const RevisionArguments = {
  supersedes: idOf(
    'import_id of the earlier revision of the file on this branch; get_import has it. Its elements keep their ids and the edits of the branch. Default: a building of its own.',
  ).optional(),
  matches: z
    .array(
      z.strictObject({
        guid: z.string().min(1).max(100).describe('GlobalId of a product of the new file.'),
        record: z
          .number()
          .int()
          .min(1)
          .describe('Its number in the file, if several products have the GlobalId.')
          .optional(),
        element_id: idOf('Id of an element.')
          .nullable()
          .describe('Element that the product is; null for a new one.'),
      }),
    )
    .max(MAX_MATCHES)
    .describe('Decisions about products of a revision that could be several elements.')
    .optional(),
  resolve: z
    .array(
      z.strictObject({
        element_id: idOf('Element of a conflict.'),
        take: z.enum(['branch', 'file']).describe('Whose state of the element is taken.'),
      }),
    )
    .max(MAX_MATCHES)
    .describe('Decisions about conflicts of a revision with edits of the branch.')
    .optional(),
};

const Count = z.number().int();
const Ids = z.object({ count: Count, element_ids: z.array(z.string()) });

/** How a revision differs from the superseded import. */
export const Revision = z.object({
  supersedes: z.string(),
  /** Numbers of elements by the pass that found their predecessor. */
  matched: z.object({ person: Count, guid: Count, tag: Count, geometry: Count, name: Count }),
  new: Ids,
  changed: Ids,
  gone: Ids,
  unchanged: Count,
  /** Elements of the branch itself that the file has, too, and those that have another place or extent in it. */
  own: Ids,
  own_differing: Ids,
  /** Products that became elements of another kind: they are gone and new. */
  replaced: z.array(z.object({ before_id: z.string(), element_id: z.string() })),
  more_replaced: Count,
  /** Elements with edits of the branch, which the revision keeps. */
  edited: Ids,
});

/** The decisions in the arguments. */
export type RevisionInput = {
  readonly supersedes: string;
  readonly matches: readonly MatchChoice[];
  readonly taken: ReadonlyMap<string, Side>;
};

type Given = z.output<z.ZodObject<typeof RevisionArguments>>;

/** The revision that the arguments ask for; null without `supersedes`, which the others need. */
export function revisionInput(
  { supersedes, matches, resolve }: Given,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): RevisionInput | null {
  if (supersedes === undefined) {
    const other = matches === undefined ? (resolve === undefined ? null : 'resolve') : 'matches';
    if (other === null) return null;
    return refuse(
      'INVALID_ARGUMENT',
      `received \`${other}\` without \`supersedes\`, expected both or neither`,
    );
  }
  return {
    supersedes,
    matches: (matches ?? []).map(({ guid, record = null, element_id }) => ({
      guid,
      record,
      element_id,
    })),
    taken: new Map((resolve ?? []).map(({ element_id, take }) => [element_id, take])),
  };
}

/**
 * The import that is superseded. SECURITY: a revision shows and changes the whole building, so a caller with a restricted
 * READ is refused before anything of the import is read.
 */
export async function requireSuperseded(
  import_id: string,
  view: BuildingView,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): Promise<ImportedFile> {
  if (!view.whole) {
    return refuse(
      'INVALID_ARGUMENT',
      'received `supersedes` with a restricted READ, expected an import without it: the imported file shows the whole building',
    );
  }
  const found = await view.importedFile(import_id);
  if (found === null || !view.includes(found.event)) {
    return refuse(
      'INVALID_ARGUMENT',
      `received \`supersedes\` with \`${import_id}\`, expected the id of an import on branch \`${view.branch}\`${importsIn(view)}`,
    );
  }
  const later = newestRevision(import_id, view);
  if (later !== null) {
    return refuse(
      'INVALID_ARGUMENT',
      `received \`supersedes\` with \`${import_id}\`, expected \`${later}\`, its newest revision on branch \`${view.branch}\``,
    );
  }
  if (!view.imports().some((record) => record.import_id === import_id)) {
    return refuse(
      'INVALID_ARGUMENT',
      `received \`supersedes\` with \`${import_id}\`, which was undone on branch \`${view.branch}\`; expected an import that is on it. Import the file without \`supersedes\``,
    );
  }
  return found;
}

/** Id of the newest revision of an import on the branch; null if it has none. */
function newestRevision(import_id: string, view: BuildingView): string | null {
  let newest: string | null = null;
  for (let next = view.supersedingImport(import_id); next !== null;) {
    newest = next.import_id;
    next = view.supersedingImport(newest);
  }
  return newest;
}

/** Names that levels, types, groups and materials of an import must not have. */
export type TakenNames = Required<
  Pick<ImportChoices, 'taken' | 'taken_types' | 'taken_groups' | 'taken_materials'>
>;

/**
 * Names that elements of an import must not have: those of the branch, without those of the superseded import and without
 * the names that the branch gave its elements, because the file may have renamed the same elements.
 */
export function takenNames(view: BuildingView, rows: readonly ManifestRow[]): TakenNames {
  return namesByKind((kind) => {
    const own = ownNames(rows, kind);
    const names = new Set(own.values());
    return [...view.elementsOf(kind)].flatMap(({ id, params: { name } }) =>
      own.has(id) || names.has(name) ? [] : [name],
    );
  });
}

/**
 * Names that the branch gave elements of the superseded import, and that a revision gives other elements: these need other
 * names. Null if all names are distinct.
 */
export function clashingNames(
  view: BuildingView,
  rows: readonly ManifestRow[],
  revision: readonly ManifestRow[],
): TakenNames | null {
  let clashes = false;
  const names = namesByKind((kind) => {
    const own = ownNames(rows, kind);
    const fresh = ownNames(revision, kind);
    const holders = new Map<string, string>();
    for (const { id, params } of view.elementsOf(kind)) {
      const before = own.get(id);
      if (before !== undefined && before !== params.name) holders.set(foldName(params.name), id);
    }
    for (const [id, name] of fresh) {
      const holder = holders.get(foldName(name));
      if (holder === id) holders.delete(foldName(name));
      else if (holder !== undefined && own.get(id) !== name) clashes = true;
    }
    return [...holders.keys()];
  });
  return clashes ? names : null;
}

/** The choices of an import with further names that its elements must not have. */
export function withTaken(choices: ImportChoices, more: TakenNames): ImportChoices {
  const { taken, taken_types = [], taken_groups = [], taken_materials = [] } = choices;
  return {
    ...choices,
    taken: [...taken, ...more.taken],
    taken_types: [...taken_types, ...more.taken_types],
    taken_groups: [...taken_groups, ...more.taken_groups],
    taken_materials: [...taken_materials, ...more.taken_materials],
  };
}

type NamedKind = 'level' | 'type' | 'group' | 'material';

function namesByKind(namesOf: (kind: NamedKind) => readonly string[]): TakenNames {
  return {
    taken: namesOf('level'),
    taken_types: namesOf('type'),
    taken_groups: namesOf('group'),
    taken_materials: namesOf('material'),
  };
}

/** Names of the elements of a kind in rows, by their ids. */
function ownNames(rows: readonly ManifestRow[], kind: NamedKind): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(({ element }) => {
      const name = element?.kind === kind ? element.params['name'] : null;
      return element !== null && typeof name === 'string' ? [[element.id, name]] : [];
    }),
  );
}

/** Refuses MERGE_CONFLICT if a product could be several elements; `data.ambiguous` lists these. */
export function assertUnambiguous(
  { ambiguous }: RevisionMatch,
  refuse: Refuse<'MERGE_CONFLICT'>,
): void {
  const [first] = ambiguous;
  if (first === undefined) return;
  const count = ambiguous.length;
  refuse(
    'MERGE_CONFLICT',
    `received no decision about ${count} ${count === 1 ? 'product' : 'products'} that could be several elements; expected one in \`matches\` for each, such as \`${first.row.guid ?? ''}\``,
    { ambiguous: ambiguous.slice(0, AMBIGUOUS).map(shownAmbiguous), ambiguous_count: count },
  );
}

function shownAmbiguous({ row, candidates }: Ambiguous) {
  const { guid, record, entity, name } = row;
  return {
    guid,
    record,
    entity,
    name: shownValue(name),
    candidates: candidates.map((one) => ({
      element_id: one.element?.id ?? '',
      guid: one.guid,
      entity: one.entity,
      name: shownValue(one.name),
    })),
  };
}

/** The events that follow the import: the matches of a person, and the edits of the branch as the merge decides. */
export function revisionEvents(
  import_id: string,
  { matches }: RevisionMatch,
  { events }: RevisionMerge,
): readonly PlannedEvent[] {
  const matched: PlannedEvent = {
    type: 'import.matched',
    aggregate_id: import_id,
    payload: { import_id, matches },
  };
  return [...(matches.length === 0 ? [] : [matched]), ...events];
}

/** Merges a revision with the edits of the branch. Refuses MERGE_CONFLICT; `data.conflicts` lists the conflicts. */
export function mergedRevision(
  { rows }: ImportedFile,
  revision: readonly ManifestRow[],
  {
    taken,
    view,
    refuse,
  }: {
    readonly taken: RevisionInput['taken'];
    readonly view: BuildingView;
    readonly refuse: Refuse<'INVALID_ARGUMENT' | 'MERGE_CONFLICT'>;
  },
): RevisionMerge {
  const superseded = elementsOf(rows);
  const known = new Set([...superseded, ...elementsOf(revision)].map(({ id }) => id));
  for (const id of taken.keys()) {
    if (known.has(id) || view.element(id) !== undefined) continue;
    refuse(
      'INVALID_ARGUMENT',
      `received \`resolve\` with \`${id}\`, expected an element of branch \`${view.branch}\` or of the file`,
    );
  }
  const merge = view.mergeRevision({ superseded, revision: elementsOf(revision), taken });
  if (merge === null) throw new Error('a restricted view was asked for a revision');
  const { conflicts } = merge;
  if (conflicts.length === 0) return merge;
  const count = conflicts.length;
  return refuse(
    'MERGE_CONFLICT',
    `the file and branch \`${view.branch}\` have ${count} conflicting ${count === 1 ? 'change' : 'changes'}; expected a decision in \`resolve\` for each element: \`branch\` or \`file\``,
    {
      conflicts: conflicts.slice(0, CONFLICTS).map((one) => shownConflict(one, view)),
      conflict_count: count,
    },
  );
}

/** A conflict with the element and the value of each side; null for a side that has deleted the element. */
function shownConflict(
  { element_id, parameter, kind, base, source, target, why }: MergeConflict,
  { kinds }: Pick<BuildingView, 'kinds'>,
) {
  const params = [base, source, target].map((side) => paramsOf(side, kinds));
  const [was, file, branch] =
    parameter === null ? changedSides(params) : [base, source, target].map(shownValue);
  const named = params.find((one) => typeof one?.['name'] === 'string')?.['name'];
  return {
    element_id,
    ...(named === undefined ? {} : { name: shownValue(named) }),
    parameter,
    kind,
    base: was,
    file,
    branch,
    ...(why === undefined ? {} : { why }),
  };
}

type Params = Readonly<Record<string, unknown>>;

/** The parameters of a whole element as answers show them; null for any other value. */
function paramsOf(value: unknown, kinds: BuildingView['kinds']): Params | null {
  const element = ElementSchema.safeParse(value).data;
  return element === undefined ? null : shownParams(element, kinds);
}

/** Of whole elements the parameters in which the sides differ; null for a side without the element. */
function changedSides(sides: readonly (Params | null)[]): readonly unknown[] {
  const present = sides.filter((one) => one !== null);
  const names = [...new Set(present.flatMap((one) => Object.keys(one)))].filter((name) =>
    present.some((one) => !deepEqual(one[name], present[0]?.[name])),
  );
  return sides.map(
    (one) => one && Object.fromEntries(names.map((name) => [name, shownValue(one[name] ?? null)])),
  );
}

function elementsOf(rows: readonly ManifestRow[]): readonly ElementRecord[] {
  return rows.flatMap(({ element }) => element ?? []);
}

/** The revision as answers show it. */
export function revisionData(
  supersedes: string,
  { matched, replaced, differences, own }: RevisionMatch,
  { edited }: RevisionMerge,
): z.input<typeof Revision> {
  const { created, changed, gone, unchanged } = differences;
  return {
    supersedes,
    matched: { ...matched },
    new: listed(created),
    changed: listed(changed),
    gone: listed(gone),
    unchanged,
    own: listed(own.found),
    own_differing: listed(own.differing),
    replaced: replaced
      .slice(0, IDS)
      .map(({ before_id, element_id }) => ({ before_id, element_id })),
    more_replaced: Math.max(0, replaced.length - IDS),
    edited: listed(edited),
  };
}

function listed(ids: readonly string[]) {
  return { count: ids.length, element_ids: ids.slice(0, IDS) };
}
