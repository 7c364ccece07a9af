/** @module strings: the texts of the preview that the page does not have. Values are inserted as text, never as HTML. */

const COUNT = new Intl.NumberFormat('en');
const DECIMAL = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

function signatures(count: number): string {
  return count === 1 ? '1 signature' : `${COUNT.format(count)} signatures`;
}

export const PREVIEW_STRINGS = {
  waiting: 'Waiting for an answer',
  other: 'This answer has no changes to show',
  cancelled: 'The call was cancelled',
  titles: {
    pending: 'A change needs an approval',
    planned: 'What would change',
    done: 'Done',
    refused: 'Refused',
  },
  signsNothing:
    'This page signs nothing and cannot approve. To decide, a person pastes this command into a terminal. It shows the whole plan from the copy that the keeper has stored.',
  command: 'the command',
  needed: (approvers: number) => `This change needs an approval: ${signatures(approvers)}.`,
  because: (reasons: string) => `Required by: ${reasons}`,
  deletedWith: (id: string) => `deleted with ${id}`,
  /** Displacement, mm. */
  moved: (x: number, y: number, z: number) => {
    const parts = [x, y, z].map((one) => COUNT.format(one)).join(', ');
    return `moved by ${COUNT.format(Math.round(Math.hypot(x, y, z)))} mm (x, y, z: ${parts} mm)`;
  },
  length: 'length',
  area: 'area',
  volume: 'volume',
  number: (value: number) => DECIMAL.format(value),
  changes: 'Changes',
  losses: 'What would be lost',
  more: 'Show more changes',
  notShown: (count: number) =>
    `${COUNT.format(count)} more ${count === 1 ? 'change is' : 'changes are'} not shown, because this host does not let the page ask the server.`,
  picture: 'Show the plan, before and after',
  pictureOf: 'The plan before and after the change',
  space: 'Show before and after in 3D',
  failed: (why: string) => `The server did not answer: ${why}`,
} as const;
