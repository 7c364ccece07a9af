/** @module events: the types of the events that the log stores permanently. */
import { type TopicCreated, TOPICS, type TopicUpdated } from './topics/topics.ts';

/** A stored JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Values of some parameters of an element, by name. */
export type ParamValues = { readonly [parameter: string]: Json };

/** An element in an event. kernel/building/model defines the parameters of each kind and their values. */
export type ElementRecord = {
  readonly id: string;
  readonly kind: string;
  readonly params: ParamValues;
};

/** A blob by its digest: SHA-256 of its content, 64 lower-case hex digits, and its length. */
type BlobRef = { readonly bytes: number; readonly sha256: string };

/** What was imported, by digest; the blobs have the content (schemas/imports.ts). */
export type ImportRecord = {
  /** Number of elements by category, for readers without the manifest. */
  readonly counts: { readonly [category: string]: number };
  readonly file: BlobRef & {
    readonly application: string | null;
    readonly schema: 'IFC2X3' | 'IFC4' | 'IFC4X3';
  };
  /** The shift from model to file: `origin` is the place of the model's origin in the file, in whole mm. */
  readonly frame: {
    readonly mm_per_unit: number;
    readonly origin: { readonly x: number; readonly y: number; readonly z: number };
  };
  readonly import_id: string;
  /** `rows`: lines after the header; `elements`: rows with an element. */
  readonly manifest: BlobRef & { readonly elements: number; readonly rows: number };
  /** Meshes of elements that keep the appearance of the file; null without any. */
  readonly meshes: BlobRef | null;
  /** Name of the file without a path. */
  readonly name: string;
  /** The program that recognised the elements. */
  readonly recogniser: { readonly version: number };
  /** Whether the elements are only a reference next to the model. */
  readonly reference: boolean;
  /** The import of which this is a revision, with its manifest; null without one. */
  readonly supersedes: ImportRevised | null;
};

/** An import that a revision replaces, and the manifest with the elements as it imported them. */
export type ImportRevised = {
  readonly import_id: string;
  readonly manifest: { readonly elements: number; readonly sha256: string };
};

/**
 * An import that was undone: its manifest has the elements that are deleted; `counts` is their number by category. Of a
 * revision, `restores` is the import that it replaced, whose elements come back; absent for other imports.
 */
export type ImportReverted = ImportRevised &
  Pick<ImportRecord, 'counts'> & { readonly restores?: ImportRevised };

/**
 * Products of a revision that a person assigned to elements of the model. `guid` and `record` identify the product in the
 * file of the revision.
 */
export type ImportMatches = {
  readonly import_id: string;
  readonly matches: readonly {
    readonly element_id: string;
    readonly guid: string | null;
    readonly record: number;
  }[];
};

/** Events that record a run. In an approval requested before the run, their names denote the run. */
export const RUN_TYPES = [
  'tool.run',
  'experiment.run',
  'validation.run',
  'schedule.generated',
  'export.created',
] as const satisfies readonly EventType[];
export type RunType = (typeof RUN_TYPES)[number];

/** A run that a person permits once; `input_digest` is over the requester and all arguments. */
export type PermitRecord = {
  readonly run: RunType;
  readonly server: string;
  readonly tool: string;
  readonly input_digest: string;
};

/** The process of a run: `id` is unique for its lifetime, `host` identifies its machine. */
export type ProcessMark = { readonly id: string; readonly pid: number; readonly host: string };

/** A call of a tool that is about to start, recorded before it starts. */
export type BegunRun = {
  readonly server: string;
  /** Name of the tool in the tool service. */
  readonly tool: string;
  readonly run_id: string;
  /** SHA-256 of route, input and requested budget, the same as in the ledger entry of its end. */
  readonly exec_id: string;
  /** Aggregate of the event that will record its end: `tool.run` or `run.unfinished`. */
  readonly record_id: string;
  readonly input_sha256: string;
  /** Number of the call under the id of the caller, from 1. */
  readonly call: number;
  /** Granted web requests; they count as used until its end records the actual number. */
  readonly web_requests: number;
  /** Limits of all calls under the id of the caller, and of concurrent calls in the workspace. */
  readonly most: {
    readonly calls: number;
    readonly concurrent: number;
    readonly web_requests: number;
  };
  readonly by: {
    readonly kind: 'agent' | 'human';
    readonly name: string;
    readonly session_id: string;
  };
  readonly process: ProcessMark;
};

