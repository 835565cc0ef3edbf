import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  dereferencer,
  inputSchemaOf,
  type JsonSchema,
  type OperationSchemas,
  outputSchemaOf,
} from './operation-schemas.ts';
import { showsSecret, withoutSecrets } from './secret-inputs.ts';

export type { JsonSchema };

export type Effect = 'read' | 'write' | 'destroy' | 'spend' | 'send';
export type ScopeKind = 'read' | 'prepare' | 'spend' | 'send';

/** One action of the core, as its contract describes it. */
export interface Action {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly area: string;
  readonly effect: Effect;
  readonly scopes: readonly string[];
  readonly surface: 'default' | 'more';
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly untrusted: readonly string[];
  readonly untrustedNames: readonly string[];
  readonly paged: boolean;
  /** How to undo a change that was declared small. It may run without confirmation if a person has enabled that. */
  readonly undo?: string;
  /** Page of the application where a person does this, because a secret is involved. */
  readonly personPage?: string;
  /** Inputs that are secret, omitted from `inputSchema`. */
  readonly secrets: readonly string[];
  readonly showsSecret: boolean;
  /** Accepted alternative spellings of values, by input name. */
  readonly aliases: Aliases;
}

export type Aliases = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface ScopeInfo {
  readonly scope: string;
  readonly title: string;
  readonly description: string;
  readonly kind: ScopeKind;
}
export interface Contract {
  readonly version: string;
  readonly actions: readonly Action[];
  readonly scopes: readonly ScopeInfo[];
  /** Kinds of small changes that some action declares, in the words of the consent page. */
  readonly smallChanges: readonly string[];
}

const httpMethods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Reads the contract that ships with the gateway. */
export function loadContract(): Contract {
  const path = createRequire(import.meta.url).resolve('@outbound/contract/openapi.json');
  return readContract(JSON.parse(readFileSync(path, 'utf8')));
}

interface Operation extends OperationSchemas {
  operationId: string;
  summary?: string;
  description?: string;
  'x-outbound'?: Outbound;
}
interface Outbound extends Partial<Omit<Action, 'method' | 'path' | 'summary' | 'description' | 'name'>> {
  tool: string;
  runsAtOnce?: boolean;
  smallChange?: string;
}
interface Document {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  'x-outbound-scopes'?: ScopeInfo[];
  'x-outbound-small-changes'?: Record<string, string>;
  'x-outbound-aliases'?: Aliases;
}

export function readContract(document: unknown): Contract {
  const { info, paths, 'x-outbound-scopes': scopes = [], 'x-outbound-aliases': aliases = {} } = document as Document;
  const dereference = dereferencer(document) as (operation: Operation) => Operation;
  const actions: Action[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of httpMethods) {
      const operation = operations[method];
      if (operation?.['x-outbound'])
        actions.push(readAction(path, method, dereference(operation), operation['x-outbound'], aliases));
    }
  }
  return { version: info.version, actions, scopes, smallChanges: smallChangesIn(document as Document) };
}

/** Only kinds with an action, so that the consent page promises nothing else. */
function smallChangesIn({ paths, 'x-outbound-small-changes': names = {} }: Document): string[] {
  const operations = Object.values(paths).flatMap((byMethod) => Object.values(byMethod));
  const declared = new Set(operations.map((operation) => operation['x-outbound']?.smallChange));
  return Object.entries(names).flatMap(([kind, words]) => (declared.has(kind) ? [words] : []));
}

function readAction(
  path: string,
  method: Action['method'],
  operation: Operation,
  outbound: Outbound,
  aliases: Aliases,
): Action {
  const { schema: inputSchema, secrets } = withoutSecrets(inputSchemaOf(operation));
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
    inputSchema,
    outputSchema: outbound.effect === 'read' ? outputSchemaOf(operation) : {},
    untrusted: outbound.untrusted ?? [],
    untrustedNames: outbound.untrustedNames ?? [],
    paged: outbound.paged ?? false,
    ...(outbound.runsAtOnce && outbound.undo && { undo: outbound.undo }),
    ...(outbound.personPage && { personPage: outbound.personPage }),
    secrets,
    showsSecret: showsSecret(outputSchemaOf(operation)),
    aliases,
  };
}
