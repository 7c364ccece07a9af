/** @module read-message: parses a line from a client as a protocol message, or as a request to refuse. */
import * as z from 'zod';

import { NotUtf8, utf8Text } from '../../kernel/base/text/utf8.ts';
import { useIssueWords } from '../../schemas/issue-words.ts';
import { BATCH_MESSAGES, NO_BATCH } from './batch.ts';

useIssueWords();

/** Maximum size of a call, bytes: 10 MiB. */
export const CALL_BYTES = 10 * 1024 * 1024;
/** Maximum length of a line, bytes: 64 MiB. A longer line is discarded unread. */
export const LINE_BYTES = 64 * 1024 * 1024;

/** Input that is not a call for a gate. `id` is null if the client sent no valid one. */
export type Unusable = {
  readonly id: string | number | null;
  /** Name of the tool, '' for a call without one; null if the message is not a call. */
  readonly tool: string | null;
  readonly arguments: unknown;
  readonly because: string;
  readonly hint: string;
  readonly tooLarge: boolean;
  /** Whether it is JSON, or was discarded unread: then the request is invalid (JSON-RPC 2.0, section 5.1). */
  readonly isJson: boolean;
};

const Version = z.literal('2.0');
const RequestId = z.union([z.string(), z.int()]);
const Meta = z.looseObject({ progressToken: z.union([z.string(), z.int()]).optional() });
const Params = z.looseObject({ _meta: Meta.optional() });
const Outgoing = { jsonrpc: Version, method: z.string(), params: Params.optional() };
/** A JSON-RPC 2.0 message, the same in both protocol versions. */
const Message = z.union([
  z.strictObject({ ...Outgoing, id: RequestId }),
  z.strictObject(Outgoing),
  z.strictObject({
    jsonrpc: Version,
    id: RequestId,
    result: z.looseObject({ _meta: z.looseObject({}).optional() }),
  }),
  z.strictObject({
    jsonrpc: Version,
    id: RequestId.optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  }),
]);
export type Message = z.output<typeof Message>;

const Call = z.looseObject({
  params: z.looseObject({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional(),
    _meta: Meta.optional(),
  }),
});

/** A message, or input to refuse. */
export type Read = { readonly message: Message } | { readonly unusable: Unusable };
/** The content of a line. */
export type ReadLine = Read | { readonly batch: readonly Read[] };

const Id = z.union([z.string(), z.number()]);
const Loose = z.looseObject({
  id: z.unknown().optional(),
  method: z.unknown().optional(),
  params: z.unknown().optional(),
});
const LooseParams = z.looseObject({
  name: z.unknown().optional(),
  arguments: z.unknown().optional(),
});

const SEND_CALL = 'send `params` with the `name` of a tool and an object `arguments`, and an `id`';
const SEND_MESSAGE = 'send an object with `jsonrpc`: "2.0", a `method` and, for a request, an `id`';
const SEND_LESS = 'send less at once, or refer to a file that the tool can read';

/** Parses the bytes of a line; null for an empty one. Text that is not UTF-8 is refused, even if it could be parsed. */
export function readLine(line: Buffer): ReadLine | null {
  try {
    const text = utf8Text(line).trim();
    return text === '' ? null : readMessage(text, line.length);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    return refused(null, {
      because: `${error.message} in the line`,
      hint: 'send JSON-RPC 2.0 in UTF-8, one message per line',
      isJson: false,
    });
  }
}

/** Parses a line, which may be a batch; null: a line that was too long and has been discarded. */
export function readMessage(text: string | null, bytes: number): ReadLine {
  if (text === null) return refused(null, large(bytes, LINE_BYTES));
  const value = parsed(text);
  if (value === undefined) {
    return refused(null, {
      because: 'the line is not JSON',
      hint: 'send JSON-RPC 2.0, one message per line',
      isJson: false,
    });
  }
  if (!Array.isArray(value) || value.length === 0) return readValue(value, bytes);
  if (bytes > CALL_BYTES) return refused(null, large(bytes, CALL_BYTES));
  if (value.length > BATCH_MESSAGES) {
    const because = `the batch has ${value.length} messages, expected at most ${BATCH_MESSAGES}`;
    return refused(null, { because, hint: 'send several batches' });
  }
  return { batch: value.map((one: unknown) => readValue(one, 0)) };
}

