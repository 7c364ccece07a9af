/** @module engine-parts: the dependencies of an engine: the domain, the ledger, and the tools of its servers. */
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import type { ChangeChecks } from '../../tool/change-checks.ts';
import type { ToolValue } from '../../tool/define.ts';
import type { Domain } from '../../tool/domain.ts';

/** The tools of one server, as an engine runs them. */
export type EngineServer<View> = {
  readonly tools: ReadonlyMap<string, ToolValue<View>>;
  readonly checks: ChangeChecks<View> | undefined;
};

/** The dependencies of an engine. It reads the ledger and never writes to it. */
export type EngineParts<View> = {
  readonly domain: Domain<View>;
  readonly reader: LedgerRead;
  readonly now: () => Date;
  /** A fresh uuid. */
  readonly randomId: () => string;
  /** By name of the server. */
  readonly servers: ReadonlyMap<string, EngineServer<View>>;
};
