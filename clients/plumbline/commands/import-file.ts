/** @module import-file: imports an IFC file, or shows how much of it is editable. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, parse, resolve } from 'node:path';

import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { systemCause } from '../../../kernel/base/files/system-error.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { watched } from '../../../kernel/base/work/checkpoint.ts';
import type { Recognition } from '../../../kernel/documents/ifc/recognise/recognise.ts';
import type { Scorecard } from '../../../kernel/documents/ifc/recognise/scorecard.ts';
import { scorecardLines } from '../../../servers/approvals/scorecard-lines.ts';
import { branchOf, connected, outcomeOf, toolNamed } from '../calls/tool-call.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { registryIn, workspaceDir } from '../session.ts';
import { revisionArguments } from './revision-arguments.ts';

/** Number of characters of the identifier of a file's building. */
const LINEAGE_DIGITS = 32;

/** Imports a file into the workspace, a preview unless `--commit`; with `--scorecard`, only prints its scorecard. */
export async function importFile(call: Call): Promise<Outcome> {
  if (call.values['scorecard'] === true) return await printScorecard(call);
  const [file = ''] = call.positionals;
  const source = resolve(call.terminal.cwd, file);
  const path = copiedFile(source, workspacePaths(workspaceDir(call)).artifacts);
  const branch = textOf(call, 'as');
  // `--as` names the branch of an import, and the agent of other commands.
  const { as: _, ...others } = call.values;
  const asPerson: Call = { ...call, values: { ...others, as: importer(call) } };
  const args = {
    path,
    branch: branchOf(call),
    ...(branch === null ? {} : { as: branch }),
    ...(call.values['reference'] === true ? { reference: true } : {}),
    ...revisionArguments(call),
  };
  try {
    return await connected(
      asPerson,
      'geometry',
      async (connection, tools) =>
        await outcomeOf(asPerson, connection, { tool: toolNamed(tools, 'import_ifc'), args }),
    );
  } catch (error) {
    throw error instanceof CliFailure ? inOptions(error) : error;
  }
}

/** Arguments of import_ifc, and the options of the command that set them, with the form of their values. */
const OPTIONS: Readonly<Record<string, { readonly option: string; readonly value?: string }>> = {
  as: { option: '--as' },
  reference: { option: '--reference' },
  supersedes: { option: '--supersedes' },
  matches: { option: '--match', value: 'GUID=ELEMENT' },
  resolve: { option: '--take', value: 'ELEMENT=branch|file' },
};

/** The failure with the options of the command in place of the arguments of its tool. */
function inOptions({ message, next, exit, data }: CliFailure): CliFailure {
  const named = optionWords(message, ({ option }) => option);
  const formed = optionWords(next, ({ option, value = '' }) => `${option} ${value}`.trimEnd());
  return new CliFailure(named, formed, { exit, data });
}

function optionWords(text: string, words: (one: (typeof OPTIONS)[string]) => string): string {
  return text.replaceAll(/`(\w+)`/gu, (word, name: string) => {
    const option = OPTIONS[name];
    return option === undefined ? word : `\`${words(option)}\``;
  });
}

/**
 * Who imports: that of `--agent`, else the only registered person who may create elements and has no token, else the
 * default agent.
 */
function importer(call: Call): string | undefined {
  const named = textOf(call, 'agent');
  if (named !== null) return named;
  const people = registryIn(workspaceDir(call)).agents.filter(
    ({ kind, status, token_hash, permissions }) =>
      kind === 'human' &&
      status === 'active' &&
      token_hash === null &&
      permissions.permissions.CREATE !== undefined,
  );
  const [only, another] = people;
  return another === undefined ? only?.name : undefined;
}

/** Most copies of different files of one name. */
const COPIES_MAX = 1000;

/**
 * Copies a file into `artifacts/imports/` and returns its path below `artifacts/`. Another file of its name stays: the
 * copy then has a number.
 */
function copiedFile(source: string, artifacts: string): string {
  const bytes = fileBytes(source);
  const folder = join(artifacts, 'imports');
  mkdirSync(folder, { recursive: true });
  const { name, ext } = parse(source);
  for (let n = 1; n <= COPIES_MAX; n += 1) {
    const own = `${name}${n === 1 ? '' : `-${n}`}${ext}`;
    const target = join(folder, own);
    if (existsSync(target)) {
      if (Buffer.compare(fileBytes(target), bytes) === 0) return `imports/${own}`;
      continue;
    }
    writeFileSync(target, bytes, { flag: 'wx' });
    return `imports/${own}`;
  }
  throw new CliFailure(
    `artifacts/imports has ${COPIES_MAX} other files of this name`,
    'rename the file',
  );
}

/** Prints the scorecard of a file. Needs no workspace and changes nothing. */
async function printScorecard(call: Call): Promise<Outcome> {
  const [file = ''] = call.positionals;
  const bytes = fileBytes(resolve(call.terminal.cwd, file));
  const { sha256Hex } = await import('../../../kernel/base/canonical/hash.ts');
  const { NoIfcFile, openIfc } =
    await import('../../../kernel/documents/ifc/recognise/open-ifc.ts');
  const { recognise } = await import('../../../kernel/documents/ifc/recognise/recognise.ts');
  const { scorecardOf } = await import('../../../kernel/documents/ifc/recognise/scorecard.ts');
  const { loadKernels } = await import('../../../kernel/documents/ifc/recognise/kernels.ts');
  try {
    const { model } = await openIfc(bytes);
    const sha256 = sha256Hex(bytes);
    const kernels = await loadKernels();
    const found = watched(
      ({ doing, done, total }) => {
        const share = total === 0 ? '' : ` ${Math.floor((100 * done) / total)} %`;
        call.terminal.progress(`${doing}${share} …`);
      },
      () => recognise(model, sha256.slice(0, LINEAGE_DIGITS), kernels),
    );
    call.terminal.progress(null);
    const score = scorecardOf(found.products);
    const about = {
      file: basename(file),
      bytes: bytes.length,
      sha256,
      schema: model.schema.name,
      records: model.file.count,
    };
    return {
      json: { ...about, ...score, levels: found.levels.length, shift: found.shift },
      lines: [
        `${printable(about.file)}: ${about.schema}, ${about.bytes} bytes, ${about.records} records`,
        ...linesOf(score, found, call.terminal.width),
      ],
    };
  } catch (error) {
    if (!(error instanceof NoIfcFile)) throw error;
    throw new CliFailure(printable(error.message), 'name an IFC file');
  }
}

function fileBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const cause = systemCause(error) ?? String(error);
    throw new CliFailure(`cannot read ${printable(path)}: ${printable(cause)}`, 'name an IFC file');
  }
}

function linesOf(score: Scorecard, { shift }: Recognition, width: number): readonly string[] {
  const isShifted = shift.x !== 0 || shift.y !== 0 || shift.z !== 0;
  return [
    ...(isShifted
      ? [`shifted by ${shift.x}, ${shift.y}, ${shift.z} mm to the origin of the model`]
      : []),
    '',
    ...(scorecardLines(score, width) ?? []),
  ];
}
