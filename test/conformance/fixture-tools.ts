/** @module fixture-tools: the tools that the official conformance suite calls, defined like all other tools. */
import { setTimeout as pause } from 'node:timers/promises';

import * as z from 'zod';

import { defineJob, defineQuery, type ToolValue } from '../../governance/tool/define.ts';
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import { PICTURE_OUTPUT } from '../../governance/tool/stored-picture.ts';

/** A PNG picture of one red pixel, in base64. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const Said = z.looseObject({ said: z.string() });
type Tool = ToolValue<null>;

/** A tool with a fixed answer; fixture-talk.ts defines how it talks to its client. */
function fixedAnswer(name: string, said: string, input = z.strictObject({})): Tool {
  return defineQuery({
    name,
    title: name,
    description: 'Called by the conformance suite.',
    branched: false,
    input,
    output: Said,
    refusals: {},
    answer: () => ({ data: { said } }),
  });
}

const image: Tool = defineQuery({
  name: 'test_image_content',
  title: 'Image',
  description: 'Answers a picture.',
  branched: false,
  input: z.strictObject({}),
  output: Said.extend(PICTURE_OUTPUT),
  refusals: {},
  answer: () => ({
    data: { said: 'a picture' },
    pictures: [{ member: 'picture', media_type: 'image/png', base64: PIXEL }],
  }),
});

const failing: Tool = defineQuery({
  name: 'test_error_handling',
  title: 'Refusal',
  description: 'Always refuses.',
  branched: false,
  input: z.strictObject({}),
  output: Said,
  refusals: { INVALID_ARGUMENT: 'nothing helps' },
  answer: (_input, _view: null, { refuse }) =>
    refuse('INVALID_ARGUMENT', 'this tool intentionally returns an error for testing'),
});

const progressing: Tool = defineJob({
  name: 'test_tool_with_progress',
  title: 'Progress',
  description: 'Says how far it is.',
  action: 'READ',
  openWorld: false,
  input: z.strictObject({}),
  output: Said,
  refusals: {},
  async run(_input, _view: null, { progress }) {
    for (const done of [0, 50, 100]) {
      progress(done, 100, `${done} of 100`);
      await pause(20);
    }
    return { data: { said: 'done' }, events: [] };
  },
});

const NAMES = [
  'test_simple_text',
  'test_audio_content',
  'test_embedded_resource',
  'test_multiple_content_types',
  'test_tool_with_logging',
  'test_elicitation_sep1034_defaults',
  'test_elicitation_sep1330_enums',
  'test_input_required_result_elicitation',
  'test_input_required_result_sampling',
  'test_input_required_result_list_roots',
  'test_input_required_result_request_state',
  'test_input_required_result_multiple_inputs',
  'test_input_required_result_multi_round',
  'test_input_required_result_tampered_state',
  'test_input_required_result_capabilities',
  'test_missing_capability',
  'test_streaming_elicitation',
  'test_logging_tool',
  'test_trigger_tool_change',
];

/** The fixture's server. */
export const fixtureServer: ServerDefinition<null> = {
  runs: 'tool.run',
  name: 'conformance',
  title: 'Conformance',
  instructions: 'Only tests load this server.',
  tools: [
    image,
    failing,
    progressing,
    fixedAnswer('test_sampling', 'asked', z.strictObject({ prompt: z.string() })),
    fixedAnswer('test_elicitation', 'asked', z.strictObject({ message: z.string() })),
    ...NAMES.map((name) => fixedAnswer(name, `This is what \`${name}\` says.`)),
  ],
};