/** A started run without a recorded end. */
export type UnfinishedRun = {
  /** Ledger seq of its `run.begun`. */
  readonly begun_seq: number;
  readonly tool: string;
  readonly run_id: string;
  readonly because: string;
};

/** An experiment: played episodes or an exported run, with digests of the files; or a live episode with its sealed report. */
export type ExperimentRecord =
  | {
      readonly kind: 'suite' | 'scenario';
      readonly run_id: string;
      readonly folder: string;
      readonly config: JsonObject;
      readonly files: { readonly [name: string]: string };
      readonly result: JsonObject;
    }
  | {
      readonly kind: 'export';
      readonly run_id: string;
      readonly folder: string;
      readonly format: string;
      readonly files: { readonly [name: string]: string };
    }
  | {
      readonly kind: 'live';
      readonly run_id: string;
      readonly episode_id: string;
      readonly folder: string;
      readonly digest: string;
      readonly signature: string;
      readonly public_key: string;
      readonly context: string;
      readonly status: string;
    };

/** A place in world coordinates, mm. */
type Place = { readonly x: number; readonly y: number; readonly z: number };

/** One finding of a check. */
export type FindingRecord = {
  /** The same in every run that finds the same thing. */
  readonly finding_id: string;
  /** The kind of clash (`clash.hard`), the id of the rule, or the name of the constraint. */
  readonly check: string;
  readonly severity: 'error' | 'warning' | 'advisory';
  /** The elements concerned, the one at fault first, elements of equal rank in order of id. */
  readonly element_ids: readonly string[];
  /** The level under which it is listed; null without a level. */
  readonly level_id: string | null;
  /** One sentence, lower-case, no full stop, ids in backticks. */
  readonly message: string;
  /** Location of the finding. */
  readonly location: Place | null;
  /** The region that a picture of the finding must show. */
  readonly box: { readonly min: Place; readonly max: Place } | null;
  /** Further data of the check, with units in the names. */
  readonly details: JsonObject;
  /** The first of consecutive equal runs that found it. */
  readonly since: string;
};

/** One run of a check over a branch. Its id is that of its event; its aggregate is the series of runs of the tool. */
export type ValidationRecord = {
  readonly tool: string;
  /** Arguments with their defaults; only runs with equal arguments are compared with each other. */
  readonly options: JsonObject;
  /** The checked state of the branch. */
  readonly head: { readonly branch: string; readonly branch_seq: number; readonly seq: number };
  /** Whether it checked the whole branch, or only what its agent may read. */
  readonly whole: boolean;
  /**
   * For a partial check: digest of the READ permission with which it ran. Its findings are visible to agents that may read
   * everything, and to agents with the same permission. Absent in runs of earlier versions.
   */
  readonly sight?: string;
  /** The overall result: status, counts, coverage. */
  readonly summary: JsonObject;
  /** The findings in the order of the answer; at most `FINDINGS_KEPT`. */
  readonly findings: readonly FindingRecord[];
  /** Total number of findings. */
  readonly found: number;
};

/** Whether a clash is intended by design; the last event about it applies. */
export type ExclusionRecord = {
  readonly clash_id: string;
  readonly element_ids: readonly string[];
  readonly because: string;
  readonly excluded: boolean;
};

/**
 * The elements to which a name refers: `part` is empty for the element of `$name`, and `south` for that of `$name.south`.
 * The aggregate identifies the owner of the name.
 */
export type NameRecord = {
  readonly elements: readonly { readonly id: string; readonly part: string }[];
  readonly name: string;
};

/** A view or a sheet: its definition without its picture, which is drawn from the current model each time. */
export type DrawingRecord = {
  /** A `ViewDefinition` or `SheetDefinition`, validated when it is read, so that older logs stay readable. */
  readonly definition: JsonObject;
  /** Every level that it names, itself or through its views; an agent needs READ for all of them to see it. */
  readonly level_ids: readonly string[];
};

