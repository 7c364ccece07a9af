/** @module servers: all servers in the order of the tool list, individually and combined. */
import { documentationIntroduction } from '../documentation/introduction.ts';
import { geometryIntroduction } from '../geometry/introduction.ts';
import { mptIntroduction } from '../mpt/introduction.ts';
import { pseudoAxionIntroduction } from '../pseudo-axion/introduction.ts';
import { spatialIntroduction } from '../spatial/introduction.ts';
import { validationIntroduction } from '../validation/introduction.ts';

/** Every server; its tools are loaded with its gate. */
export const SERVERS = [
  geometryIntroduction,
  spatialIntroduction,
  validationIntroduction,
  documentationIntroduction,
  pseudoAxionIntroduction,
  mptIntroduction,
] as const;
export type ServerName = (typeof SERVERS)[number]['name'];

/** The name of all servers behind one connection. */
export const ALL = 'all';

/** Name, title and instructions of a server. */
export type Introduced = {
  readonly name: ServerName | typeof ALL;
  readonly title: string;
  readonly instructions: string;
};

/** Explains once the conventions that all tools share, so that argument descriptions can be short. */
export const SHARED_INSTRUCTIONS =
  'Arguments of all tools: reasoning says why (kept in the audit log); branch selects a branch. A change is previewed first: dry_run true changes nothing, and ids in not_created and files with written false do not exist yet; then call again with dry_run false. idempotency_key: a repeated call executes once. check runs checks on the change. More pages: pass next_cursor as cursor. APPROVAL_PENDING: a person must approve; wait with get_operation.';

/** Everything that can be served, by name. */
export const SERVED: ReadonlyMap<string, Introduced> = new Map([
  ...SERVERS.map((server) => [server.name, withShared(server, [server.instructions])] as const),
  [
    ALL,
    withShared(
      { name: ALL, title: 'Plumbline' },
      SERVERS.map(({ instructions }) => instructions),
    ),
  ] as const,
]);

function withShared(
  { name, title }: Pick<Introduced, 'name' | 'title'>,
  own: readonly string[],
): Introduced {
  return { name, title, instructions: [...own, SHARED_INSTRUCTIONS].join('\n\n') };
}
