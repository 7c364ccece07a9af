/** @module staged: workspaces with an imported house, copied from one that the first use on a machine makes. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runHere } from '../../clients/run-cli.ts';
import { copyWorkspace } from '../../e2e/connect.ts';
import { approveWaiting, foundWithPerson } from '../stage.ts';
import { houseFile, type HouseName } from './houses.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const DAY_MS = 86_400_000;
const SOURCES = ['schemas', 'kernel', 'governance', 'servers'];

/**
 * The folder of a workspace with the imported house, which nobody may change; null if its file is not there. It is made
 * again when the file or the sources of the program have changed.
 */
export async function importedHouse(house: HouseName): Promise<string | null> {
  const file = houseFile(house);
  if (file === null) return null;
  const kept = join(tmpdir(), `plumbline-edits-${process.getuid?.() ?? 0}`);
  const dir = join(kept, `${house}-${digestOf(file)}`);
  if (existsSync(dir)) return dir;
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  const made = mkdtempSync(join(kept, 'new-'));
  await foundWithPerson(made);
  writeFileSync(join(made, 'house.ifc'), file);
  const { err } = await runHere(made, ['import', join(made, 'house.ifc'), '--commit']);
  if ((await approveWaiting(made)).length !== 1) throw new Error(`importing ${house}: ${err}`);
  rmSync(join(made, 'house.ifc'));
  removeOld(kept);
  try {
    renameSync(made, dir);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(dir)) throw error;
    rmSync(made, { recursive: true, force: true });
  }
  return dir;
}

/** Copies the imported house into a folder. @throws Error if the file is not there */
export async function stageIn(dir: string, house: HouseName): Promise<void> {
  const from = await importedHouse(house);
  if (from === null) throw new Error(`the file of the house \`${house}\` is not there`);
  mkdirSync(dir, { recursive: true });
  copyWorkspace(from, dir);
}

/** Removes what earlier states of the sources have left, if it is older than a day. */
function removeOld(kept: string): void {
  for (const name of readdirSync(kept)) {
    const path = join(kept, name);
    const { mtimeMs } = statSync(path);
    if (Date.now() - mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Names the file and the state of the sources. */
function digestOf(file: Buffer): string {
  const hash = createHash('sha256').update(file);
  for (const folder of SOURCES) {
    for (const path of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (path.endsWith('.ts')) hash.update(String(statSync(join(ROOT, folder, path)).mtimeMs));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
