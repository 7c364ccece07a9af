/** @module changes: the differences of two moments. */
import type { ShownMoment } from './moment.ts';
import type { BoxNumbers } from './scene.ts';

export type ChangedParam = {
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly unit: string;
};

export type ChangeRow = {
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
  readonly level_id: string | null;
  readonly change: 'created' | 'modified' | 'moved' | 'deleted';
  /** Id of the element that it follows, such as the wall of a moved door; null if it was changed itself. */
  readonly cause: string | null;
  readonly geometry: boolean;
  readonly data: boolean;
  /** One sentence with exact numbers. */
  readonly text: string;
  readonly params: readonly ChangedParam[];
  /** Boxes in metres in the scene of `to`; null where it does not exist. */
  readonly box_before: BoxNumbers | null;
  readonly box_after: BoxNumbers | null;
  /** Who changed it last between the moments, and why; null for a plan. */
  readonly by: {
    readonly who: string;
    readonly is_agent: boolean;
    readonly at: string;
    readonly reasoning: string | null;
    readonly approval_id: string | null;
  } | null;
};

/** How a change is drawn and counted. */
export type ChangeClass = ChangeRow['change'] | 'follows';

/** The class of a change. Elements that are created or deleted keep theirs also if they follow another change. */
export function changeClass({ change, cause }: Pick<ChangeRow, 'change' | 'cause'>): ChangeClass {
  return change === 'created' || change === 'deleted' || cause === null ? change : 'follows';
}

export type ChangesAnswer = {
  readonly from: ShownMoment;
  readonly to: ShownMoment;
  /** Numbers of rows by class; together the number of all rows. */
  readonly counts: { readonly [name in ChangeClass]: number };
  readonly rows: readonly ChangeRow[];
  /** Number of rows; more than `rows` if the list is cut. */
  readonly total: number;
};
