import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RunAnswer, RunRequest } from './test-runner.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Runner {
  /** Undefined if the tests don't end. Their process group is then killed. */
  run(request: RunRequest, withinMs: number): Promise<RunAnswer | undefined>;
  close(): void;
}

/** Runs tests in a separate process that starts on demand. */
export function openRunner(): Runner {
  let child: ChildProcess | undefined;
  return {
    async run(request, withinMs) {
      child ??= await start();
      const { pid } = child;
      child.send(request);
      try {
        const [answer] = await once(child, 'message', { signal: AbortSignal.timeout(withinMs) });
        return answer as RunAnswer;
      } catch {
        process.kill(-pid!, 'SIGKILL');
        child = undefined;
        return undefined;
      }
    },
    close: () => child?.disconnect(),
  };
}

async function start(): Promise<ChildProcess> {
  const child = fork(`${import.meta.dirname}/test-runner.ts`, { cwd: root, detached: true, stdio: 'inherit' });
  await once(child, 'message');
  return child;
}
