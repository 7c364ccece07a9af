/** @module code-arguments: the arguments of code_js and code_python, and the call that they make. */
import * as z from 'zod';

import type { ToolCall } from '../view.ts';

/** Name of the file from which a program reads `inputs`. */
const INPUTS_FILE = 'inputs.json';

/** The arguments of a program. */
export const CodeInput = z.strictObject({
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

/** The call of a program. `inputs` become one more file. */
export function programCall(
  tool: string,
  { code, files, inputs }: z.output<typeof CodeInput>,
): ToolCall {
  const allFiles = {
    ...files,
    ...(inputs === undefined ? {} : { [INPUTS_FILE]: JSON.stringify(inputs) }),
  };
  return { tool, input: Object.keys(allFiles).length === 0 ? { code } : { code, files: allFiles } };
}
