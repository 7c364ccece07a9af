/** @module servers: the servers there are, in the order in which their tools are listed, and all of them as one. */
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

/** Names all servers behind one connection. */
export const ALL = 'all';

/** How a server introduces itself. */
export type Introduced = {
  readonly name: ServerName | typeof ALL;
  readonly title: string;
  readonly instructions: string;
};

/** What can be served, by the name that is asked for. */
export const SERVED: ReadonlyMap<string, Introduced> = new Map(
  [
    ...SERVERS,
    {
      name: ALL,
      title: 'Plumbline',
      instructions: SERVERS.map(({ instructions }) => instructions).join('\n\n'),
    } as const,
  ].map((server) => [server.name, server]),
);
