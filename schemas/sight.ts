/** @module sight: visibility for a caller with a restricted scope: visible places and branches, and removal of everything else. */
import type { BoxMm } from './units.ts';

/** A level, with the names by which scopes and refusals refer to it. */
export type ScopeLevel = {
  readonly id: string;
  /** The name by which a scope may refer to it; null if that name refers to another level or the level does not exist yet. */
  readonly meant: string | null;
  /** Its name in refusals; null if the caller may not read it. */
  readonly shown: string | null;
};

/** The properties of an element or other object by which scopes restrict places. */
export type Place = {
  readonly category: string;
  /** Every level on which it is or to which it extends; for a group, those of its elements. */
  readonly levels: readonly ScopeLevel[];
  /** Bounding boxes in millimetres, empty if it has no body; for a group, those of its elements. */
  readonly boxes: readonly BoxMm[];
  /** Range of heights (mm) of a level, which has no extent in plan. */
  readonly heights?: { readonly low: number; readonly high: number };
};

/**
 * Limits of places, as in a scope: a visible place keeps all of them. Levels are ids, or names as in `ScopeLevel`; boxes in
 * millimetres.
 */
export type PlaceLimits = {
  readonly categories?: readonly string[] | undefined;
  readonly levels?: readonly string[] | undefined;
  readonly regions?: readonly BoxMm[] | undefined;
};

/** The visibility of objects for a caller. */
export type Sight = {
  /** Equal for all callers with the same READ permission; an answer for one of them may be shown to another. */
  readonly key: string;
  /** Identifies a principal with its current READ permission, as the owner of files that it derived from other files. */
  readonly maker: string;
  /** Whether an author is this principal; the runs of other principals are hidden. */
  readonly own: (by: { readonly user_id: string; readonly agent_id: string | null }) => boolean;
  /** Whether objects at a place are visible; null if all places are. */
  readonly place: ((place: Place) => boolean) | null;
  /**
   * Limits that every visible place keeps, if some are known; `place` decides. SECURITY: visible objects are found by these limits, so that the
   * time of an answer does not depend on the number of hidden ones.
   */
  readonly limits?: PlaceLimits;
  /** Whether a branch may be read. */
  readonly branch: (branch: string) => boolean;
  /**
   * Whether `branch` is false for some names. SECURITY: elements are then listed by id, because the order of their creation
   * would tell when those of a merged branch were made there.
   */
  readonly hides_branches?: boolean;
};

/** Removes hidden elements from answers and refusals for a caller with a restricted view. */
export type Concealment = {
  /** The error; an error that names a hidden object is replaced by a refusal that names none. */
  readonly refusal: (error: unknown) => unknown;
  /** The value with null in place of each hidden id. */
  readonly data: (value: unknown) => unknown;
  /** The warnings; those that name hidden objects are replaced by one that names none. */
  readonly warnings: (warnings: readonly string[]) => readonly string[];
};
