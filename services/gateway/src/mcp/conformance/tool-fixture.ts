import { readOnlyAnnotations, type ToolDefinition } from '../../tools/tool.ts';
import type { ClientCall, Params } from '../catalog/catalog.ts';
import { text } from './contents.ts';

type Run = (input: Params, call: ClientCall) => object | Promise<object>;

export interface ToolFixture {
  definition: ToolDefinition;
  run: Run;
}

export function tool(name: string, run: Run, inputSchema: Params = { type: 'object', properties: {} }): ToolFixture {
  const title = name.replaceAll('_', ' ');
  const description = 'A fixture of the conformance suite.';
  return { definition: { name, title, description, inputSchema, annotations: { title, ...readOnlyAnnotations } }, run };
}

export function said(value: string): object {
  return { content: [text(value)] };
}
