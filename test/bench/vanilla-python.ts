/** @module vanilla-python: Pyodide as its package has it, in a process of its own: loads, runs one program, says so. */
import process from 'node:process';

import { loadPyodide } from 'pyodide';

const python = await loadPyodide();
process.stdout.write(`${python.runPython('1 + 1')}\n`);
process.exit(0);
