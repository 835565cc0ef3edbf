import { beforeEach } from 'vitest';
import type { Visits } from './count-visits.ts';

// Loaded before each test file while visits are counted: hands over what each test ran.
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
  // What was run before the first test was run for all of them.
  prepared ??= { ...globalThis.visits };
  globalThis.visits = { ...prepared };
  task.meta.visits = globalThis.visits;
});
