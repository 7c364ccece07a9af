/** @module score-file: recognises one file in this process and prints its scorecard with time and memory as JSON. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { loadKernels } from '../../kernel/documents/ifc/recognise/kernels.ts';
import { openIfc } from '../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../kernel/documents/ifc/recognise/recognise.ts';
import { scorecardOf } from '../../kernel/documents/ifc/recognise/scorecard.ts';

const [path = ''] = process.argv.slice(2);
const kernels = await loadKernels();
const bytes = readFileSync(path);
const before = process.cpuUsage();
const resident = process.memoryUsage.rss();
const { model } = await openIfc(bytes);
const { products } = recognise(model, 'scorecard', kernels);
const used = process.cpuUsage(before);
const peak = process.resourceUsage().maxRSS * 1024;
console.log(
  JSON.stringify({
    bytes: bytes.length,
    records: model.file.count,
    products: products.length,
    schema: model.schema.name,
    cpu_ms: Math.round((used.user + used.system) / 1000),
    memory_mb: Math.round((peak - resident) / 1_048_576),
    ...scorecardOf(products),
  }),
);
