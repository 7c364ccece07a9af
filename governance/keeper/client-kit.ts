/** @module client-kit: what programs that people run need of governance; nothing else of it is open to them. */
export { sha256Hex } from '../../kernel/canonical/hash.ts';
export {
  decryptPrivateKey,
  encryptPrivateKey,
  generateKeyPair,
  publicKeyOf,
  readPublicKey,
} from '../../kernel/canonical/signature.ts';
export { LedgerError, type RegistryKind } from '../../kernel/ledger/ledger.ts';
export { openSqliteReader, type SqliteReader } from '../../kernel/ledger/sqlite.ts';
export { tokenHash } from '../access/directory.ts';
export { signDecision } from '../approval/decision.ts';
export { signRegistryChange } from '../approval/registry-text.ts';
export { exportLines, verifyExport } from '../audit/export.ts';
export { type EntryProof, proveEntry, verifyEntryProof } from '../audit/prove.ts';
export type { VerifyReport } from '../audit/verify-report.ts';
export { verifyStore } from '../audit/verify-store.ts';
export { connectKeeper } from './connect.ts';
export { foundWorkspace } from './found.ts';
export { registryRevision } from './handlers-registered.ts';
export { trustedLogKey } from './log-key.ts';
export {
  createWorkspaceFiles,
  findWorkspace,
  workspacePaths,
  type WorkspacePaths,
} from './workspace.ts';
