/** @module fits-listed: checks whether an answer fits the listed schema of its tool, as the SDK's clients do for every answer. */
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type {
  JsonSchemaType,
  JsonSchemaValidator,
  jsonSchemaValidator,
} from '@modelcontextprotocol/sdk/validation/types.js';

import type { ListedTool } from '../../governance/tool/registry.ts';

const provider = new AjvJsonSchemaValidator();
/** Keyed by the text of the schema: compiling one costs more than most calls. */
const compiled = new Map<string, JsonSchemaValidator<unknown>>();

/** The SDK's validator, which compiles a schema on first use, and once for all clients. */
export const SHARED_VALIDATOR: jsonSchemaValidator = {
  getValidator: <T>(schema: JsonSchemaType) => {
    const text = JSON.stringify(schema);
    return (answer: unknown) => {
      const validate = compiled.get(text) ?? provider.getValidator<unknown>(schema);
      compiled.set(text, validate);
      return validate(answer) as ReturnType<JsonSchemaValidator<T>>;
    };
  },
};

/** Throws if an answer, refused or not, does not fit the listed schema of its tool. Answers of unlisted tools are not checked. */
export function assertFitsListed(
  tools: readonly Pick<ListedTool, 'name' | 'outputSchema'>[],
  name: string,
  answer: unknown,
): void {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return;
  const { valid, errorMessage } = SHARED_VALIDATOR.getValidator({ ...tool.outputSchema })(answer);
  if (valid) return;
  const shown = JSON.stringify(answer).slice(0, 2000);
  throw new Error(`what ${name} answered does not fit its outputSchema: ${errorMessage}\n${shown}`);
}
