/** @module fixture-talk: how the fixture's tools talk to their client once the gate has answered. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { GateAnswer } from '../../governance/gate/entered-answer.ts';
import { callResult, type CallResult } from '../../servers/host/call-result.ts';
import type { Client, Features, InputRequired } from '../../servers/host/features.ts';
import { INVALID_PARAMS, RequestFault } from '../../servers/host/requests.ts';
import { PIXEL } from './fixture-tools.ts';

type Inputs = NonNullable<InputRequired['inputRequests']>;
type Input = Inputs[string];
/** What a tool still needs from its client; null if nothing. */
type Round = (client: Client) => InputRequired | null;

const key = randomBytes(32);

/** A state with its signature, so that the client cannot alter it. */
function sign(text: string): string {
  return `${text}.${createHmac('sha256', key).update(text).digest('hex')}`;
}

/** The text of a state that this process has signed. Throws RequestFault for any other state. */
function verifiedText(state: string): string {
  const [text = ''] = state.split('.');
  const [received, expected] = [Buffer.from(state), Buffer.from(sign(text))];
  if (received.length === expected.length && timingSafeEqual(received, expected)) return text;
  throw new RequestFault(INVALID_PARAMS, 'the request state is not one that this server made');
}

const form = (message: string, field: string): Input => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: { type: 'string' } },
      required: [field],
    },
  },
});
const sample = (text: string): Input => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 },
});
const roots: Input = { method: 'roots/list' };

function required(inputRequests: Inputs, state?: string): InputRequired {
  return {
    resultType: 'input_required',
    inputRequests,
    ...(state === undefined ? {} : { requestState: sign(state) }),
  };
}

/** Requests all of these inputs until the client has sent them. */
const requireInputs =
  (inputs: Inputs, state?: string): Round =>
  (client) => {
    if (client.state !== undefined && state !== undefined && verifiedText(client.state) !== state) {
      throw new RequestFault(INVALID_PARAMS, 'the request state is that of another round');
    }
    const missing = Object.keys(inputs).some((name) => !isAnswer(client.inputs[name]));
    return missing ? required(inputs, state) : null;
  };

function isAnswer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const confirm = { confirm: form('Please confirm', 'ok') };

/** Tools that request input through their answers (protocol version 2026-07-28). */
export const ROUNDS: ReadonlyMap<string, Round> = new Map([
  [
    'test_input_required_result_elicitation',
    requireInputs({ user_name: form('What is your name?', 'name') }),
  ],
  [
    'test_input_required_result_sampling',
    requireInputs({ capital_question: sample('What is the capital of France?') }),
  ],
  ['test_input_required_result_list_roots', requireInputs({ client_roots: roots })],
  ['test_input_required_result_request_state', requireInputs(confirm, 'state')],
  ['test_input_required_result_tampered_state', requireInputs(confirm, 'state')],
  [
    'test_input_required_result_multiple_inputs',
    requireInputs(
      {
        user_name: form('What is your name?', 'name'),
        greeting: sample('Generate a greeting'),
        client_roots: roots,
      },
      'all',
    ),
  ],
  [
    'test_input_required_result_multi_round',
    (client) => {
      const round = client.state === undefined ? 'first' : verifiedText(client.state);
      const [first, second] = [
        { step1: form('Step 1: What is your name?', 'name') },
        { step2: form('Step 2: What is your favorite color?', 'color') },
      ];
      if (round === 'first') {
        return client.state === undefined || !isAnswer(client.inputs['step1'])
          ? required(first, 'first')
          : required(second, 'second');
      }
      return isAnswer(client.inputs['step2']) ? null : required(second, 'second');
    },
  ],
  [
    'test_input_required_result_capabilities',
    ({ capabilities, inputs }) => {
      const able: Inputs = {
        ...(Object.hasOwn(capabilities, 'sampling') ? { greeting: sample('Say hello') } : {}),
        ...(Object.hasOwn(capabilities, 'elicitation') ? { name: form('Your name?', 'name') } : {}),
      };
      return Object.keys(able).every((name) => isAnswer(inputs[name])) ? null : required(able);
    },
  ],
  ['test_missing_capability', requireInputs({ greeting: sample('Say hello') })],
  ['test_streaming_elicitation', requireInputs({ name: form('Your name?', 'name') })],
  [
    'test_input_required_result_prompt',
    requireInputs({ user_context: form('What context should the prompt use?', 'context') }),
  ],
]);

const RESOURCE = {
  type: 'resource',
  resource: {
    uri: 'test://embedded-resource',
    mimeType: 'text/plain',
    text: 'This is an embedded resource content.',
  },
} as const;
const CONTENT: ReadonlyMap<string, CallResult['content']> = new Map<string, CallResult['content']>([
  ['test_audio_content', [{ type: 'audio', data: silence(), mimeType: 'audio/wav' }]],
  ['test_embedded_resource', [RESOURCE]],
  [
    'test_multiple_content_types',
    [
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { ...RESOURCE, resource: { ...RESOURCE.resource, uri: 'test://mixed-content-resource' } },
    ],
  ],
]);

/** A WAV file without samples, in base64. */
function silence(): string {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  return header.toString('base64');
}

const options = ['option1', 'option2', 'option3'];
const titled = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
];
/** A request to the client: its method and its parameters. */
type Question = (given: unknown) => readonly [string, object];
/** Tools that send requests to the client (protocol versions up to 2025-11-25). */
const QUESTIONS: ReadonlyMap<string, Question> = new Map<string, Question>([
  [
    'test_sampling',
    (given) => [
      'sampling/createMessage',
      {
        messages: [{ role: 'user', content: { type: 'text', text: textIn(given, 'prompt') } }],
        maxTokens: 100,
      },
    ],
  ],
  [
    'test_elicitation',
    (given) =>
      elicitation(
        textIn(given, 'message'),
        {
          username: { type: 'string' },
          email: { type: 'string' },
        },
        ['username', 'email'],
      ),
  ],
  [
    'test_elicitation_sep1034_defaults',
    () =>
      elicitation('Check the defaults', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
  ],
  [
    'test_elicitation_sep1330_enums',
    () =>
      elicitation('Choose', {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['One', 'Two', 'Three'],
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      }),
  ],
]);

function elicitation(
  message: string,
  properties: object,
  needed: readonly string[] = [],
): readonly [string, object] {
  return [
    'elicitation/create',
    { message, requestedSchema: { type: 'object', properties, required: needed } },
  ];
}

function textIn(given: unknown, name: string): string {
  const text: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : '';
  return typeof text === 'string' ? text : '';
}

/** The result for the client. `test_trigger_tool_change` calls `toolsChanged`. */
export function talkToClient(toolsChanged: () => void): Features['finish'] {
  return async ({ name, arguments: given }, answer: GateAnswer, client) => {
    const result = callResult(answer);
    if (answer.isError) return result;
    const round = ROUNDS.get(name)?.(client) ?? null;
    if (round !== null) return round;
    if (name === 'test_trigger_tool_change') toolsChanged();
    if (name === 'test_tool_with_logging' || name === 'test_logging_tool') {
      for (const text of [
        'Tool execution started',
        'Tool processing data',
        'Tool execution completed',
      ]) {
        await client.log('info', text);
        await pause(20);
      }
    }
    const question = QUESTIONS.get(name)?.(given);
    const reply = question === undefined ? undefined : await client.ask?.(...question);
    return {
      ...result,
      content: [
        ...result.content,
        ...(CONTENT.get(name) ?? []),
        ...(reply === undefined ? [] : [{ type: 'text' as const, text: JSON.stringify(reply) }]),
      ],
    };
  };
}
