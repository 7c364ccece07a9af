/** @module event-schemas: validates events from outside the process: rows of a store, plans on a socket, lines of an export. */
import * as z from 'zod';

import { CompiledValidator } from './compiled-validator.ts';
import { FINDINGS_KEPT, MAX_NAMED_ELEMENTS, MAX_PART_CHARS, RUN_TYPES } from './events.ts';
import type {
  EventPayloads,
  EventRecord,
  EventType,
  IdentifiedEvent,
  Json,
  StoredEvent,
} from './events.ts';
import {
  ElementSchema,
  ImportMatchesSchema,
  ImportRecordSchema,
  ImportRevertedSchema,
} from './imports.ts';
import { TopicCreated, TopicUpdated } from './topics/topics.ts';

/** Any value from `JSON.parse`. */
const AnyJson: z.ZodType<Json> = z.any();
const JsonByName = z.record(z.string(), AnyJson);
const Text = z.string();
const Seq = z.number().int();
/** Members of a set with their places. */
const MemberPlaces = z.array(z.strictObject({ at: Seq, id: Text }));

const Place = z.strictObject({ x: z.number(), y: z.number(), z: z.number() });
const Finding = z.strictObject({
  box: z.strictObject({ max: Place, min: Place }).nullable(),
  check: Text,
  details: JsonByName,
  element_ids: z.array(Text),
  finding_id: Text,
  level_id: Text.nullable(),
  location: Place.nullable(),
  message: Text,
  severity: z.enum(['error', 'warning', 'advisory']),
  since: Text,
});

const Created = z.strictObject({ element: ElementSchema });
const Drawing = z.strictObject({ definition: JsonByName, level_ids: z.array(Text) });
const Artefact = z.strictObject({
  counts: JsonByName,
  file: z.strictObject({ bytes: Seq, media_type: Text, path: Text, sha256: Text }),
  found: z.literal(true).exactOptional(),
  head: z.strictObject({ at: Text.nullable(), branch: Text, seq: Seq.nullable() }),
  of_files: z.literal(true).exactOptional(),
  options: JsonByName,
  replaces: Text.nullable().exactOptional(),
  sight: Text.exactOptional(),
  tool: Text,
  whole: z.boolean(),
});
const Permit = z.strictObject({
  input_digest: Text,
  run: z.enum(RUN_TYPES),
  server: Text,
  tool: Text,
});
const Begun = z.strictObject({
  by: z.strictObject({ kind: z.enum(['agent', 'human']), name: Text, session_id: Text }),
  call: Seq,
  exec_id: Text,
  input_sha256: Text,
  most: z.strictObject({ calls: Seq, concurrent: Seq, web_requests: Seq }),
  process: z.strictObject({ host: Text, id: Text, pid: Seq }),
  record_id: Text,
  run_id: Text,
  server: Text,
  tool: Text,
  web_requests: Seq,
});

/**
 * Names of elements in plans, in the format of tools and scripts. The keeper requires this format in plans; logs and
 * approvals with other names stay readable.
 */
export const NamePlanned = z.strictObject({
  elements: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[\w-]{1,100}$/u),
        part: z
          .string()
          .max(MAX_PART_CHARS)
          .regex(/^(?:[\w-]+(?:\.[\w-]+)*)?$/u),
      }),
    )
    .max(MAX_NAMED_ELEMENTS),
  name: z.string().regex(/^[A-Za-z]\w{0,59}$/u),
});

/** Types of events in a ledger. */
type StoredType = Exclude<EventType, 'event.passed_over'>;

