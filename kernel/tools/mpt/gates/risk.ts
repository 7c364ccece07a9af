/** @module risk: refusals lower the number of tool calls per run of a session; successful runs raise it again. */
import type { MptCode } from '../refusals.ts';

/** Risk points of each refusal; 0 if the caller is not the cause. */
export const RISK_POINTS: Readonly<Record<MptCode, number>> = {
  TOOL_UNSAFE: 4,
  BOUND_GAS: 2,
  BOUND_MEM: 2,
  BOUND_TIME: 2,
  BOUND_DEPTH: 2,
  TOOL_TIMEOUT: 2,
  BOUND_DATA: 1,
  TOOL_DRIFT: 1,
  TOOL_FAIL: 1,
  TOOL_SCHEMA_MISS: 1,
  ENTROPY_CLARITY: 1,
  FRAGILITY: 0,
};

/** Risk points that lower the limit by one call. */
export const POINTS_PER_CALL = 4;
/** Largest number of points of a session. */
const POINTS_MAX = 40;
/** Number of sessions whose points are kept; the least recently changed is dropped first. */
const SESSIONS_MAX = 1024;

/** The risk points of all sessions of one service. */
export class SessionRisk {
  readonly #points = new Map<string, number>();

  points(session: string): number {
    return this.#points.get(session) ?? 0;
  }

  /** Calls that a run of this session may make: at most `granted`, and at least one unless `granted` is 0. */
  callsMax(session: string, granted: number): number {
    const lowered = granted - Math.floor(this.points(session) / POINTS_PER_CALL);
    return Math.min(granted, Math.max(1, lowered));
  }

  /** Counts the end of a run: a refusal adds its points, an output (`mpt_code` undefined) subtracts one. */
  note(session: string, mpt_code: MptCode | undefined): void {
    const change = mpt_code === undefined ? -1 : RISK_POINTS[mpt_code];
    const points = Math.min(POINTS_MAX, Math.max(0, this.points(session) + change));
    this.#points.delete(session);
    if (points > 0) this.#points.set(session, points);
    const [oldest] = this.#points.keys();
    if (this.#points.size > SESSIONS_MAX && oldest !== undefined) this.#points.delete(oldest);
  }
}
