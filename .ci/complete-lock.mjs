#!/usr/bin/env node
// Completes package-lock.json with the optional packages of other platforms that a registry mirror did not have when
// the lock was written: `npm ci` refuses a lock that leaves out an optional dependency, although it would never install
// it here. Existing entries are not changed.
import { readFileSync, writeFileSync } from 'node:fs';

const OS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'win32',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
];
const CPU = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'wasm32',
  'mips64el',
];

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const packages = lock.packages;
let added = 0;

for (const [path, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const inside = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
    if (packages[inside] !== undefined || packages[`node_modules/${name}`] !== undefined) continue;
    const words = name.split(/[/-]/);
    const os =
      OS.find((one) => words.includes(one)) ?? (words.includes('windows') ? 'win32' : undefined);
    const cpu =
      CPU.find((one) => words.includes(one)) ??
      (words.some((word) => word.startsWith('arm')) ? 'arm' : undefined);
    if (os === undefined || cpu === undefined || !/^\d/.test(version)) {
      process.stderr.write(`complete-lock: unknown platform of ${name}@${version}\n`);
      process.exitCode = 1;
      continue;
    }
    packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
      os: [os],
    };
    added += 1;
  }
}

lock.packages = Object.fromEntries(
  Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`complete-lock: ${added} added\n`);