/** A file that was generated from the model. */
export type ArtefactRecord = {
  readonly tool: string;
  /** Arguments with their defaults. */
  readonly options: JsonObject;
  /** The state of the branch that it shows: the last event about elements, null without one. */
  readonly head: {
    readonly branch: string;
    readonly seq: number | null;
    readonly at: string | null;
  };
  /** Whether it shows the whole branch, or only what its agent may read. */
  readonly whole: boolean;
  /**
   * Digest of the author and its READ permission, for files that show a part of the branch or content of other files.
   * Absent in older records.
   */
  readonly sight?: string;
  /** Whether it shows content of other files, for which READ on the branch is not sufficient. */
  readonly of_files?: true;
  /** Whether an equal file without a record already existed at the path. */
  readonly found?: true;
  /** Id of the newest record of the path that the writer had read; null without one. Absent in older records. */
  readonly replaces?: string | null;
  /** `path` is below `artifacts/`, with `/`. */
  readonly file: {
    readonly bytes: number;
    readonly media_type: string;
    readonly path: string;
    readonly sha256: string;
  };
  readonly counts: JsonObject;
};

/** A person's decision to skip an event that no model can apply; the signature covers everything but `why`. */
export type VoidRecord = {
  readonly seq: number;
  readonly event_id: string;
  readonly event_digest: string;
  /** The reason why it could not be applied, determined by the keeper. */
  readonly why: string;
  readonly reason: string | null;
  readonly approver: string;
  readonly user_id: string;
  readonly public_key: string;
  readonly decided_at: string;
  /** Binds the signature to the term of the keeper that accepted it; absent in older logs. */
  readonly challenge?: string;
  readonly signature: string;
};

/** The placeholder that readers get for a voided event: it has no effect, but advances the same versions. */
export type PassedOver = {
  readonly type: string;
  /** Ids whose version it advanced. */
  readonly touched: readonly string[];
  /** Fork point of the branch that it created, null if it created none. */
  readonly fork: { readonly from: string; readonly from_seq: number } | null;
};

/**
 * Members that a set loses, with their places in it before, and members that it gets, with their places in it after; both in
 * ascending order of their places, which are numbers from 0.
 */
export type MembersChange = {
  readonly added: readonly MemberPlace[];
  readonly removed: readonly MemberPlace[];
};
type MemberPlace = { readonly at: number; readonly id: string };

/** The payload of each type of event; the element is one of `E`. */
export type EventPayloads<E extends ElementRecord = ElementRecord> = {
  readonly 'level.created': { readonly element: E };
  readonly 'element.created': { readonly element: E };
  /**
   * Creates every element of the manifest that it names by digest; the aggregate is the import. A revision brings the
   * elements that are as the superseded manifest has them to the new manifest, and leaves all others as they are.
   */
  readonly 'model.imported': ImportRecord;
  /**
   * Deletes every element of the manifest that it names by digest, all of which must be as the manifest has them. The undo
   * of a revision brings the elements that the revision changed, created or deleted back to the manifest of `restores`;
   * these must be as the revision made them. Elements that the revision left as they were stay as they are.
   */
  readonly 'import.reverted': ImportReverted;
  /** Changes no element: the manifest of the revision has the result. The aggregate is the import of the revision. */
  readonly 'import.matched': ImportMatches;
  /** Advances the version of the host, so that two concurrent fills of one wall conflict. */
  readonly 'element.hosted': { readonly host_id: string; readonly hosted_id: string };
  readonly 'element.modified': {
    readonly updates: ParamValues;
    readonly previous: ParamValues;
    /** Of a large set: how its members change, instead of a value of `members` in `updates`. */
    readonly members?: MembersChange;
  };
  /** `cascade_of`: the deleted element of which this one is a dependant; null if its deletion was requested. */
  readonly 'element.deleted': { readonly element: E; readonly cascade_of: string | null };
  /** `previous`: the previous join type of each wall. */
  readonly 'elements.joined': {
    readonly element_ids: readonly string[];
    readonly join_type: string;
    readonly previous: { readonly [wall_id: string]: string };
  };
  /** `from_seq`: ledger seq of the fork. */
  readonly 'branch.created': {
    readonly name: string;
    readonly from: string;
    readonly from_seq: number;
  };
  readonly 'branch.discarded': { readonly name: string };
  readonly 'branch.merged': {
    readonly source: string;
    readonly target: string;
    readonly source_seq: number;
    readonly target_seq: number;
  };
  /** Its operation returns the branch to its state after the event with ledger seq `to_seq`. */
  readonly 'branch.restored': { readonly to_seq: number };
  readonly 'event.reverted': { readonly event_id: string; readonly operation_id: string };
  /** Stored on main, under `VOIDED`; only the keeper creates it. */
  readonly 'event.voided': VoidRecord;
  /** Never stored. */
  readonly 'event.passed_over': PassedOver;
  readonly 'run.permitted': PermitRecord;
  readonly 'run.started': PermitRecord;
  readonly 'run.begun': BegunRun;
  readonly 'run.unfinished': UnfinishedRun;
  /** The entry of a run (mpt/ledger-entry.schema.json), or another record of the tool service under its `kind`. */
  readonly 'tool.run': JsonObject;
  readonly 'experiment.run': ExperimentRecord;
  readonly 'validation.run': ValidationRecord;
  readonly 'clash.excluded': ExclusionRecord;
  readonly 'name.given': NameRecord;
  readonly 'topic.created': TopicCreated;
  readonly 'topic.updated': TopicUpdated;
  readonly 'view.created': DrawingRecord;
  readonly 'sheet.created': DrawingRecord;
  readonly 'schedule.generated': ArtefactRecord;
  readonly 'export.created': ArtefactRecord;
};

