/** @module episode-thread: entry of the watched thread, with the built-in agents. */
import { builtInMaker, serveEpisodes } from './episode-tasks.ts';

serveEpisodes(builtInMaker);
