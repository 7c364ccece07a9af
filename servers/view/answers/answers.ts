/** @module answers: the answer to every question of the page, by the name of the question. */
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

const ALL: readonly Answerer[] = [
  approvalAnswer,
  approvalsAnswer,
  changesAnswer,
  changesFileAnswer,
  coloursAnswer,
  deltaAnswer,
  elementAnswer,
  findingPictureAnswer,
  groupsAnswer,
  labelsAnswer,
  logAnswer,
  noticeAnswer,
  partAnswer,
  planAnswer,
  runAnswer,
  runBcfAnswer,
  runsAnswer,
  sceneAnswer,
  sessionAnswer,
  shapesAnswer,
  stepsAnswer,
  tableAnswer,
];

/** Answers by name. */
export const ANSWERS: ReadonlyMap<string, Answerer> = new Map(ALL.map((one) => [one.name, one]));
