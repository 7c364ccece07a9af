/** @module element: everything that the page shows of one element, and tables of many. */
import type { ShownMoment } from './moment.ts';

/** A value as a person reads it; `unit` is empty for texts. */
export type ShownValue = {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly unit: string;
};

/** A related element. */
export type Related = {
  /** In words, such as "in wall", "next room through door". */
  readonly relation: string;
  readonly id: string;
  readonly kind: string;
  readonly name: string | null;
};

/** One change of the element, newest first. */
export type PastChange = {
  /** Id of the last visible event of its operation, to show the model after it. */
  readonly event: string;
  readonly seq: number | null;
  readonly at: string;
  /** Name of the agent or person. */
  readonly who: string;
  readonly is_agent: boolean;
  /** What changed, in words with old and new values. */
  readonly text: string;
  /** The requester's own reason, not verified; null without one. */
  readonly reasoning: string | null;
  readonly approval_id: string | null;
  /** Names of the people who approved it. */
  readonly approved_by: readonly string[];
};

export type ElementAnswer = {
  readonly at: ShownMoment;
  readonly id: string;
  readonly kind: string;
  readonly category: string;
  readonly name: string | null;
  readonly level: { readonly id: string; readonly name: string } | null;
  readonly type: { readonly id: string; readonly name: string } | null;
  readonly ifc_guid: string;
  readonly parameters: readonly ShownValue[];
  readonly quantities: readonly ShownValue[];
  /** Properties of the operator, of types and of imported files. */
  readonly properties: readonly ShownValue[];
  readonly related: readonly Related[];
  readonly history: readonly PastChange[];
  /** Whether there is more history than shown. */
  readonly more_history: boolean;
};

/** What an element without a name is called on the page, without its kind, such as `Landing–Bedroom 1` for a door. */
export type PlaceLabel = { readonly id: string; readonly text: string };

export type LabelsAnswer = { readonly at: ShownMoment; readonly labels: readonly PlaceLabel[] };

/** A row of a table: an element with the texts of its columns. */
export type TableRow = {
  readonly id: string;
  readonly name: string | null;
  readonly level: string | null;
  readonly cells: readonly (string | number | null)[];
};

export type TableAnswer = {
  readonly at: ShownMoment;
  readonly kind: string;
  readonly columns: readonly {
    readonly name: string;
    readonly label: string;
    readonly unit: string;
  }[];
  readonly rows: readonly TableRow[];
  /** Number of all rows; `rows` may be a page. */
  readonly total: number;
  readonly next: string | null;
};

/** Groups, and sets of other programs, with their members; for the tree. */
export type GroupsAnswer = {
  readonly at: ShownMoment;
  readonly groups: readonly {
    readonly id: string;
    readonly name: string;
    readonly members: readonly string[];
  }[];
};
