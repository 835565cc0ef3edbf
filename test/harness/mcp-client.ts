import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

const info = { name: 'outbound-test', version: '1.0.0' };

/** An MCP client with an API key. */
export async function connectWithKey(url: string, key: string): Promise<Client> {
  const client = new Client(info);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

/** Behaves like a native client: a loopback redirect, the authorization page in a browser, tokens in memory. */
export class LoopbackSignIn implements OAuthClientProvider {
  authorizationUrl?: URL;
  saved: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string } = {};
  readonly #server: Server;
  readonly code: Promise<string>;

  constructor() {
    let resolve: (code: string) => void;
    this.code = new Promise((done) => {
      resolve = done;
    });
    this.#server = createServer((request, response) => {
      const code = new URL(request.url ?? '/', 'http://localhost').searchParams.get('code');
      response.setHeader('content-type', 'text/html');
      response.end('<h1>You may close this window.</h1>');
      if (code) resolve(code);
    }).listen(0, '127.0.0.1');
  }

  get redirectUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/callback`;
  }
  get clientMetadata() {
    return {
      client_name: 'Story client',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }
  clientInformation() {
    return this.saved.client;
  }
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.saved.client = client;
  }
  tokens() {
    return this.saved.tokens;
  }
  saveTokens(tokens: OAuthTokens) {
    this.saved.tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.authorizationUrl = url;
  }
  saveCodeVerifier(verifier: string) {
    this.saved.verifier = verifier;
  }
  codeVerifier() {
    return this.saved.verifier ?? '';
  }
  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

export async function connectWithOAuth(
  url: string,
  signIn: LoopbackSignIn,
  inBrowser: (authorization: URL) => Promise<void>,
): Promise<Client> {
  const address = new URL(`${url}/mcp`);
  const first = new StreamableHTTPClientTransport(address, { authProvider: signIn });
  await new Client(info).connect(first).catch((error: Error) => {
    if (error.name !== 'UnauthorizedError' && !/unauthorized/i.test(error.message)) throw error;
  });
  await inBrowser(signIn.authorizationUrl!);
  await first.finishAuth(await signIn.code);
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: signIn }));
  return client;
}

/** Calls a tool and returns its structured content. Throws if the tool reports an error. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all shapes.
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  return result.structuredContent;
}

const confirmationsMax = 5;

interface Prepared {
  confirmWith: string;
  confirmationId: string;
  what: string;
}

/** Confirms a preview. Repeats the call if the tool reports that the outcome is unknown, as it recommends. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all shapes.
export async function confirm(client: Client, { confirmWith, confirmationId, what }: Prepared): Promise<any> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(client, confirmWith, { confirmationId, what });
    } catch (error) {
      if (attempt === confirmationsMax || !/confirm again/.test((error as Error).message)) throw error;
    }
  }
}

/** Prepares an action and confirms exactly this preview. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all shapes.
export async function confirmed(client: Client, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const preview = await call(client, name, args);
  return confirm(client, preview);
}
