/** @module sight: what a caller may see, the places by which scopes restrict it, and what conceals the rest. */
import type { BoxMm } from './units.ts';

/** A level as a scope may name it. */
export type ScopeLevel = {
  readonly id: string;
  /** The name by which a scope may refer to it; null if that name refers to another level, or the level is only being created. */
  readonly meant: string | null;
  /** Its name in refusals; null if the caller may not read it. */
  readonly shown: string | null;
};

/** The location of something in the terms in which a scope restricts places. */
export type Place = {
  readonly category: string;
  /** Every level that it is on or reaches; for a group, those of its elements. */
  readonly levels: readonly ScopeLevel[];
  /** Bounding boxes in millimetres, empty if it has no body; for a group, those of its elements. */
  readonly boxes: readonly BoxMm[];
  /** Range of heights in millimetres, for a level, which has no extent in plan. */
  readonly heights?: { readonly low: number; readonly high: number };
};

/** What a caller may see; everything else is hidden from it. */
export type Sight = {
  /** The same for all callers with the same READ permission: what was shown to one of them may be shown to another. */
  readonly key: string;
  /** The same for one principal as long as its READ is the same: files that it derived from others are its own. */
  readonly maker: string;
  /** Whether this principal did something: runs of others are not shown. */
  readonly own: (by: { readonly user_id: string; readonly agent_id: string | null }) => boolean;
  /** Whether something at this place is visible; null if every place is. */
  readonly place: ((place: Place) => boolean) | null;
  /** Whether this branch may be read. */
  readonly branch: (branch: string) => boolean;
};

/** Removes hidden elements from answers and refusals for a caller with a restricted view. */
export type Concealment = {
  /** The error; one that names something hidden is replaced by a refusal that names nothing. */
  readonly refusal: (error: unknown) => unknown;
  /** The value with null in place of each hidden id. */
  readonly data: (value: unknown) => unknown;
  /** The warnings; those that name something hidden are replaced by one that names nothing. */
  readonly warnings: (warnings: readonly string[]) => readonly string[];
};
