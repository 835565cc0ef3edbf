import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of all shapes.
  body: any;
}

/** Loopback endpoint that stores requests and returns the configured response. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  answer: { status: number; headers?: Record<string, string>; text?: string };
  stop(): void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    received.push({ headers: request.headers, text, body: JSON.parse(text) });
    response.writeHead(receiver.answer.status, receiver.answer.headers).end(receiver.answer.text);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: { status: 204 },
    stop: () => server.close().closeAllConnections(),
  };
  return receiver;
}
