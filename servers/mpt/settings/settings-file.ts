/** @module settings-file: finds the settings file of a workspace; the code that reads it is loaded only if it exists. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import type { ToolSettings } from './settings.ts';

/** The settings in the file of a workspace; null without a file. Throws SettingsError for an unusable file. */
export async function settingsIn({
  inner,
  dir,
}: Pick<WorkspacePaths, 'inner' | 'dir'>): Promise<ToolSettings | null> {
  const file = join(inner, 'mpt.json');
  if (!existsSync(file)) return null;
  const { readSettings } = await import('./settings.ts');
  return readSettings(file, dir);
}
