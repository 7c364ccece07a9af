/** @module tests of editing tasks: one task of each family in one house. */
import { checkTasks } from './check-tasks.ts';
import { editOf } from './edits.ts';

checkTasks(['widen-bathroom-doors', 'rename-levels', 'give-up-a-room'].map(editOf));
