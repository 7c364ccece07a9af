/** @module server: the mpt server, which runs tools within budgets. */
import type { ServerDefinition } from '../../governance/tool/server-definition.ts';
import { mptIntroduction } from './introduction.ts';
import { apexRoute } from './tools/apex-route.ts';
import { certifyTool } from './tools/certify-tool.ts';
import { codeJs } from './tools/code-js.ts';
import { codePython } from './tools/code-python.ts';
import { dataCsv } from './tools/data-csv.ts';
import { dataQuery } from './tools/data-query.ts';
import { dataXlsx } from './tools/data-xlsx.ts';
import { getLedger } from './tools/get-ledger.ts';
import { imageEdit } from './tools/image-edit.ts';
import { imageText2im } from './tools/image-text2im.ts';
import { listToolContracts } from './tools/list-tool-contracts.ts';
import { mptRun } from './tools/mpt-run.ts';
import { replay } from './tools/replay.ts';
import { submitToolRequest } from './tools/submit-tool-request.ts';
import { toolAnalytics } from './tools/tool-analytics.ts';
import { webOpenUrl } from './tools/web-open-url.ts';
import { webSearch } from './tools/web-search.ts';
import type { ToolsView } from './view.ts';

/** Definition of the mpt server. */
export const mptServer = {
  ...mptIntroduction,
  runs: 'tool.run',
  tools: [
    webSearch,
    webOpenUrl,
    codePython,
    codeJs,
    imageText2im,
    imageEdit,
    dataCsv,
    dataQuery,
    dataXlsx,
    mptRun,
    listToolContracts,
    getLedger,
    replay,
    certifyTool,
    toolAnalytics,
    apexRoute,
    submitToolRequest,
  ],
} satisfies ServerDefinition<ToolsView>;
