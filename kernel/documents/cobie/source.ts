/** @module source: what a COBie workbook is made from. */
import type { FindingRecord } from '../../../schemas/events.ts';
import type { ModelView } from '../../building/model/view.ts';

/** Who created something, and when (ISO 8601, UTC). */
export type Origin = {
  readonly user_id: string;
  readonly agent_id: string | null;
  readonly at: string;
};

/** A file about the building. */
export type CobieDocument = {
  /** Path relative to `artifacts/`. */
  readonly path: string;
  readonly tool: string;
  readonly sha256: string;
  readonly origin: Origin;
};

/** Findings of a run of a check. */
export type CobieIssues = {
  readonly tool: string;
  readonly origin: Origin;
  readonly findings: readonly FindingRecord[];
};

/** What a caller states about a contact: the id of a user or agent, the name of a company, or an address. */
export type StatedContact = {
  readonly of: string;
  readonly email?: string | undefined;
  readonly category?: string | undefined;
  readonly company?: string | undefined;
  readonly phone?: string | undefined;
  readonly given_name?: string | undefined;
  readonly family_name?: string | undefined;
};

/** What a caller states about the facility; the model states none of it. */
export type StatedFacility = {
  readonly category?: string | undefined;
  readonly currency?: string | undefined;
  readonly project_name?: string | undefined;
  readonly phase?: string | undefined;
  readonly description?: string | undefined;
  readonly project_description?: string | undefined;
  readonly site_description?: string | undefined;
};

/** The model, and what is known about it in addition. */
export type CobieSource = {
  readonly view: ModelView;
  /** Permanent identifier of the project, from which GUIDs are derived. */
  readonly project: string;
  /** Time of the last change of the model; ISO 8601, UTC. */
  readonly at: string;
  /** Origin of an element; null if the log does not show it. */
  readonly originOf: (id: string) => Origin | null;
  readonly documents: readonly CobieDocument[];
  /** Null if no run was given. */
  readonly issues: CobieIssues | null;
  readonly contacts: readonly StatedContact[];
  readonly facility: StatedFacility;
};

/** The program that wrote a workbook, as `ExternalSystem`. */
export const SYSTEM = 'Plumbline';