function readValue(given: unknown, bytes: number): Read {
  const value = withPresentParams(given);
  const message = Message.safeParse(value);
  const loose = Loose.safeParse(value);
  if (loose.data?.method !== 'tools/call') {
    return message.success
      ? { message: message.data }
      : refused(loose.data, {
          because: 'the line is not a JSON-RPC 2.0 message',
          hint: SEND_MESSAGE,
        });
  }
  if (bytes > CALL_BYTES) return refused(loose.data, large(bytes, CALL_BYTES));
  const call = Call.safeParse(value);
  if (!call.success) {
    const [issue] = call.error.issues;
    const because = `the call is malformed: \`${issue?.path.join('.') ?? ''}\`: ${issue?.message ?? ''}`;
    return refused(loose.data, { because, hint: SEND_CALL });
  }
  if (namesPrototype(value)) return refused(loose.data, PROTOTYPE_NAMED);
  if (message.success && 'id' in message.data) return { message: message.data };
  return refused(loose.data, { because: 'the call has no valid `id`', hint: SEND_CALL });
}

/** Why a call with an argument of that name is refused: parsers before the gate would drop it silently. */
export const PROTOTYPE_NAMED = {
  because: 'an argument is called `__proto__`, expected another name; nothing was changed',
  hint: 'omit it, or use another name',
};

/** Whether an argument of a call is called `__proto__`. The gate finds this name anywhere else in a call. */
export function namesPrototype(message: unknown): boolean {
  const params = Loose.safeParse(message).data?.params;
  const given = LooseParams.safeParse(params).data?.arguments;
  return typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__');
}

/** Parameters of methods for which some clients send `null` instead of leaving them out. */
const OPTIONAL_PARAMS = ['arguments', 'cursor'];

/** The message without each `null` for an optional parameter. */
export function withPresentParams(message: unknown): unknown {
  const params = Loose.safeParse(message).data?.params;
  if (typeof message !== 'object' || typeof params !== 'object' || params === null) return message;
  const isAbsent = (name: string): boolean =>
    Object.hasOwn(params, name) && Reflect.get(params, name) === null;
  if (!OPTIONAL_PARAMS.some(isAbsent)) return message;
  const present = Object.entries(params).filter(
    ([name]) => !OPTIONAL_PARAMS.includes(name) || !isAbsent(name),
  );
  return { ...message, params: Object.fromEntries(present) };
}

/** Whether a value is a protocol message. */
export function isMessage(value: unknown): boolean {
  return Message.safeParse(value).success;
}

/** The refusal of a batch in a version without batches, or of a message that a batch must not contain. */
export function batchRefusal(because: string, message?: Message): { readonly unusable: Unusable } {
  return refused(message, {
    because: `${because}; ${NO_BATCH}`,
    hint: 'send one message per line',
  });
}

function large(bytes: number, most: number): Pick<Unusable, 'because' | 'hint'> {
  return { because: `the message has ${bytes} bytes, expected at most ${most}`, hint: SEND_LESS };
}

type Because = Pick<Unusable, 'because' | 'hint'> & { readonly isJson?: boolean };

function refused(
  message: z.output<typeof Loose> | null | undefined,
  { because, hint, isJson = true }: Because,
): { readonly unusable: Unusable } {
  const id = Id.safeParse(message?.id);
  const params = LooseParams.safeParse(message?.params);
  const name = params.data?.name;
  const isCall = message?.method === 'tools/call';
  return {
    unusable: {
      id: id.success ? id.data : null,
      tool: isCall ? (typeof name === 'string' ? name : '') : null,
      arguments: params.data?.arguments,
      because,
      hint,
      tooLarge: hint === SEND_LESS,
      isJson,
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports a line that is not JSON.
    return undefined;
  }
}
