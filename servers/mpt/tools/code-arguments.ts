/** @module code-arguments: what code_js and code_python have in common: arguments, output and the run. */
import * as z from 'zod';

import {
  answerOfPreview,
  answerOfRun,
  PROGRAM_OUTPUT,
  RUN_REFUSALS,
  runOutput,
} from '../run-answer.ts';
import type { RunCaller } from '../run-caller.ts';
import type { ToolCall, ToolsView } from '../view.ts';

/** Name of the file from which a program reads `inputs`. */
const INPUTS_FILE = 'inputs.json';

/** The arguments of a program. */
const CodeInput = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(262_144)
    .describe('Source text; the value of its last expression is the result.'),
  files: z
    .record(
      z.string(),
      z.union([
        z.string(),
        z.strictObject({
          artifact: z.string().min(1).max(1000).describe('Path of a file below artifacts/.'),
        }),
      ]),
    )
    .describe(
      'Files the program may read, by relative name: text, or {artifact: path below artifacts/}.',
    )
    .optional(),
  inputs: z
    .record(z.string(), z.unknown())
    .describe(`JSON values the program reads from the file ${INPUTS_FILE}.`)
    .optional(),
});

/** What the tools of programs have in common. */
export const PROGRAM_TOOL = {
  action: 'CREATE',
  openWorld: false,
  input: CodeInput,
  output: runOutput(PROGRAM_OUTPUT),
  refusals: RUN_REFUSALS,
} as const;

type ProgramCall = readonly [input: z.output<typeof CodeInput>, view: ToolsView, caller: RunCaller];

/** `run` and `preview` of a tool of programs. */
export function runsProgram(tool: string): {
  readonly run: (...call: ProgramCall) => Promise<ReturnType<typeof answerOfRun>>;
  readonly preview: (...call: ProgramCall) => Promise<ReturnType<typeof answerOfPreview>>;
} {
  return {
    run: async (input, view, caller) =>
      answerOfRun(await view.call(programCall(tool, input), caller)),
    preview: async (input, view, caller) =>
      answerOfPreview(await view.previewCall(programCall(tool, input), caller)),
  };
}

/** The call of a program. `inputs` become one more file. */
function programCall(tool: string, { code, files, inputs }: z.output<typeof CodeInput>): ToolCall {
  const allFiles = {
    ...files,
    ...(inputs === undefined ? {} : { [INPUTS_FILE]: JSON.stringify(inputs) }),
  };
  return { tool, input: Object.keys(allFiles).length === 0 ? { code } : { code, files: allFiles } };
}
