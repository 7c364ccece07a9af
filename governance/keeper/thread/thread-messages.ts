/** @module thread-messages: the start data of the keeper's thread, and the messages between it and its process. */
import * as z from 'zod';

/** `logKeyPath` null: the key in the workspace's own folder. `process_id` null: a process that starts no runs. */
export const ThreadData = z.strictObject({
  dir: z.string(),
  logKeyPath: z.string().nullable(),
  process_id: z.string().nullable(),
  /** Address of the module that exports `eventChecks`. */
  checks: z.url({ protocol: /^file$/ }),
});
export type ThreadData = z.output<typeof ThreadData>;

/** `stand_by`: prepare a takeover. `compete`: take the lock if it is free; `cold`: no keeper was found before, so the store is checked completely. `rest`: stop unless this thread is the keeper. */
export const ThreadCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('compete'), cold: z.boolean() }),
  z.strictObject({ command: z.literal('stand_by') }),
  z.strictObject({ command: z.literal('rest') }),
  z.strictObject({ command: z.literal('stop') }),
]);
export type ThreadCommand = z.output<typeof ThreadCommand>;

/** `failed`: the lock was taken, but the store cannot be used. */
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
