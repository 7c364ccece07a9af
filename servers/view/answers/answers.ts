/** @module answers: the answer to every question of the page, by the name of the question. */
import type { AskName } from '../protocol/asks.ts';
import type { Answerer } from './answer.ts';
import { approvalAnswer, approvalsAnswer } from './approvals.ts';
import { changesAnswer, changesFileAnswer } from './changes.ts';
import { coloursAnswer } from './colours.ts';
import { deltaAnswer } from './delta.ts';
import { elementAnswer, groupsAnswer, labelsAnswer } from './element.ts';
import { findingPictureAnswer, runAnswer, runBcfAnswer, runsAnswer } from './findings.ts';
import { logAnswer, stepsAnswer } from './log.ts';
import { noticeAnswer } from './notice.ts';
import { planAnswer } from './plan.ts';
import { partAnswer, sceneAnswer, shapesAnswer } from './scene.ts';
import { sessionAnswer } from './session.ts';
import { tableAnswer } from './table.ts';

const ALL = {
  approval: approvalAnswer,
  approvals: approvalsAnswer,
  changes: changesAnswer,
  changes_file: changesFileAnswer,
  colours: coloursAnswer,
  delta: deltaAnswer,
  element: elementAnswer,
  finding_picture: findingPictureAnswer,
  groups: groupsAnswer,
  labels: labelsAnswer,
  log: logAnswer,
  notice: noticeAnswer,
  part: partAnswer,
  plan: planAnswer,
  run: runAnswer,
  run_bcf: runBcfAnswer,
  runs: runsAnswer,
  scene: sceneAnswer,
  session: sessionAnswer,
  shapes: shapesAnswer,
  steps: stepsAnswer,
  table: tableAnswer,
} satisfies Record<AskName, Answerer>;

/** Answers by name. */
export const ANSWERS: ReadonlyMap<string, Answerer> = new Map(Object.entries(ALL));
