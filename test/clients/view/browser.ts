/** @module browser: the browser of the tests: Chromium from the registry, with WebGL 2 in software. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { type Browser, chromium } from 'playwright-core';

import own from '../../../package.json' with { type: 'json' };

/**
 * Arguments of the browser. Those of its package disable the separation of sites, which these tests check, and run
 * everything in one process.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--no-zygote',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--font-render-hinting=none',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The unpacked browser of this version. The package would use any version that an earlier run has unpacked. */
function executable(): string {
  const home = join(tmpdir(), `plumbline-chromium-${process.getuid?.() ?? 0}`);
  const folder = join(home, own.devDependencies['@sparticuz/chromium']);
  if (!existsSync(folder)) {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const fresh = mkdtempSync(join(home, 'new-'));
    // In a process of its own, whose temporary folder is the new one.
    const script = "import packed from '@sparticuz/chromium'; await packed.executablePath();";
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, TMPDIR: fresh },
    });
    try {
      renameSync(fresh, folder);
    } catch (error) {
      // Another test unpacked it meanwhile.
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'chromium');
}

/** Starts the browser. The caller closes it. `webgl`: whether it has WebGL. */
export async function openBrowser({ webgl = true } = {}): Promise<Browser> {
  const path = executable();
  return await chromium.launch({
    executablePath: path,
    args: webgl
      ? ARGUMENTS
      : [...ARGUMENTS.filter((one) => !/gl|gpu/.test(one)), '--disable-3d-apis'],
    headless: true,
    env: { ...process.env, LD_LIBRARY_PATH: join(path, '..'), HOME: join(path, '..') },
  });
}
