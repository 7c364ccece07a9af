/** @module content: writes the elements of a model into a file: a new one, or one of another program. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { writeSecondLevel } from './boundaries/second-level.ts';
import {
  type ParentBounds,
  type WallBound,
  writeBoundaries,
} from './boundaries/space-boundaries.ts';
import type { Draft } from './draft.ts';
import { attempt, writeElements } from './elements.ts';
import { writeGrids } from './grids.ts';
import { writeAssemblies } from './products.ts';
import { connectionsOf } from './relations/connections.ts';
import { writeGroups } from './relations/groups.ts';
import { writeContents, writeProfileAxes } from './spatial.ts';
import { writeClassifications } from './stated/classifications.ts';
import { writeFileTypes } from './stated/file-types.ts';
import { writeSharedSets } from './stated/shared-sets.ts';
import { factsOf } from './stated/stated-sets.ts';
import type { Numbers } from './step/line-numbers.ts';
import type { Ref } from './step/step-value.ts';
import { Styles } from './styles.ts';
import { sharedNumbers, typesOf, writeLayerUsage, writeTypes } from './type-objects.ts';

/** The entities that a file has before its elements, and the places of its elements among the line numbers. */
export type Ground = Pick<
  Draft,
  'file' | 'schema' | 'shared' | 'project' | 'building' | 'existing'
> & {
  readonly placeOf: (id: string) => number;
};

/** The state of a file in which elements of a view are going to be written; `elements`: those whose types are, too. */
export function draftOf(view: ModelView, elements: readonly AnyElement[], ground: Ground): Draft {
  const { placeOf, ...known } = ground;
  const { file, schema } = known;
  const numbersFor = sharedNumbers();
  const typeOf = typesOf({ file, view, schema, numbersFor }, elements);
  const numbers = new Map<number, Numbers>();
  return {
    ...known,
    view,
    frames: new Map(),
    storeys: new Map(),
    levels: new Map(view.levels().map((level) => [level.id, level])),
    placed: new Map(),
    hosted: new Map(),
    groups: new Map(),
    typeOf,
    styles: new Styles(file, view, numbersFor),
    numbersFor,
    numbersOf(id) {
      const place = placeOf(id);
      const taken = numbers.get(place) ?? file.numbersAt(place);
      numbers.set(place, taken);
      return taken;
    },
    warnings: [],
    lost: [],
    leftOut: [],
    fileSets: new Map(),
    fileMaterials: new Map(),
    fileTypes: new Map(),
    classified: new Map(),
    units: new Map(),
    unwritten: [],
  };
}

/** A level with the name and elevation that its storey gets. */
type Storey = (
  level: AnyElement,
  of: { readonly name: string; readonly elevation: number },
) => void;

/** Writes a storey for each level among the elements. */
export function writeStoreys(draft: Draft, elements: readonly AnyElement[], write: Storey): void {
  for (const element of elements) {
    const { ifc } = draft.view.kinds.of(element);
    if (ifc === 'none' || ifc.as !== 'storey') continue;
    attempt(draft, element, () => write(element, ifc.storey(element)));
  }
}

/** Which boundaries of spaces are written. */
export type Bounding = ParentBounds & {
  /** Spaces in the file whose sides are computed. */
  readonly spaces: readonly AnyElement[];
  /** Whether the first-level boundaries of a space with an element are written. */
  readonly isFirst: (space: string, element: string) => boolean;
  /** Whether the second-level boundaries of all spaces with an element are written. */
  readonly isSecond: (element: string) => boolean;
};

/** What a file has already. */
export type Around = {
  /** Its walls, to which new ones may be joined. */
  readonly walls: readonly AnyElement[];
  /** Default: all boundaries of all spaces among the elements. */
  readonly bounding: Bounding;
  /** Its elements that get another type, and their products. */
  readonly retyped: readonly (readonly [AnyElement, Ref])[];
};

/**
 * Writes elements whose storeys are in the file: products with their types, materials, properties and openings, grids,
 * groups and boundaries of spaces, and the relations to their containers. An element that cannot be written is left out.
 */
export function writeContent(draft: Draft, elements: readonly AnyElement[], around?: Around): void {
  const { view, file } = draft;
  const isDrawn = file.stubs === null;
  const walls = isDrawn ? [...(around?.walls ?? []), ...elements] : [];
  writeElements(draft, elements, connectionsOf(view, walls));
  for (const [element, ref] of around?.retyped ?? []) giveType(draft, element, ref);
  writeGrids(draft, elements);
  if (isDrawn) writeAllBoundaries(draft, around?.bounding ?? allOf(draft, elements));
  writeAssemblies(draft);
  writeGroups(draft, elements);
  writeSharedSets(draft);
  for (const write of draft.unwritten) write();
  writeClassifications(draft, factsOf);
  writeTypes(draft);
  writeFileTypes(draft);
  draft.styles.write();
  writeContents(draft);
  writeProfileAxes(draft);
}

/** Gives a product that the file has already the type of its element. */
function giveType(draft: Draft, element: AnyElement, ref: Ref): void {
  const { ifc } = draft.view.kinds.of(element);
  const type = draft.typeOf.get(element.id);
  if (ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis' || type === undefined) return;
  attempt(draft, element, () => {
    const reversed = ifc.reversed?.(element, draft.view) ?? false;
    writeLayerUsage(draft, { id: element.id, ref, reversed }, type);
    type.users.push(ref);
  });
}

function allOf({ view }: Draft, elements: readonly AnyElement[]): Bounding {
  const spaces = elements.filter((element) => {
    const { ifc } = view.kinds.of(element);
    return ifc !== 'none' && ifc.as === 'space';
  });
  return { spaces, isFirst: () => true, isSecond: () => true, parentOf: () => null };
}

function writeAllBoundaries(draft: Draft, bounding: Bounding): void {
  const { spaces, isFirst, isSecond, parentOf } = bounding;
  const bounds: WallBound[] = [];
  for (const [done, element] of spaces.entries()) {
    checkpoint({ done, total: spaces.length, doing: 'writing boundaries of spaces' });
    const isWritten = (id: string): boolean => isFirst(element.id, id);
    attempt(draft, element, () => {
      bounds.push(...writeBoundaries(draft, element, { isWritten, parentOf }));
    });
  }
  writeSecondLevel(draft, bounds, { isWritten: isSecond, parentOf });
}
