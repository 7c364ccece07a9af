/** @module export: converts a finished run to files of one format. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { exportRun, type ExportFormat } from '../../kernel/axion/exports/export-run.ts';

/** Arguments of an export. */
export type ExportRequest = {
  /** Folder of the run. */
  readonly run: string;
  readonly format: ExportFormat;
  readonly episode_id: string | undefined;
  readonly out_dir: string;
};

/** Writes the files and returns a line for each. @throws {AxionFault} `BAD_CONFIG` */
export async function writeExport({
  run,
  format,
  episode_id,
  out_dir,
}: ExportRequest): Promise<string> {
  const text = (...names: readonly string[]): string | undefined => {
    const path = join(run, ...names);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const report = statSync(join(run, 'report.json'), { throwIfNoEntry: false });
  const created = (report?.mtime ?? new Date(0)).toISOString();
  const source = { run_id: basename(resolve(run)), created, claimed: null, text };
  const files = await exportRun(source, { format, episode_id });
  mkdirSync(out_dir, { recursive: true });
  return files
    .map(({ name, bytes }) => {
      const path = join(out_dir, name);
      writeFileSync(path, bytes);
      return `${path}: ${bytes.length} bytes\n`;
    })
    .join('');
}
