/** @module code-arguments: the arguments of both tools that run programs. */
import * as z from 'zod';

import type { ToolCall } from '../view.ts';

/** The file of the program's `inputs`. */
const INPUTS_FILE = 'inputs.json';

export const CodeInput = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(262_144)
    .describe('Program; the value of its last expression is the result.'),
  files: z
    .record(
      z.string(),
      z.union([z.string(), z.strictObject({ artifact: z.string().min(1).max(1000) })]),
    )
    .describe('Files it may read, by relative name: text, or {artifact: path below artifacts/}.')
    .optional(),
  inputs: z
    .record(z.string(), z.unknown())
    .describe(`JSON that it finds as the file ${INPUTS_FILE}.`)
    .optional(),
});

/** The call of a program; `inputs` become a file beside the others. */
export function programCall(
  tool: string,
  { code, files, inputs }: z.output<typeof CodeInput>,
): ToolCall {
  const given = {
    ...files,
    ...(inputs === undefined ? {} : { [INPUTS_FILE]: JSON.stringify(inputs) }),
  };
  return { tool, input: Object.keys(given).length === 0 ? { code } : { code, files: given } };
}
