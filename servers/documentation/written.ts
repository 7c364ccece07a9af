/** @module written: the result of a tool that writes a file: a preview, or the staged file with its event. */
import { extname } from 'node:path';

import * as z from 'zod';

import type { JobAnswer, JobContext } from '../../governance/tool/define.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { uriOf } from '../../kernel/base/files/artefact-address.ts';
import { pathBelow } from '../../kernel/base/files/path-below.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { ErrorName } from '../../schemas/errors.ts';
import { type ArtefactRecord, artefactsAt, type JsonObject } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { PARTS, partsFolderOf, PICTURES, RUNS } from '../files/run-folder.ts';
import type { ArtefactStore } from './artefacts/artefact-store.ts';

/** Refusals of every tool that writes a file. */
export const FILE_REFUSALS = {
  INVALID_ARGUMENT: 'correct the argument as the message says; nothing was written',
  EXPORT_FAILED: 'use another path, or check that the disk is writable',
  EXTERNAL_FAILURE: 'call again to write it again',
} as const;

/** Result fields of every tool that writes a file. */
export const FileOutput = {
  /** False in a dry run: there is no file at `path` and `uri`. */
  written: z.boolean().describe('false in a dry run: the file does not exist.'),
  /** Absolute path on the machine of the server. */
  path: z.string(),
  /** The same path, relative to `artifacts/`. */
  artifact: z.string(),
  uri: z.string(),
  media_type: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** The last event that changed the model in the file, and its time; `seq` is null for a restricted READ scope. */
  head: z.object({ branch: z.string(), seq: z.number().nullable(), at: z.string().nullable() }),
  /** Whether the file shows the whole branch; false if it shows only the READ scope of its agent. */
  whole: z.boolean(),
};

/** A file that a tool has created in memory. */
export type CreatedFile = {
  readonly tool: string;
  readonly type: 'export.created' | 'schedule.generated';
  readonly options: JsonObject;
  /** Path from the caller; undefined to derive it from the content. */
  readonly path: string | undefined;
  /** Folder and first part of a derived path. */
  readonly folder: string;
  readonly stem: string;
  /** File extension with the dot; it is appended to a path without an extension. */
  readonly ending: string;
  readonly media_type: string;
  readonly content: string | Uint8Array;
  readonly head: ArtefactRecord['head'];
  /** Whether the file also shows content of other files, not only of the branch; default false. */
  readonly of_files?: boolean;
  readonly counts: JsonObject;
  readonly warnings: readonly string[];
};

/** Maximum size of a file, bytes (1 GiB). */
const BYTES_MAX = 1_073_741_824;
/** Number of digits of the digest in a derived name. */
const DIGITS = 12;
/** Maximum length of the stem in a derived name. */
const STEM_MAX = 60;
/** Folders reserved for other writers: the folder of a file identifies its owner. */
const RESERVED = new Set([PARTS, RUNS, PICTURES, 'experiments']);

type FileData = { readonly [name in keyof typeof FileOutput]: z.input<(typeof FileOutput)[name]> };

/**
 * The result for a file. In a dry run it describes the file that would be written. Otherwise the file is staged, and
 * the result contains its event; the file is moved to its path when the event is committed. Refuses INVALID_ARGUMENT
 * for a path outside `artifacts/` and EXPORT_FAILED if the file cannot be written.
 */
