import { beforeEach } from 'vitest';
import type { Visits } from './count-visits.ts';

// Loaded before each test file while visits are counted. Reports the code that each test runs.
declare global {
  var visits: Visits;
}
declare module 'vitest' {
  interface TaskMeta {
    visits?: Visits;
  }
}

globalThis.visits = {};
let prepared: Visits | undefined;
beforeEach(({ task }) => {
  // Code that ran before the first test ran for all of them.
  prepared ??= { ...globalThis.visits };
  globalThis.visits = { ...prepared };
  task.meta.visits = globalThis.visits;
});
