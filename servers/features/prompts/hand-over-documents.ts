/** @module hand_over_documents: drawings, schedules and files of one state of the building. */
import { BRANCH_ARGUMENT, type Prompt } from './prompt.ts';

export const handOverDocuments: Prompt = {
  name: 'hand_over_documents',
  title: 'Hand over the documents',
  description:
    'Plans, sections, schedules and an IFC file of one state of the building, checked before delivery.',
  arguments: [
    BRANCH_ARGUMENT,
    {
      name: 'recipient',
      description: 'Recipient of the documents and their purpose.',
      required: false,
    },
  ],
  text: ({
    branch = 'main',
    recipient = '',
  }) => `Prepare the documents of the branch \`${branch}\` for handover${recipient === '' ? '' : ` to ${recipient}`}.

1. Call \`get_model_summary\` and \`get_history\`, and note the last event: all documents must show this state.
2. Check first: \`code_compliance\` and \`clash_detection\`. List open findings; ask whether to continue if a check fails.
3. Create a plan of each level with \`create_plan\`, the sections and elevations that explain the building with \`create_section\` and \`create_elevation\`, and a sheet with \`create_sheet\`. Run \`lint_drawing\` and fix its findings.
4. Export: \`export_drawing\`, \`generate_schedule\` for rooms, doors and windows, \`export_ifc\` with the \`schema\` that the recipient reads. Check the file with \`check_ifc\`.
5. Report a table of the files: path, content, size and SHA-256 as the exports returned them; then the open findings.`,
};
