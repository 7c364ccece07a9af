/** @module workspace: usages of the commands that create, configure, inspect and move a workspace. */
import { type Command, flag, withValue, withValues } from '../command.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { MAIN_BRANCH, SIGNING_OPTIONS } from './options.ts';

export const initCommand: Command = {
  words: 'init',
  operands: [],
  summary: 'create a workspace here: store, log key, owner and default agent',
  options: {},
  run: async (call) => (await import('../commands/init.ts')).initialise(call),
};

export const configCommand: Command = {
  words: 'config',
  operands: [],
  summary: "print or install a host's configuration for the servers",
  options: {
    for: withValue('HOST', Object.keys(HOSTS).join(', ')),
    servers: withValue(
      'NAME,…',
      'only these servers, or `all` as one server (default: each server)',
    ),
    toolsets: withValue('NAME,…', 'tools to list in addition: more'),
    agent: withValue('NAME', 'the agent as which the host connects (default: the default agent)'),
    http: withValue(
      'URL',
      'use the servers of the hub at this address instead of starting programs',
    ),
    write: flag(
      "install it: in the host's file if that is plain JSON, or with the host's own command",
    ),
    remove: flag('remove the servers of this workspace, or with --http of that hub, from the host'),
    all: flag('with --remove: also remove the servers of other workspaces and hubs'),
  },
  run: async (call) => (await import('../commands/config.ts')).configureHost(call),
};

export const showCommand: Command = {
  words: 'show',
  operands: ['[LEVEL|ELEMENT]'],
  summary: 'show the model: a summary, one storey, or one element with its history',
  options: {
    picture: withValue('FILE', 'draw the storey as .svg or .png'),
    branch: withValue('NAME', `the branch (default: ${MAIN_BRANCH})`),
  },
  run: async (call) => (await import('../commands/show.ts')).showModel(call),
};

export const importCommand: Command = {
  words: 'import',
  operands: ['FILE'],
  summary:
    'import the building of an IFC file, a preview unless --commit; with --scorecard, show how much of it is editable',
  options: {
    as: withValue(
      'BRANCH',
      'a new branch for the import, with the elements of --branch (default: that branch, while it has none)',
    ),
    reference: flag('import it next to the building as a reference, of which nothing may change'),
    branch: withValue(
      'NAME',
      `the branch that gets it, or from which --as forks (default: ${MAIN_BRANCH})`,
    ),
    supersedes: withValue('IMPORT_ID', 'the import of which FILE is a new revision'),
    match: withValues('GUID=ELEMENT', 'the element that a product of a revision is, or `new`'),
    take: withValues('ELEMENT=SIDE', 'the side of a conflict of a revision: branch or file'),
    commit: flag('request the import; without it, only its preview is shown'),
    all: flag('list every element of the preview'),
    scorecard: flag('print the scorecard; needs no workspace and changes nothing'),
    agent: withValue(
      'NAME',
      'who imports (default: the registered person, else the default agent)',
    ),
    reason: withValue('TEXT', 'the reasoning, which is stored and shown to approvers'),
  },
  run: async (call) => (await import('../commands/import-file.ts')).importFile(call),
};

export const POLICY_COMMANDS: readonly Command[] = [
  {
    words: 'policy show',
    operands: [],
    summary: 'show the governance policy of this workspace',
    options: {},
    run: async (call) => (await import('../commands/policy.ts')).showPolicy(call),
  },
  {
    words: 'policy set',
    operands: ['NAME|FILE', '[VALUE]'],
    summary: 'change a setting (or several from a JSON file); loosening one requires --by APPROVER',
    options: SIGNING_OPTIONS,
    run: async (call) => (await import('../commands/policy.ts')).setPolicy(call),
  },
];

export const repairCommand: Command = {
  words: 'repair',
  operands: [],
  summary: 'show an event that the model cannot apply; an approver may exclude it',
  options: {
    as: withValue('NAME', 'the approver who excludes the event'),
    digest: withValue(
      'PREFIX',
      'exclude it without a prompt: at least 12 hexadecimal digits of its digest',
    ),
    reason: withValue('TEXT', 'the reason, which is stored and signed'),
    'key-dir': SIGNING_OPTIONS['key-dir'],
  },
  run: async (call) => (await import('../commands/repair.ts')).repairLog(call),
};

export const MOVE_COMMANDS: readonly Command[] = [
  {
    words: 'export-workspace',
    operands: ['FILE'],
    summary: 'verify the log and write the whole workspace, without its keys, to a file',
    options: {},
    run: async (call) => (await import('../commands/move-workspace.ts')).exportWorkspace(call),
  },
  {
    words: 'import-workspace',
    operands: ['FILE'],
    summary:
      'create the exported workspace here, or in the database of PLUMBLINE_DATABASE_URL, and verify it',
    options: {},
    run: async (call) => (await import('../commands/move-workspace.ts')).importWorkspaceFile(call),
  },
];

export const doctorCommand: Command = {
  words: 'doctor',
  operands: [],
  summary: 'check Node, store, database, keeper, file permissions, approvers and sandbox',
  options: { 'key-dir': withValue('DIR', 'folder of the approver keys') },
  run: async (call) => (await import('../commands/doctor.ts')).diagnose(call),
};