/** The types of events that a ledger returns. */
export type EventType = keyof EventPayloads;

/** Aggregate of all `event.voided`, so that they can be read before the events that they void. */
export const VOIDED = 'voided events';

/** Maximum number of findings in the record of a run; further findings are only counted. */
export const FINDINGS_KEPT = 2000;

/** Id that every `run.begun` touches, so that the newest one can be found. */
export const BEGUN_RUNS = 'begun runs';

/** Ids that events touch only so that they can be found: no plan states their versions. */
export const INDEX_IDS: ReadonlySet<string> = new Set([BEGUN_RUNS, TOPICS]);

/** Aggregate of the runs of a validation tool, so that earlier ones can be found. */
export function runsOfTool(tool: string): string {
  return `${RUNS}${tool}`;
}
const RUNS = 'runs of ';

/** Whether an aggregate is that of the runs of a validation tool. */
export function isRuns(aggregate_id: string): boolean {
  return aggregate_id.startsWith(RUNS);
}

/** Aggregate of the files that were written to one path below `artifacts/`. */
export function artefactsAt(path: string): string {
  return `artefacts at ${path}`;
}

/** Aggregate of all `clash.excluded`. */
export const EXCLUSIONS = 'excluded clashes';

/** Maximum number of matches in one `import.matched`. */
export const MAX_MATCHES = 10_000;

/** Maximum number of elements to which the names of one change refer in total. */
export const MAX_NAMED_ELEMENTS = 2000;

/** Maximum number of characters of a part of a name; ids of tools are not much longer. */
export const MAX_PART_CHARS = 200;

/** Aggregate of a name that belongs to an agent, or to a person who works without one; names are private to their owner. */
export function nameOf(
  { agent_id, user_id }: { readonly agent_id: string | null; readonly user_id: string },
  name: string,
): string {
  return `name ${name} of ${agent_id === null ? `user ${user_id}` : `agent ${agent_id}`}`;
}

/** A planned event of some types. */
export type PlannedEventOf<T extends EventType, E extends ElementRecord = ElementRecord> = {
  readonly [K in T]: {
    readonly type: K;
    readonly aggregate_id: string;
    readonly payload: EventPayloads<E>[K];
  };
}[T];

/**
 * One planned event of a command, without id, time and author.
 * `aggregate_id` is the element, or the branch for branch events, or the run for runs.
 */
export type PlannedEvent<E extends ElementRecord = ElementRecord> = PlannedEventOf<EventType, E>;

/** A planned event with its id, fixed before anyone approves. */
export type IdentifiedEvent<E extends ElementRecord = ElementRecord> = PlannedEvent<E> & {
  readonly event_id: string;
};

