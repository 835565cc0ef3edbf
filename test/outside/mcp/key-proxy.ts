import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyProxy {
  port: number;
  stop(): void;
}

/** Forwards requests unchanged, with an API key, for programs that can't send one. */
export async function startKeyProxy(port: number, target: string, key: string): Promise<KeyProxy> {
  const server = createServer((req, res) => {
    const headers = { ...req.headers, authorization: `Bearer ${key}` };
    const passed = request(new URL(req.url ?? '/', target), { method: req.method!, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => res.destroy());
    res.on('close', () => passed.destroy());
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
