/** @module edit task: one request to change an imported building, with the results that count as correct. */
import type { Expected } from './expected.ts';
import type { HouseName } from './houses.ts';

/** What kind of knowledge a task needs, after the families of BIM-Edit. */
export type Family = 'geometry' | 'semantics' | 'topology';

/** A call of a tool of the server `geometry`. */
export type ToolCall = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
};

export type EditTask = {
  readonly name: string;
  readonly family: Family;
  readonly house: HouseName;
  /** What a user says. */
  readonly request: string;
  /** The correct results; more than one if a request can be met in several ways. */
  readonly results: readonly Expected[];
  /** Calls that solve it. */
  readonly solution: readonly ToolCall[];
  /** Calls that somebody might take for a solution. */
  readonly mistake: readonly ToolCall[];
};
