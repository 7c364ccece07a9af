/** @module progress: the progress of a call, as reported to its caller. */
import type { Progress } from '../../kernel/base/work/checkpoint.ts';

type Report = (done: number, total: number, message: string) => void;

type Growing = (progress: Progress) => void;

/** The report of each call, which all its steps continue. */
const reports = new WeakMap<Report, Growing>();

/** The growing report of a call. All its steps, on any thread, share it. */
export function reportOf(progress: Report): Growing {
  const known = reports.get(progress) ?? growingProgress(progress);
  reports.set(progress, known);
  return known;
}

/**
 * Reports progress each time that another hundredth of the work is done. If the work starts a new count, or the call
 * restarts in another engine, the reported count continues from its last value, so it only grows. Work without a
 * measure is not reported.
 */
export function growingProgress(report: Report): Growing {
  let reported = '';
  /** The sum of the earlier counts, the current count, the last reported value, and the current phase. */
  let [before, counted, last, phase] = [0, 0, -1, ''];
  return ({ done, total, doing }) => {
    if (total === 0) return;
    if (done < counted || (done === 0 && doing !== phase && last >= 0)) before += counted + 1;
    [counted, phase] = [done, doing];
    const now = `${doing} ${Math.floor((100 * done) / Math.max(1, total))}`;
    if (now === reported || before + done <= last) return;
    reported = now;
    last = before + done;
    report(before + done, before + total, doing);
  };
}
