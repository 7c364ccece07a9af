/**
 * @module stage-large: stages a file of one megabyte below the folder in the first argument, and prints the refusal.
 */
import process from 'node:process';

import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { ArtefactStore } from '../../../servers/documentation/artefacts/artefact-store.ts';
import { fullReader } from '../files/full-readers.ts';

const store = new ArtefactStore({
  folder: process.argv[2] ?? '',
  events: { eventById: () => null, eventsOfAggregate: () => [] },
  readerOf: fullReader,
  now: () => 0,
  log: () => undefined,
});
const by = { user_id: 'user', agent_id: null };
const bytes = new Uint8Array(1_048_576).fill(65);
try {
  await store.stage('e1', { path: 'a/large.ifc', bytes, sha256: sha256Hex(bytes), by });
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stdout.write(`${error.body.name}: ${error.body.message}`);
}