/** The payload of each type. Keys are in the order of storage, so that no value has to be copied. */
const PAYLOADS = {
  'branch.created': z.strictObject({ from: Text, from_seq: Seq, name: Text }),
  'branch.discarded': z.strictObject({ name: Text }),
  'branch.merged': z.strictObject({
    source: Text,
    source_seq: Seq,
    target: Text,
    target_seq: Seq,
  }),
  'branch.restored': z.strictObject({ to_seq: Seq }),
  'clash.excluded': z.strictObject({
    because: Text,
    clash_id: Text,
    element_ids: z.array(Text),
    excluded: z.boolean(),
  }),
  'element.created': Created,
  'element.deleted': z.strictObject({ cascade_of: Text.nullable(), element: ElementSchema }),
  'element.hosted': z.strictObject({ host_id: Text, hosted_id: Text }),
  'element.modified': z.strictObject({
    members: z.strictObject({ added: MemberPlaces, removed: MemberPlaces }).exactOptional(),
    previous: JsonByName,
    updates: JsonByName,
  }),
  'elements.joined': z.strictObject({
    element_ids: z.array(Text).min(1),
    join_type: Text,
    previous: z.record(Text, Text),
  }),
  'event.reverted': z.strictObject({ event_id: Text, operation_id: Text }),
  'event.voided': z.strictObject({
    approver: Text,
    challenge: Text.exactOptional(),
    decided_at: Text,
    event_digest: Text,
    event_id: Text,
    public_key: Text,
    reason: Text.nullable(),
    seq: Seq,
    signature: Text,
    user_id: Text,
    why: Text,
  }),
  'experiment.run': z.discriminatedUnion('kind', [
    z.strictObject({
      config: JsonByName,
      files: z.record(Text, Text),
      folder: Text,
      kind: z.enum(['suite', 'scenario']),
      result: JsonByName,
      run_id: Text,
    }),
    z.strictObject({
      files: z.record(Text, Text),
      folder: Text,
      format: Text,
      kind: z.literal('export'),
      run_id: Text,
    }),
    z.strictObject({
      context: Text,
      digest: Text,
      episode_id: Text,
      folder: Text,
      kind: z.literal('live'),
      public_key: Text,
      run_id: Text,
      signature: Text,
      status: Text,
    }),
  ]),
  'export.created': Artefact,
  'import.matched': ImportMatchesSchema,
  'import.reverted': ImportRevertedSchema,
  'level.created': Created,
  'model.imported': ImportRecordSchema,
  'name.given': z.strictObject({
    elements: z.array(z.strictObject({ id: Text, part: Text })).max(MAX_NAMED_ELEMENTS),
    name: Text,
  }),
  'run.begun': Begun,
  'run.permitted': Permit,
  'run.started': Permit,
  'run.unfinished': z.strictObject({ because: Text, begun_seq: Seq, run_id: Text, tool: Text }),
  'schedule.generated': Artefact,
  'sheet.created': Drawing,
  'tool.run': JsonByName,
  'topic.created': TopicCreated,
  'topic.updated': TopicUpdated,
  'validation.run': z.strictObject({
    findings: z.array(Finding).max(FINDINGS_KEPT),
    found: Seq,
    head: z.strictObject({ branch: Text, branch_seq: Seq, seq: Seq }),
    options: JsonByName,
    sight: Text.exactOptional(),
    summary: JsonByName,
    tool: Text,
    whole: z.boolean(),
  }),
  'view.created': Drawing,
} as const satisfies { readonly [T in StoredType]: z.ZodType<EventPayloads[T]> };

/** Whether this version knows events of the type. */
export function isEventType(type: string): type is StoredType {
  return Object.hasOwn(PAYLOADS, type);
}

type Payload<T extends StoredType> = (typeof PAYLOADS)[T];

function identifiedSchema<T extends StoredType>(
  type: T,
): z.ZodObject<
  {
    event_id: z.ZodString;
    type: z.ZodLiteral<T>;
    aggregate_id: z.ZodString;
    payload: Payload<T>;
  },
  z.core.$strict
> {
  return z.strictObject({
    event_id: Text,
    type: z.literal(type),
    aggregate_id: Text,
    payload: PAYLOADS[type],
  });
}

