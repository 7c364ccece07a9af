/** @module steps: the steps of the demo, in order; a step for a new part of the system is added here. */
import type { Step } from './context.ts';
import { buildStep, previewStep } from './steps/build.ts';
import { checkStep } from './steps/checks.ts';
import { connectStep } from './steps/connect.ts';
import { deletionStep } from './steps/deletion.ts';
import { drawingsStep } from './steps/drawings.ts';
import { kitchenStep } from './steps/kitchen.ts';
import { summaryStep } from './steps/look.ts';
import { pendingStep } from './steps/pending.ts';
import { proofStep } from './steps/proof.ts';
import { refusalStep } from './steps/refusal.ts';
import { toolStep } from './steps/tools.ts';
import { undoStep } from './steps/undo.ts';
import { workspaceStep } from './steps/workspace.ts';

/** The steps; each may use results of earlier ones. */
export const STEPS: readonly Step[] = [
  workspaceStep,
  connectStep,
  previewStep,
  buildStep,
  summaryStep,
  checkStep,
  refusalStep,
  deletionStep,
  undoStep,
  kitchenStep,
  drawingsStep,
  toolStep,
  pendingStep,
  proofStep,
];
