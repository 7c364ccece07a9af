/** @module import-file: shows how much of an IFC file is editable. */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import { systemCause } from '../../../kernel/base/files/system-error.ts';
import { watched } from '../../../kernel/base/work/checkpoint.ts';
import type { Recognition } from '../../../kernel/documents/ifc/recognise/recognise.ts';
import type { ClassScore, Scorecard } from '../../../kernel/documents/ifc/recognise/scorecard.ts';
import type { Call, Outcome } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { printable } from '../printable.ts';

/** Maximum number of reasons in the answer for people. */
const REASONS_SHOWN = 20;
/** Number of characters of the identifier of a file's building. */
const LINEAGE_DIGITS = 32;

/** Prints the scorecard of a file. Needs no workspace and changes nothing. */
export async function importFile(call: Call): Promise<Outcome> {
  const [file = ''] = call.positionals;
  if (call.values['scorecard'] !== true) {
    throw misuse(
      'received no `--scorecard`, expected it: a file is not imported into a workspace yet',
      'add `--scorecard`',
    );
  }
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
        ...linesOf(score, found),
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

const COLUMNS = ['parametric', 'body', 'data_only', 'refused'] as const satisfies readonly (
  keyof ClassScore
)[];

function linesOf({ classes, reasons }: Scorecard, { shift }: Recognition): readonly string[] {
  const rows = Object.entries(classes).map(([name, score]) => [
    name,
    ...COLUMNS.map((column) => String(score[column])),
  ]);
  const table = aligned([['class', ...COLUMNS.map((name) => name.replace('_', ' '))], ...rows]);
  const more = reasons.length - REASONS_SHOWN;
  const isShifted = shift.x !== 0 || shift.y !== 0 || shift.z !== 0;
  return [
    ...(isShifted
      ? [`shifted by ${shift.x}, ${shift.y}, ${shift.z} mm to the origin of the model`]
      : []),
    '',
    ...table,
    ...(reasons.length === 0 ? [] : ['', 'not parametric:']),
    ...reasons
      .slice(0, REASONS_SHOWN)
      .map(
        ({ count, class: name, reason, outcome }) =>
          `  ${count} ${name}: ${outcome === 'refused' ? 'refused, ' : ''}${printable(reason)}`,
      ),
    ...(more > 0 ? [`  and ${more} more reasons: add \`--json\``] : []),
  ];
}

/** Rows with columns of equal width: the first left-aligned, the others right-aligned. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  '),
  );
}
