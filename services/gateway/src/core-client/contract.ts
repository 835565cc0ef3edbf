import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type JsonSchema = Record<string, unknown>;
export type Effect = 'read' | 'write' | 'destroy' | 'spend' | 'send';
export type ScopeKind = 'read' | 'prepare' | 'spend' | 'send';

/** One action of the core, as its contract describes it. */
export type Action = Readonly<{
  name: string;
  title: string;
  summary: string;
  description: string;
  area: string;
  effect: Effect;
  scopes: readonly string[];
  surface: 'default' | 'more';
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  untrusted: readonly string[];
  paged: boolean;
}>;

export type ScopeInfo = Readonly<{ scope: string; title: string; description: string; kind: ScopeKind }>;
export type Contract = Readonly<{ version: string; actions: readonly Action[]; scopes: readonly ScopeInfo[] }>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Reads the contract that is shipped with the gateway. */
export function loadContract(): Contract {
  const path = createRequire(import.meta.url).resolve('@outbound/contract/openapi.json');
  return readContract(JSON.parse(readFileSync(path, 'utf8')));
}

type Operation = { operationId: string; summary?: string; description?: string; 'x-outbound'?: Outbound };
type Outbound = Partial<Omit<Action, 'method' | 'path' | 'summary' | 'description' | 'name'>> & { tool: string };
type Document = {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  'x-outbound-scopes'?: ScopeInfo[];
};

export function readContract(document: unknown): Contract {
  const { info, paths, 'x-outbound-scopes': scopes = [] } = document as Document;
  const actions: Action[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of METHODS) {
      const operation = operations[method];
      if (operation?.['x-outbound']) actions.push(readAction(path, method, operation, operation['x-outbound']));
    }
  }
  return { version: info.version, actions, scopes };
}

function readAction(path: string, method: Action['method'], operation: Operation, outbound: Outbound): Action {
  return {
    name: outbound.tool,
    title: outbound.title ?? operation.summary ?? outbound.tool,
    summary: operation.summary ?? '',
    description: operation.description ?? operation.summary ?? '',
    area: outbound.area ?? 'other',
    effect: outbound.effect ?? 'write',
    scopes: outbound.scopes ?? [],
    surface: outbound.surface ?? 'more',
    method,
    path,
    inputSchema: outbound.inputSchema ?? { type: 'object', properties: {}, additionalProperties: false },
    outputSchema: outbound.outputSchema ?? {},
    untrusted: outbound.untrusted ?? [],
    paged: outbound.paged ?? false,
  };
}
