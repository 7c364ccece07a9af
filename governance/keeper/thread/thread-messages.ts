/** @module thread-messages: what the keeper's thread is started with, and the messages between it and its process. */
import * as z from 'zod';

/** `logKeyPath` null: the key in the workspace's own folder. `process_id` null: a process that begins no runs. */
export const ThreadData = z.strictObject({
  dir: z.string(),
  logKeyPath: z.string().nullable(),
  process_id: z.string().nullable(),
  /** Address of the module that exports `eventChecks`. */
  checks: z.url({ protocol: /^file$/ }),
});
export type ThreadData = z.output<typeof ThreadData>;

/** `stand_by`: make ready to take over. `compete`: take the lock if it is free; `cold`: no keeper was met before, so the store is read from end to end before it is used. */
export const ThreadCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('compete'), cold: z.boolean() }),
  z.strictObject({ command: z.literal('stand_by') }),
  z.strictObject({ command: z.literal('stop') }),
]);
export type ThreadCommand = z.output<typeof ThreadCommand>;

/** `failed`: the lock was won, but the store cannot be used. */
export const ThreadStatus = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('keeper') }),
  z.strictObject({ status: z.literal('busy') }),
  z.strictObject({ status: z.literal('stopped') }),
  z.strictObject({
    status: z.literal('failed'),
    code: z
      .enum([
        'NEWER_VERSION',
        'CORRUPT',
        'NOT_A_WORKSPACE',
        'LOCKED',
        'CHAIN_BROKEN',
        'DUPLICATE',
        'UNREACHABLE',
      ])
      .nullable(),
    message: z.string(),
  }),
]);
export type ThreadStatus = z.output<typeof ThreadStatus>;