/** Fields that a ledger adds to an event. `seq` counts the ledger, `branch_seq` the branch, both from 1 without gaps. */
export type EventFrame = {
  readonly seq: number;
  readonly event_id: string;
  /** All events of one commit share it. */
  readonly operation_id: string;
  readonly branch: string;
  readonly branch_seq: number;
  readonly user_id: string;
  readonly agent_id: string | null;
  readonly approval_id: string | null;
  readonly reasoning: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
};

/** A stored event of some types. */
export type StoredEventOf<
  T extends EventType,
  E extends ElementRecord = ElementRecord,
> = PlannedEventOf<T, E> & EventFrame;

/** An event as stored in the ledger. */
export type StoredEvent<E extends ElementRecord = ElementRecord> = StoredEventOf<EventType, E>;

/** An event with unchecked type and payload, for the verification, which reports unreadable events. */
export type EventRecord = EventFrame & {
  readonly type: string;
  readonly aggregate_id: string;
  readonly payload: JsonObject;
};

/** Names of the parameters that a modification changes. */
export function changedNames({
  updates,
  members,
}: EventPayloads['element.modified']): readonly string[] {
  return [...Object.keys(updates), ...(members === undefined ? [] : ['members'])];
}

/**
 * Ids whose version an event advances: its aggregate; for a join, all joined elements; for a revision and its undo, the
 * superseded import. The elements of manifests are not named by their events.
 */
export function touchedIds(event: PlannedEvent): readonly string[] {
  if (event.type === 'event.passed_over') return event.payload.touched;
  if (event.type === 'run.begun') return [event.aggregate_id, BEGUN_RUNS];
  if (event.type === 'topic.created' || event.type === 'topic.updated') {
    return [...new Set([event.aggregate_id, TOPICS])];
  }
  if (event.type === 'model.imported' && event.payload.supersedes !== null) {
    return [...new Set([event.aggregate_id, event.payload.supersedes.import_id])];
  }
  if (event.type === 'import.reverted' && event.payload.restores !== undefined) {
    return [...new Set([event.aggregate_id, event.payload.restores.import_id])];
  }
  if (event.type !== 'elements.joined') return [event.aggregate_id];
  return [...new Set([event.aggregate_id, ...event.payload.element_ids])];
}

/** The element that an event creates or deletes; null for other events. */
export function carriedElement<E extends ElementRecord>(event: PlannedEvent<E>): E | null {
  return event.type === 'level.created' ||
    event.type === 'element.created' ||
    event.type === 'element.deleted'
    ? event.payload.element
    : null;
}

/** Whether events of each type record runs, which restricted agents must not see; a new type does not compile without an entry. */
const RECORDS_RUN: Readonly<Record<EventType, boolean>> = {
  'level.created': false,
  'element.created': false,
  'model.imported': false,
  'import.reverted': false,
  'import.matched': false,
  'element.hosted': false,
  'element.modified': false,
  'element.deleted': false,
  'elements.joined': false,
  'branch.created': false,
  'branch.discarded': false,
  'branch.merged': false,
  'branch.restored': false,
  'event.reverted': false,
  'event.voided': false,
  'event.passed_over': false,
  'run.permitted': true,
  'run.started': true,
  'run.begun': true,
  'run.unfinished': true,
  'tool.run': true,
  'experiment.run': true,
  'validation.run': true,
  'clash.excluded': false,
  'name.given': false,
  'topic.created': false,
  'topic.updated': false,
  'view.created': false,
  'sheet.created': false,
  'schedule.generated': false,
  'export.created': false,
};

/** Whether an event records a run. Runs have no place in the building, so a READ scope does not determine their visibility. */
export function isRunRecord({ type }: Pick<PlannedEvent, 'type'>): boolean {
  return RECORDS_RUN[type];
}

/** Whether an event only records a run or a generated file, on which no other change can depend. */
export function leavesModel(event: Pick<PlannedEvent, 'type'>): boolean {
  return isRunRecord(event) || RUN_TYPES.some((type) => type === event.type);
}

/** Whether READ on the branch is not sufficient for an event: runs, voided events, exports of other files. */
export function isBeyondBranch(event: PlannedEvent): boolean {
  if (event.type === 'export.created') return event.payload.of_files === true;
  return event.type === 'event.voided' || isRunRecord(event);
}
