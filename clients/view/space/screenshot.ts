/** @module screenshot: stores files on this machine. */
import { announce } from '../state/actions.ts';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';

/** Stores the 3D view as PNG. */
export async function saveScreenshot(): Promise<void> {
  const { value: view } = store.view;
  if (view === null) return;
  try {
    saveFile(await view.screenshot(), 'plumbline.png');
    announce(STRINGS.tools.screenshotSaved);
  } catch {
    announce(STRINGS.tools.screenshotFailed);
  }
}

/** Stores bytes as a file. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
