/** @module answers: the type of the answer to each question of the page; questions that are absent here have binary answers. */
import type { ApprovalAnswer, ApprovalsAnswer } from './approvals.ts';
import type { AskName } from './asks.ts';
import type { ChangesAnswer } from './changes.ts';
import type { ElementAnswer, GroupsAnswer, LabelsAnswer, TableAnswer } from './element.ts';
import type { RunAnswer, RunsAnswer } from './findings.ts';
import type { LogAnswer, StepsAnswer } from './log.ts';
import type { ColourGroups, SceneIndex } from './scene.ts';
import type { NoticeAnswer, SessionAnswer } from './session.ts';

/** Answers in JSON. */
export type PageAnswers = {
  readonly session: SessionAnswer;
  readonly notice: NoticeAnswer;
  readonly scene: SceneIndex;
  readonly colours: ColourGroups;
  readonly groups: GroupsAnswer;
  readonly element: ElementAnswer;
  readonly labels: LabelsAnswer;
  readonly table: TableAnswer;
  readonly changes: ChangesAnswer;
  readonly log: LogAnswer;
  readonly steps: StepsAnswer;
  readonly approvals: ApprovalsAnswer;
  readonly approval: ApprovalAnswer;
  readonly runs: RunsAnswer;
  readonly run: RunAnswer;
};
export type JsonAsk = keyof PageAnswers;
/** Questions whose answer is bytes: parts of a scene, drawings, pictures and files. */
export type BytesAsk = Exclude<AskName, JsonAsk>;