/** An event in a plan, fixed before anyone approves. `event.voided` is never planned: the keeper creates it. */
export const IdentifiedEventSchema: z.ZodType<IdentifiedEvent> = z.discriminatedUnion('type', [
  identifiedSchema('branch.created'),
  identifiedSchema('branch.discarded'),
  identifiedSchema('branch.merged'),
  identifiedSchema('branch.restored'),
  identifiedSchema('clash.excluded'),
  identifiedSchema('element.created'),
  identifiedSchema('element.deleted'),
  identifiedSchema('element.hosted'),
  identifiedSchema('element.modified'),
  identifiedSchema('elements.joined'),
  identifiedSchema('event.reverted'),
  identifiedSchema('experiment.run'),
  identifiedSchema('export.created'),
  identifiedSchema('import.matched'),
  identifiedSchema('import.reverted'),
  identifiedSchema('level.created'),
  identifiedSchema('model.imported'),
  identifiedSchema('name.given'),
  identifiedSchema('run.begun'),
  identifiedSchema('run.permitted'),
  identifiedSchema('run.started'),
  identifiedSchema('run.unfinished'),
  identifiedSchema('schedule.generated'),
  identifiedSchema('sheet.created'),
  identifiedSchema('tool.run'),
  identifiedSchema('topic.created'),
  identifiedSchema('topic.updated'),
  identifiedSchema('validation.run'),
  identifiedSchema('view.created'),
]);

const Frame = {
  agent_id: Text.nullable(),
  aggregate_id: Text,
  approval_id: Text.nullable(),
  at: Text,
  branch: Text,
  branch_seq: Seq,
  event_id: Text,
  operation_id: Text,
  payload: JsonByName,
  reasoning: Text.nullable(),
  seq: Seq,
  type: Text,
  user_id: Text,
} as const;

function storedSchema<T extends StoredType>(
  type: T,
): z.ZodObject<
  Omit<typeof Frame, 'payload' | 'type'> & { payload: Payload<T>; type: z.ZodLiteral<T> },
  z.core.$strict
> {
  // Existing keys keep their position.
  return z.strictObject({ ...Frame, payload: PAYLOADS[type], type: z.literal(type) });
}

const StoredEventSchema = z.discriminatedUnion('type', [
  storedSchema('branch.created'),
  storedSchema('branch.discarded'),
  storedSchema('branch.merged'),
  storedSchema('branch.restored'),
  storedSchema('clash.excluded'),
  storedSchema('element.created'),
  storedSchema('element.deleted'),
  storedSchema('element.hosted'),
  storedSchema('element.modified'),
  storedSchema('elements.joined'),
  storedSchema('event.reverted'),
  storedSchema('event.voided'),
  storedSchema('experiment.run'),
  storedSchema('export.created'),
  storedSchema('import.matched'),
  storedSchema('import.reverted'),
  storedSchema('level.created'),
  storedSchema('model.imported'),
  storedSchema('name.given'),
  storedSchema('run.begun'),
  storedSchema('run.permitted'),
  storedSchema('run.started'),
  storedSchema('run.unfinished'),
  storedSchema('schedule.generated'),
  storedSchema('sheet.created'),
  storedSchema('tool.run'),
  storedSchema('topic.created'),
  storedSchema('topic.updated'),
  storedSchema('validation.run'),
  storedSchema('view.created'),
]);

/** Validates an event with its payload. */
export const storedEvents: CompiledValidator<StoredEvent> = new CompiledValidator(
  StoredEventSchema,
);

/** An event of any type with any payload. */
export const EventRecordSchema = z.strictObject(Frame);

/** Validates an event of any type with any payload. */
export const eventRecords: CompiledValidator<EventRecord> = new CompiledValidator(
  EventRecordSchema,
);

/**
 * Whether the payload of an event has the key `__proto__`. Schemas silently drop it, so that readers would get an event that
 * differs from the stored one. No writer creates such an event.
 */
export function hasProtoKey(event: unknown): boolean {
  if (typeof event !== 'object' || event === null || !('payload' in event)) return false;
  const { payload } = event;
  return typeof payload === 'object' && payload !== null && Object.hasOwn(payload, '__proto__');
}