export async function fileResult<Code extends ErrorName>(
  created: CreatedFile,
  store: ArtefactStore,
  view: BuildingView,
  context: JobContext<Code | 'INVALID_ARGUMENT' | 'EXPORT_FAILED'>,
): Promise<JobAnswer<FileData, never>> {
  const { tool, type, options, media_type, head, counts, warnings } = created;
  const { event_id, dry_run, principal: by, refuse } = context;
  const bytes =
    typeof created.content === 'string'
      ? new TextEncoder().encode(created.content)
      : created.content;
  if (bytes.length > BYTES_MAX) {
    refuse('EXPORT_FAILED', `the file has ${bytes.length} bytes, expected at most ${BYTES_MAX}`);
  }
  const sha256 = sha256Hex(bytes);
  const name =
    created.path === undefined ? derivedPath(created, sha256) : callerPath(created, store, refuse);
  const path = view.whole ? sharedPath(name, refuse) : ownPath(name, by);
  const file = { path, media_type, bytes: bytes.length, sha256 };
  const data = {
    written: !dry_run,
    path: store.at(path),
    artifact: path,
    uri: uriOf(path),
    media_type,
    size: bytes.length,
    sha256,
    head,
    whole: view.whole,
  };
  if (dry_run) {
    await store.assertWritable({ path, sha256, by });
    return { data, warnings, events: [] };
  }
  const { of_files = false } = created;
  const sight = view.whole && !of_files ? {} : { sight: store.sightOf(by) };
  const { replaces, found, staged } = await store.stage(event_id, { path, bytes, sha256, by });
  const record: ArtefactRecord = {
    tool,
    options,
    head,
    whole: view.whole,
    ...sight,
    ...(of_files ? { of_files } : {}),
    replaces,
    ...(found ? { found } : {}),
    file,
    counts,
  };
  return {
    data,
    warnings,
    events: [{ type, aggregate_id: artefactsAt(path), payload: record }],
    staged,
    content: [
      {
        type: 'resource_link',
        uri: data.uri,
        name: path,
        mimeType: media_type,
        description: `sha256 ${sha256}`,
        size: bytes.length,
      },
    ],
  };
}

/** The path, if it is outside the folders reserved for other writers; refuses INVALID_ARGUMENT otherwise. */
function sharedPath(path: string, refuse: Refuse<'INVALID_ARGUMENT'>): string {
  const [folder = ''] = path.split('/');
  if (!RESERVED.has(folder.toLowerCase())) return path;
  return refuse(
    'INVALID_ARGUMENT',
    `\`path\` is below \`${folder}/\`, which is reserved for other tools; expected another folder`,
  );
}

/**
 * The path below the folder of a principal with a restricted READ scope, so that files of other agents are neither
 * overwritten nor revealed by refusals.
 */
function ownPath(path: string, principal: JobContext<never>['principal']): string {
  const own = `${partsFolderOf(principal)}/`;
  return path.startsWith(own) ? path : `${own}${path}`;
}

/** A path derived from the stem and the digest of the content, so that different contents have different names. */
function derivedPath({ folder, stem, ending }: CreatedFile, sha256: string): string {
  const plain = stem
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, STEM_MAX)
    .replaceAll(/^-|-$/gu, '');
  return `${folder}/${plain === '' ? '' : `${plain}-`}${sha256.slice(0, DIGITS)}${ending}`;
}

/**
 * The caller's path, relative to `artifacts/`. It may begin with `artifacts/` or be an absolute path in this folder.
 * Refuses INVALID_ARGUMENT for a path outside the folder, or with an extension of another format.
 */
function callerPath(
  { path = '', ending }: CreatedFile,
  store: ArtefactStore,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): string {
  const root = store.at('').replaceAll('\\', '/').replace(/\/?$/, '/');
  const given = path.replaceAll('\\', '/');
  const inside = given.startsWith(root)
    ? given.slice(root.length)
    : given.replace(/^(?:\.\/)?(?:artifacts\/)?/, '');
  const below = pathBelow(inside);
  if (!below.ok) {
    return refuse(
      'INVALID_ARGUMENT',
      `\`path\` must be a path of a file below artifacts/: ${below.because}`,
    );
  }
  const has = extname(below.path).toLowerCase();
  if (has === ending) return below.path;
  if (has !== '' && /^\.[a-z]{2,5}$/.test(has)) {
    return refuse('INVALID_ARGUMENT', `\`path\` ends in \`${has}\`, expected \`${ending}\``);
  }
  return `${below.path}${ending}`;
}
