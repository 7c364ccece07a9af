/** @module options: options that several commands share, and the default values that help texts name. */
import { flag, withValue } from '../command.ts';

/** Options of commands that may require the signature of an approver. */
export const SIGNING_OPTIONS = {
  by: withValue('APPROVER', 'the approver who signs the change'),
  'key-dir': withValue('DIR', "folder of that approver's key"),
} as const;

/** Options of all commands about approvals, in this workspace or on a hub. */
export const DESK_OPTIONS = {
  hub: withValue('URL', 'use the approvals of this hub; requires --as'),
  as: withValue('NAME', 'the approver who reads or decides'),
  key: withValue('FILE', "that approver's key file"),
  'key-dir': withValue('DIR', "folder of that approver's key"),
  'log-key': withValue('KEY', 'public key of the log, if the key file does not name it'),
  insecure: flag('allow http:// to a hub on another machine'),
} as const;

export const LOG_KEY_OPTION = {
  'log-key': withValue('KEY', "trusted public key of the log (default: the workspace's own)"),
} as const;

/** The name of all servers as one. */
export const ALL_SERVERS = 'all';

/** The default branch of commands. */
export const MAIN_BRANCH = 'main';

/** Entries that `audit show` prints by default. */
export const ENTRIES_SHOWN = 50;

/** Defaults of a witness: its address, and the file of its state. */
export const WITNESS_DEFAULTS = {
  host: '127.0.0.1',
  port: 7421,
  state: 'plumbline-witness.db',
} as const;
