/** @module validate-values: validates values by untrusted schemas; the worker thread loads only this module. */
import { registerTool } from '../contracts/contract-registry.ts';
import type { ToolContract } from '../contracts/contract.ts';

/** Values to validate, each with the side of `io_schema` that it must fit. */
export type ValidationJob = {
  readonly contract: ToolContract;
  readonly values: readonly { readonly side: 'in' | 'out'; readonly value: unknown }[];
};

/** `schema_fault` is empty when both schemas compile; `faults` has one line for each value, empty when it is valid. */
export type Validation = { readonly schema_fault: string; readonly faults: readonly string[] };

/** Compiles the schemas and validates the values, in the calling thread. */
export function validateValues({ contract, values }: ValidationJob): Validation {
  const { io, schema_fault } = registerTool(contract);
  if (io === undefined) return { schema_fault, faults: values.map(() => schema_fault) };
  const faults = values.map(({ side, value }) => {
    try {
      const fits = side === 'in' ? io.isInput(value) : io.isOutput(value);
      return fits ? '' : `does not fit io_schema.${side}`;
    } catch {
      return `io_schema.${side} cannot be followed to its end`;
    }
  });
  return { schema_fault: '', faults };
}
