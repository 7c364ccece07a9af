/** @module requirements: every promise that is kept today, by id; a test carries the id in brackets in its title. */

/** Where a promise stands. */
export type Source = 'spec' | 'contract' | 'readme';

/** The promises. An id without a test fails the build, and so does a test that cites an unknown id. */
export const REQUIREMENTS = {
  'ENV-1': [
    'contract',
    'every tool answers with the envelope, equal in structuredContent and content',
  ],
  'ENV-2': ['spec', 'every mutation produces a non-null event_id'],
  'ENV-3': ['spec', 'every agent call includes non-null audit.agent_id and audit.reasoning'],
  'ENV-4': ['spec', 'queries and dry runs have a null event_id'],
  'ENV-5': ['spec', 'warnings is always an array'],
  'ENV-6': [
    'spec',
    'a failure has success false and a structured error with code, name, message, hint, data',
  ],
  'ENV-7': ['contract', 'a pending approval carries approval_id and is not an error of the caller'],
  'ENV-8': ['contract', 'error codes and names are those of the one table, in the docs too'],
  'ENV-9': ['contract', 'a fault is answered with INTERNAL and an id, nothing else'],
  'DRY-1': ['spec', 'dry run is on by default for agents and off for humans'],
  'DRY-2': ['spec', 'a dry run answers with event_id null and dry_run true, and changes nothing'],
  'DRY-3': [
    'contract',
    'the preview lists what is created, modified and deleted, cascades included',
  ],
  'DRY-4': ['spec', 'operators can override the default'],
  'DRY-5': ['contract', 'preview_operation is read-only and shows the same effect'],
  'IN-1': [
    'contract',
    'an unknown argument is refused with the nearest name, and nothing is committed',
  ],
  'IN-2': ['contract', 'an agent must give reasoning of 1 to 2,000 characters'],
  'IN-3': [
    'contract',
    'NaN, infinities, 1e308 and strings for numbers are refused with what was wanted',
  ],
  'IN-4': ['contract', 'unknown tools are answered with the nearest name, and are audited'],
  'PRIN-1': ['contract', 'the principal comes from the connection'],
  'PRIN-2': ['contract', 'an unknown or missing credential is the default agent on stdio'],
  'PERM-1': ['spec', 'a missing permission means denied'],
  'PERM-2': ['spec', 'a scope on categories holds for everything a command touches'],
  'PERM-3': ['spec', 'a scope on levels holds before and after'],
  'PERM-4': ['spec', 'a scope on regions holds before and after, so a move out of it is refused'],
  'PERM-5': ['spec', 'a scope on branch patterns holds'],
  'PERM-6': ['contract', 'a cascade that reaches out of scope is refused'],
  'PERM-7': ['spec', 'cross-scope access is blocked: no approval is opened for it'],
  'PERM-8': ['spec', 'more than max_elements_per_operation is refused'],
  'PERM-9': ['spec', 'more than max_operations_per_session is refused'],
  'PERM-10': ['contract', 'more than the allowed rate is refused with the time to wait'],
  'PERM-11': ['contract', 'APPROVE can never be held by an agent'],
  'PERM-12': ['contract', 'widening the permissions of an agent is signed by an approver'],
  'PERM-13': ['contract', 'READ with a scope shows only what lies inside'],
  'APP-1': ['spec', 'a deletion waits for a person'],
  'APP-2': ['spec', 'a merge waits for a person'],
  'APP-3': ['spec', 'more than 50 affected elements wait for a person; 50 do not'],
  'APP-4': ['contract', 'the person sees the effect of exactly what they sign'],
  'APP-5': ['contract', 'an approved effect is committed exactly as planned, once'],
  'APP-6': ['contract', "the requesting agent's own user can never approve"],
  'APP-7': ['contract', 'N distinct approvers where the policy says so; one person counts once'],
  'APP-8': ['contract', 'a rejection vetoes the same effect for a cool-down'],
  'APP-9': ['contract', 'an approval expires'],
  'APP-10': ['contract', 'after a conflicting edit an approval is stale and nothing is done'],
  'APP-11': ['contract', 'an unrelated edit does not disturb an approval'],
  'APP-12': ['contract', 'repeating the call returns the same approval id'],
  'APP-13': ['contract', 'get_operation waits for the decision and tells the outcome'],
  'APP-14': [
    'contract',
    'the first approver is added freely, each further one is signed by an existing one',
  ],
  'APP-15': ['contract', 'a tampered approval is never carried out'],
  'APP-16': ['readme', 'no permission file can switch off the approval of deletions and merges'],
  'AUD-1': ['contract', 'every call is in the audit log, refusals and unknown tools included'],
  'AUD-2': [
    'contract',
    'audit verify finds an untouched log good, and names the fault of a touched one',
  ],
  'AUD-3': ['contract', 'truncation and rewriting are visible against a checkpoint'],
  'AUD-4': ['contract', 'secrets are masked before they are written'],
  'AUD-5': ['contract', 'when the log cannot be written, no call is answered'],
  'AUD-6': ['contract', 'an exported log verifies on its own, and an entry can be proved'],
  'LED-1': [
    'contract',
    'nothing acknowledged is lost and nothing runs twice when processes are killed',
  ],
  'LED-2': ['contract', 'what one process committed is in the very next answer of another'],
  'LED-3': ['contract', 'an idempotency key makes a retry harmless'],
  'LED-4': [
    'contract',
    'a workspace of a newer version or a corrupt one is refused with a clear message',
  ],
  'GEO-1': [
    'spec',
    'create_wall validates start and end, assigns the wall to the branch and emits element.created',
  ],
  'GEO-2': [
    'spec',
    'place_door and place_window validate offset + width against the wall, at the exact limit',
  ],
  'GEO-3': [
    'spec',
    'place_door and place_window emit element.created and element.hosted, and the host must exist',
  ],
  'GEO-4': [
    'spec',
    'boolean_operation needs both elements on one branch; union is commutative, subtract is not',
  ],
  'GEO-5': [
    'spec',
    'modify_parameter takes only names of the type, emits element.modified, regenerates what it reaches',
  ],
  'GEO-6': [
    'spec',
    'move_element and copy_element stay within the model bounds; copy emits element.created',
  ],
  'GEO-7': [
    'contract',
    'deleting a host deletes what it hosts in the same operation, and the preview says so',
  ],
  'GEO-8': ['contract', 'undo is an inverse event'],
  'GEO-9': [
    'contract',
    'branches fork at a head; a merge names its conflicts and never resolves them itself',
  ],
  'GEO-10': [
    'contract',
    'a script is one atomic change; an error has line, column and what was expected',
  ],
  'GEO-11': ['contract', 'apply_changes is atomic and `$name` refers to an earlier result'],
  'GEO-12': [
    'contract',
    'overlapping openings and self-intersecting boundaries are refused; clockwise ones are turned',
  ],
  'GEO-13': ['contract', 'unknown ids are refused with near ids, ids of another branch as such'],
  'SPA-1': ['spec', 'spatial tools never mutate and answer from the current state'],
  'SPA-2': ['contract', 'lists are paged with limit and cursor'],
  'TOOL-1': [
    'contract',
    'tool names, titles, descriptions, hints and schemas keep the rules of the contract',
  ],
  'TOOL-2': ['contract', 'no tool changes unseen'],
  'TOOL-3': ['contract', 'toolsets and --read-only choose what a server shows'],
  'CLI-1': [
    'contract',
    'exit codes: 0 success, 1 failure, 2 usage, 3 a verification found a fault',
  ],
  'CLI-2': [
    'contract',
    'the approval client lists, shows, approves and rejects by explicit ids; there is no approve all',
  ],
  'CLI-3': ['contract', 'config prints the configuration of each host'],
  'CLI-4': ['contract', 'doctor checks the installation and the workspace'],
  'CLI-5': ['contract', 'approvals watch shows, approves and rejects with one key'],
  'DEMO-1': [
    'readme',
    'the demo builds a house, holds a deletion for a person, carries it out and verifies the log',
  ],
} as const satisfies Readonly<Record<string, readonly [Source, string]>>;

export type RequirementId = keyof typeof REQUIREMENTS;
