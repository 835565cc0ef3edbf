import type { ChildProcess } from 'node:child_process';

const askMs = 2_000;
const framesMax = 20;

interface CallFrame {
  functionName: string;
  location: { scriptId: string; lineNumber: number };
}

/** Members of `Debugger.scriptParsed` and `Debugger.paused`. */
interface DebuggerMessage {
  method?: string;
  params?: { scriptId?: string; url?: string; callFrames?: CallFrame[] };
}

/**
 * Call stack of a process that does not turn its event loop, innermost first. On SIGUSR1, Node starts its debugger also
 * within an endless loop. Empty if the process is stopped, or hangs in native code.
 */
export async function stackOf(child: ChildProcess): Promise<string[]> {
  const limit = AbortSignal.timeout(askMs);
  try {
    const url = untilListening(child, limit);
    child.kill('SIGUSR1');
    return (await pausedAt(await url, limit)).slice(0, framesMax);
  } catch {
    return [];
  }
}

/** The debugger names its address on standard error: a free port of the loopback address, with a secret path. */
function untilListening(child: ChildProcess, limit: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk;
      const url = /Debugger listening on (ws:\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    limit.addEventListener('abort', () => reject(limit.reason));
  });
}

function pausedAt(url: string, limit: AbortSignal): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, string>();
    const shown = ({ functionName, location: { scriptId, lineNumber } }: CallFrame) =>
      `${functionName || '(anonymous)'} (${files.get(scriptId) ?? 'unknown'}:${lineNumber + 1})`;
    const socket = new WebSocket(url);
    const end = (settle: () => void) => {
      settle();
      socket.close();
    };
    socket.addEventListener('open', () => {
      for (const [index, method] of ['Debugger.enable', 'Debugger.pause'].entries())
        socket.send(JSON.stringify({ id: index + 1, method }));
    });
    socket.addEventListener('message', ({ data }) => {
      const { method, params } = JSON.parse(String(data)) as DebuggerMessage;
      if (params?.scriptId) files.set(params.scriptId, (params.url ?? '').replace(/^file:\/\//, ''));
      if (method === 'Debugger.paused') end(() => resolve((params?.callFrames ?? []).map(shown)));
    });
    socket.addEventListener('error', () => end(() => reject(new Error('The debugger closed the connection.'))));
    limit.addEventListener('abort', () => end(() => reject(limit.reason)));
  });
}
