/** @module files: the public IFC files of the scorecard that are there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { publicFolder } from '../public-files.ts';

/** A public file: where it comes from, and where it is. */
export type ScoredFile = {
  readonly name: string;
  readonly source: string;
  readonly licence: string;
  readonly tool: string;
  readonly path: string;
};

const Real = z.looseObject({
  files: z.array(z.string()).min(1),
  source: z.string(),
  licence: z.string(),
  tool: z.string(),
});
const Given = z.looseObject({
  file: z.string(),
  source: z.string(),
  licence: z.string(),
  tool: z.string(),
});

/** The files, each once by name, in order of name; empty where none is there. */
export function scoredFiles(): readonly ScoredFile[] {
  const found = new Map<string, ScoredFile>();
  for (const file of [...realFiles(), ...givenFiles()]) {
    if (!found.has(file.name)) found.set(file.name, file);
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function realFiles(): readonly ScoredFile[] {
  const folder = publicFolder('ifc-real');
  if (folder === null) return [];
  const index = z.looseObject({ cases: z.array(Real) }).parse(indexOf(folder));
  return index.cases.map(({ files: [file = ''], source, licence, tool }) => ({
    name: file.replace(/^.*\//u, ''),
    source,
    licence,
    tool,
    path: join(folder, file),
  }));
}

function givenFiles(): readonly ScoredFile[] {
  const folder = publicFolder('import');
  if (folder === null) return [];
  const index = z.looseObject({ cases: z.array(Given) }).parse(indexOf(folder));
  return index.cases.map(({ file, source, licence, tool }) => ({
    name: file,
    source,
    licence,
    tool,
    path: join(folder, 'files', file),
  }));
}

function indexOf(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
}
