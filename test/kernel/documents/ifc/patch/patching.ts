/** @module patching: a patch of a text, and what it leaves. */
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { FilePatch, type PatchContext } from '../../../../../kernel/documents/ifc/patch/patch.ts';
import { IfcModel, schemaNameOf } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import type { InstanceId } from '../../../../../kernel/documents/ifc/read/instance-id.ts';
import { visitReferences } from '../../../../../kernel/documents/ifc/read/spans.ts';
import { readStepFile } from '../../../../../kernel/documents/ifc/read/step-file.ts';
import type { IfcSchemaName } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { sampleText } from './sample.ts';

/** 2026-11-29T12:00:00Z in seconds. */
export const SECONDS = 1_795_953_600;

export const CONTEXT: PatchContext = {
  time: '2026-11-29T12:00:00Z',
  author: null,
  guid: ifcGuid,
  preprocessor: 'Plumbline 1',
};

export type Patching = {
  readonly patch: FilePatch;
  readonly model: IfcModel;
  readonly bytes: Buffer;
  /** The row of a number. */
  readonly row: (id: number) => number;
};

/** A patch of a file. */
export function patchOf(text: string | Buffer, context: Partial<PatchContext> = {}): Patching {
  const bytes = Buffer.from(text);
  const file = readStepFile(bytes);
  const model = new IfcModel(file, schemaNameOf(file) ?? 'IFC4');
  const patch = new FilePatch(model, bytes, { ...CONTEXT, ...context });
  return { patch, model, bytes, row: (id) => file.rowOf(id) };
}

/** A patch of the sample. */
export function sampleOf(schema: IfcSchemaName, context: Partial<PatchContext> = {}): Patching {
  return patchOf(sampleText(schema), context);
}

/** The statement of each record of a file, by the digits of its number. */
export function recordsOf(bytes: Buffer): ReadonlyMap<string, string> {
  const file = readStepFile(bytes);
  const found = new Map<string, string>();
  for (let row = 0; row < file.count; row += 1) {
    const end =
      row + 1 < file.count ? file.beginOf(row + 1) : file.bytes.indexOf('ENDSEC', file.openOf(row));
    const text = file.bytes.toString('latin1', file.beginOf(row), end).trim();
    found.set(String(file.idOf(row)), text);
  }
  return found;
}

/** Which records differ between two files: `-1` is gone, `~2` changed, `+3` is new. */
export function difference(before: Buffer, after: Buffer): readonly string[] {
  const [old, now] = [recordsOf(before), recordsOf(after)];
  const gone = [...old.keys()].filter((id) => !now.has(id)).map((id) => `-${id}`);
  const changed = [...old].filter(([id, text]) => now.has(id) && now.get(id) !== text);
  const added = [...now.keys()].filter((id) => !old.has(id)).map((id) => `+${id}`);
  return [...gone, ...changed.map(([id]) => `~${id}`), ...added];
}

/** What is wrong in a file after a patch: new faults, references to nothing, records that lost their last user. */
export function damage(before: Buffer, after: Buffer): readonly string[] {
  const [old, now] = [linksOf(before), linksOf(after)];
  const dangling = [...now.dangling].filter((one) => !old.dangling.has(one));
  const orphans = [...now.unused].filter((id) => old.used.has(id));
  const faults = Math.max(0, now.faults - old.faults);
  return [
    ...dangling.map((one) => `dangling ${one}`),
    ...orphans.map((id) => `orphan ${id}`),
    ...(faults > 0 ? [`${faults} new faults`] : []),
  ];
}

type Links = {
  readonly dangling: ReadonlySet<string>;
  readonly used: ReadonlySet<InstanceId>;
  readonly unused: ReadonlySet<InstanceId>;
  readonly faults: number;
};

/** The links of each file whose bytes are still in memory: many patches of one file are compared with it. */
const known = new WeakMap<Buffer, Links>();

/** The references of a file, read once: the bytes must not change afterwards. */
function linksOf(bytes: Buffer): Links {
  const before = known.get(bytes);
  if (before !== undefined) return before;
  const file = readStepFile(bytes);
  const text = { bytes: file.bytes, comments: file.comments };
  const [dangling, used, all] = [new Set<string>(), new Set<InstanceId>(), new Set<InstanceId>()];
  for (let row = 0; row < file.count; row += 1) {
    const isObject = /^IFC(?:REL|ZONE|GROUP)/.test(file.typeName(row));
    if (!isObject) all.add(file.idOf(row));
    file.values(row);
    const to = row + 1 < file.count ? file.beginOf(row + 1) : file.bytes.length;
    visitReferences(text, { from: file.openOf(row), to }, (id) => {
      if (file.rowOf(id) < 0) dangling.add(`#${file.idOf(row)} to #${id}`);
      else used.add(id);
    });
  }
  file.readHeader();
  const unused = new Set([...all].filter((id) => !used.has(id)));
  const links = { dangling, used, unused, faults: file.faults.found };
  known.set(bytes, links);
  return links;
}
