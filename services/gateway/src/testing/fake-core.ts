import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fixtureScopes } from './fixture-contract.ts';

export const testApiKey = 'obk_live_0123456789abcdefghijABCDEFGHIJ01';
export const testInternalSecret = 'an-internal-secret-for-tests';
export const testPassword = 'correct horse battery';

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}
type Handler = (seen: Seen) => Reply | Promise<Reply>;

/**
 * The core as the gateway sees it: identity, tickets, dry runs, and executions that happen once per idempotency key.
 */
export class FakeCore {
  readonly seen: Seen[] = [];
  readonly executed: Seen[] = [];
  /** A test's handlers, by "METHOD /path". They take precedence over the built-in ones. */
  readonly handlers = new Map<string, Handler>();
  readonly tickets = new Map<string, string>();
  /** IDs of people who left the workspace. */
  readonly gone = new Set<string>();
  planDigest = 'digest-1';
  /** True if plans count as small changes. */
  isSmall = true;
  scopes: string[] = [...fixtureScopes];
  #server: Server;
  #byKey = new Map<string, Reply>();

  private constructor() {
    this.#server = createServer((req, res) => void this.#serve(req, res));
  }

  static async start(): Promise<FakeCore> {
    const core = new FakeCore();
    await new Promise<void>((resolve) => core.#server.listen(0, '127.0.0.1', resolve));
    return core;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url = '', headers } = req;
    const seen = { method, path: url, headers, body: text ? JSON.parse(text) : {} };
    this.seen.push(seen);
    const { status, body, headers: more } = await this.#answer(seen);
    res.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
  }

  async #answer(seen: Seen): Promise<Reply> {
    const { pathname, searchParams } = new URL(seen.path, this.url);
    const own = this.handlers.get(`${seen.method} ${pathname.replace('/api/public/v1', '')}`);
    if (own) return own(seen);
    if (pathname === '/internal/tickets/redeem') return this.#redeem(seen);
    if (pathname === '/internal/passwords/check') return this.#checkPassword(seen);
    if (pathname === '/api/public/v1/me') return this.#me(seen);
    if (seen.method === 'GET') return ok({ id: pathname.split('/').at(-1), email: 'ada@analytical.example' });
    if (searchParams.get('dryRun') === 'true') return { status: 200, body: this.plan(seen) };
    return this.#execute(seen);
  }

  plan(seen: Pick<Seen, 'path'>) {
    const summary = `Would do ${new URL(seen.path, this.url).pathname}.`;
    const effects = [{ op: 'create', type: 'contact', label: 'Ada Lovelace' }];
    const data = {
      dryRun: true,
      summary,
      effects,
      skipped: [],
      warnings: [],
      preview: null,
      isSmall: this.isSmall,
      planDigest: this.planDigest,
    };
    return { ok: true, summary, data, cost: { credits: 1, balance: 20 } };
  }

  async #execute(seen: Seen): Promise<Reply> {
    if (seen.headers['plan-digest'] !== this.planDigest) {
      const error = { code: 'plan_changed', message: 'The plan has changed.' };
      return { status: 412, body: { ...this.plan(seen), ok: false, error } };
    }
    const key = String(seen.headers['idempotency-key']);
    const known = this.#byKey.get(key);
    if (known) return known;
    this.executed.push(seen);
    const reply = ok({ id: `con_${this.executed.length}`, ...seen.body });
    this.#byKey.set(key, reply);
    return reply;
  }

  #me(seen: Seen): Reply {
    if (seen.headers.authorization !== `Bearer ${testApiKey}` && !this.#isMember(seen)) {
      return { status: 401, body: { ok: false, error: { code: 'unauthenticated', message: 'Unknown key.' } } };
    }
    return ok({
      actor: { kind: 'api_key', id: 'key_1', name: 'Test' },
      workspace: { id: 'wsp_1' },
      scopes: this.scopes,
    });
  }

  /** True if the token's person has not left the workspace. */
  #isMember({ headers }: Seen): boolean {
    const payload = headers.authorization?.split('.')[1];
    if (!payload) return false;
    const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
    return !this.gone.has(sub);
  }

  #checkPassword({ headers, body }: Seen): Reply {
    if (headers.authorization !== `Bearer ${testInternalSecret}`) return { status: 401, body: {} };
    return { status: Object(body).password === testPassword ? 200 : 403, body: {} };
  }

  #redeem({ headers, body }: Seen): Reply {
    if (headers.authorization !== `Bearer ${testInternalSecret}`) return { status: 401, body: {} };
    const { ticket, interaction } = body as { ticket: string; interaction: string };
    if (this.tickets.get(ticket) !== interaction) return { status: 410, body: { error: 'expired' } };
    this.tickets.delete(ticket);
    const user = { id: 'usr_1', name: 'Grace Hopper', email: 'grace@example.com' };
    const workspaces = [
      { id: 'wsp_1', name: 'Navy', role: 'owner' },
      { id: 'wsp_2', name: 'Harvard', role: 'member' },
    ];
    return { status: 200, body: { user, workspaces } };
  }
}

export function ok(data: unknown, more: object = {}): Reply {
  return { status: 200, body: { ok: true, summary: 'Done.', data, ...more } };
}
