import { setTimeout as pause } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServerFactory, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import type { ToolContext } from '../tools/tool.ts';
import { waitingResource } from '../tools/waiting.ts';
import type { ServerDeps } from './create-server.ts';
import { takesTasks, tasksNotDeclared } from './serve-tasks.ts';

const streamsPerPrincipalMax = 10;
const streamsMax = 1_000;

interface Listen {
  id: string | number;
  params?: { notifications?: { resourceSubscriptions?: unknown; taskIds?: unknown }; _meta?: Record<string, unknown> };
}

export interface ListenDeps extends Pick<ServerDeps, 'catalog' | 'log'> {
  /** Time between two looks at what waits. */
  waitingCheckMs: number;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

export function isListen({ method }: { method?: unknown } = {}): boolean {
  return method === 'subscriptions/listen';
}

/**
 * Serves `subscriptions/listen` (2026-07-28): a stream that reports each change of `outbound://waiting`. Every stream
 * has its own events, because each caller sees something else.
 */
export class ListenStreams {
  readonly #deps: ListenDeps;
  readonly #create: McpServerFactory;
  /** Open streams of each principal. */
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(deps: ListenDeps, create: McpServerFactory) {
    this.#deps = deps;
    this.#create = create;
  }

  async serve(req: Request, res: Response, context: ToolContext): Promise<void> {
    const message = req.body as Listen;
    if (asksForTasks(message)) {
      const { code, message: text, data } = tasksNotDeclared();
      res.status(400).json({ jsonrpc: '2.0', id: message.id, error: { code, message: text, data } });
      return;
    }
    const { stopping } = this.#deps;
    const { id } = context.principal;
    const hasRoom = (this.#open.get(id) ?? 0) < streamsPerPrincipalMax && this.#total < streamsMax;
    const handler = createMcpHandler(this.#create, {
      legacy: 'reject',
      bus: this.#busOf(context),
      // The SDK rejects a stream beyond its maximum.
      maxSubscriptions: hasRoom ? 1 : 0,
    });
    const end = () => void handler.close();
    this.#count(id, 1);
    res.once('close', () => {
      this.#count(id, -1);
      stopping.removeEventListener('abort', end);
      end();
    });
    stopping.addEventListener('abort', end);
    await toNodeHandler(handler)(req, res, withServedResources(message));
  }

  #count(id: string, by: 1 | -1): void {
    this.#total += by;
    const count = (this.#open.get(id) ?? 0) + by;
    if (count === 0) this.#open.delete(id);
    else this.#open.set(id, count);
  }

  /** The SDK subscribes once the stream is open, and unsubscribes when it ends. */
  #busOf(context: ToolContext): ServerEventBus {
    return {
      publish: () => {},
      subscribe: (listener) => {
        const over = new AbortController();
        const report = () => listener({ kind: 'resource_updated', uri: waitingResource.uri });
        void this.#watch(context, over.signal, report);
        return () => over.abort();
      },
    };
  }

  async #watch(context: ToolContext, over: AbortSignal, report: () => void): Promise<void> {
    let known: string | undefined;
    while (!over.aborted) {
      const waiting = await this.#read(context);
      if (known !== undefined && waiting !== undefined && waiting !== known && !over.aborted) report();
      known = waiting ?? known;
      await pause(this.#deps.waitingCheckMs, undefined, { ref: false, signal: over }).catch(() => undefined);
    }
  }

  /** Undefined if it cannot be read right now. The next look may succeed. */
  async #read(context: ToolContext): Promise<string | undefined> {
    try {
      const { text } = (await this.#deps.catalog.readResource(waitingResource.uri, context)) as { text?: string };
      return text;
    } catch (error) {
      this.#deps.log.debug({ err: error }, 'what waits cannot be read');
      return undefined;
    }
  }
}

/** A client that subscribes to tasks must declare the extension. Their states are read, and not sent. */
function asksForTasks({ params }: Listen): boolean {
  const declared = params?._meta?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
  return params?.notifications?.taskIds !== undefined && !takesTasks(declared as Record<string, unknown>);
}

/** Keeps only what this server reports, so that the confirmation of the subscription names nothing else. */
function withServedResources(message: Listen): Listen {
  const { notifications } = message.params ?? {};
  if (!Array.isArray(notifications?.resourceSubscriptions)) return message;
  const served = notifications.resourceSubscriptions.filter((uri) => uri === waitingResource.uri);
  return {
    ...message,
    params: { ...message.params, notifications: { ...notifications, resourceSubscriptions: served } },
  };
}
