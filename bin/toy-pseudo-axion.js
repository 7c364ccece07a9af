#!/usr/bin/env node
/** @module toy-pseudo-axion: starts the honesty experiment's command line. */
import { launch } from './launch.js';

await launch('toy-pseudo-axion', 'clients/toy-pseudo-axion/main');
