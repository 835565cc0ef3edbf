import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** Response body of a part, on a connection of its own. `fetch` would load a client larger than the launcher. */
export async function getText(url: string, signal: AbortSignal): Promise<{ isOk: boolean; body: string }> {
  const [response] = (await once(get(url, { agent: false, signal }), 'response')) as [IncomingMessage];
  return { isOk: response.statusCode === 200, body: await text(response) };
}
