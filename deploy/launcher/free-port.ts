import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';

/** Below the ephemeral ports (from 32768), so that no outgoing connection takes the port while a part restarts. */
const lowest = 20_000;
const highest = 32_000;
const triesMax = 50;
const given = new Set<number>();

/** A loopback port that is free right now and was not returned before by this process. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = randomInt(lowest, highest);
    if (given.has(port) || (await listenOnce(port)) === undefined) continue;
    given.add(port);
    return port;
  }
  return (await listenOnce(0))!;
}

function listenOnce(wanted: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
