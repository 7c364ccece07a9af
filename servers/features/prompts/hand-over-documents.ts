/** @module hand_over_documents: drawings, schedules and files of one state of the building. */
import { BRANCH_ARGUMENT, type Prompt } from './prompt.ts';

export const handOverDocuments: Prompt = {
  name: 'hand_over_documents',
  title: 'Hand over the documents',
  description:
    'Plans, sections, schedules and an IFC file of one state of the building, checked before they go out.',
  arguments: [
    BRANCH_ARGUMENT,
    { name: 'recipient', description: 'Who gets them, and what for.', required: false },
  ],
  text: ({
    branch = 'main',
    recipient = '',
  }) => `Make the documents of the branch \`${branch}\` ready to hand over${recipient === '' ? '' : ` to ${recipient}`}.

1. Call \`get_model_summary\` and \`get_history\`, and note the last event: all documents must show this state.
2. Check first: \`code_compliance\` and \`clash_detection\`. List what is open; ask whether to go on where something fails.
3. Make a plan of each level with \`create_plan\`, the sections and elevations that explain it with \`create_section\` and \`create_elevation\`, and a sheet with \`create_sheet\`. Run \`lint_drawing\` and correct what it finds.
4. Export: \`export_drawing\`, \`generate_schedule\` for rooms, doors and windows, \`export_ifc\`. Have the file read again with \`check_ifc\`.
5. Answer with a table of the files: path, what it shows, size and SHA-256 as the exports answered them; then what is open.`,
};
