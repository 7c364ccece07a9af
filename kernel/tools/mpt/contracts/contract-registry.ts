/** @module contract-registry: the declared tools with their compiled schemas; undeclared tools are refused. */
import type { ValidateFunction } from 'ajv/dist/2020.js';

import { digestOf } from '../../../base/canonical/hash.ts';
import { ToolRefusal } from '../refusals.ts';
import { compileSchema, faultOf, readContract } from './contract.ts';
import type { Schema, ToolContract } from './contract.ts';

/** A declared tool. */
export type RegisteredTool = {
  readonly contract: ToolContract;
  /** SHA-256 of the canonical JSON of the contract. */
  readonly sha256: string;
  /** Undefined when `io_schema` is missing or does not compile; `schema_fault` then has the reason. */
  readonly io: CompiledIo | undefined;
  readonly schema_fault: string;
};

/** The two schemas of a tool, compiled. */
export type CompiledIo = {
  readonly in: Schema;
  readonly out: Schema;
  readonly isInput: ValidateFunction;
  readonly isOutput: ValidateFunction;
};

/** Registers contracts by `tool_id`. Throws for an invalid contract and for two contracts with the same id. */
export function createRegistry(
  contracts: readonly ToolContract[],
): ReadonlyMap<string, RegisteredTool> {
  const registry = new Map<string, RegisteredTool>();
  for (const contract of contracts) {
    const verdict = readContract(contract);
    if (!verdict.ok) throw new Error(verdict.message);
    if (registry.has(contract.tool_id)) {
      throw new Error(`expected one contract of \`${contract.tool_id}\`, received two`);
    }
    registry.set(contract.tool_id, registerTool(verdict.value));
  }
  return registry;
}

/** Registers one contract. Its schemas are compiled on first use, because most runs need the schemas of one tool. */
export function registerTool(contract: ToolContract): RegisteredTool {
  let schemas: Schemas | undefined;
  const compiled = (): Schemas => (schemas ??= schemasOf(contract));
  return {
    contract,
    sha256: digestOf(contract),
    get io() {
      return compiled().io;
    },
    get schema_fault() {
      return compiled().schema_fault;
    },
  };
}

type Schemas = Pick<RegisteredTool, 'io' | 'schema_fault'>;

function schemasOf({ io_schema }: ToolContract): Schemas {
  const { in: input, out: output } = io_schema ?? {};
  if (input === undefined || output === undefined) {
    return { io: undefined, schema_fault: 'io_schema needs both in and out' };
  }
  try {
    const io = {
      in: input,
      out: output,
      isInput: compileSchema(input),
      isOutput: compileSchema(output),
    };
    return { io, schema_fault: '' };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it does not compile';
    return {
      io: undefined,
      schema_fault: `io_schema does not compile: ${message.slice(0, 200)}`,
    };
  }
}

/**
 * The integrity gate: returns the tool if it is declared and verified, matches its pin, and has both schemas.
 *
 * @param pins digests that contracts must have, by tool id
 * @throws {ToolRefusal} TOOL_UNSAFE or TOOL_SCHEMA_MISS
 */
export function declaredTool(
  registry: ReadonlyMap<string, RegisteredTool>,
  tool_id: string,
  pins: Readonly<Record<string, string>>,
): RegisteredTool & { readonly io: CompiledIo } {
  const tool = registry.get(tool_id);
  if (tool === undefined) {
    // Servers list tools under other names: `code_python` is `code.python`
    const canonical = tool_id.replace('_', '.');
    const also = registry.has(canonical) ? `; its canonical name is \`${canonical}\`` : '';
    throw new ToolRefusal('TOOL_UNSAFE', `the tool \`${tool_id}\` is not declared${also}`, {
      rule: 'undeclared_tool',
      declared: [...registry.keys()].slice(0, 50),
    });
  }
  const { contract, sha256, io } = tool;
  if (contract.safety_level !== 'verified') {
    throw new ToolRefusal(
      'TOOL_UNSAFE',
      `the tool \`${tool_id}\` is ${contract.safety_level}, only verified tools run`,
      { rule: 'safety_level' },
    );
  }
  const pin = Object.hasOwn(pins, tool_id) ? pins[tool_id] : undefined;
  if (pin !== undefined && pin !== sha256) {
    throw new ToolRefusal('TOOL_UNSAFE', `the contract of \`${tool_id}\` is not the pinned one`, {
      rule: 'contract_hash',
      got: sha256,
      want: pin,
    });
  }
  if (io === undefined) {
    throw new ToolRefusal('TOOL_SCHEMA_MISS', `\`${tool_id}\`: ${tool.schema_fault}`, {});
  }
  return { ...tool, io };
}

/**
 * Validates the input or output of a tool.
 *
 * @throws {ToolRefusal} TOOL_SCHEMA_MISS if the value is invalid
 */
export function mustFit(
  validate: ValidateFunction,
  value: unknown,
  what: 'input' | 'output',
): void {
  if (!validate(value)) {
    throw new ToolRefusal('TOOL_SCHEMA_MISS', faultOf(validate.errors, what), { side: what });
  }
}
