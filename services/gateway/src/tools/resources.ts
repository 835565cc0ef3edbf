import { cardResources, readCard } from '../cards/cards.ts';
import { ToolError } from '../errors/errors.ts';
import { guideText } from './instructions.ts';
import type { ToolRegistry } from './registry.ts';
import type { ToolContext } from './tool.ts';
import { readWaiting, waitingResource } from './waiting.ts';

export interface ResourceContent {
  uri: string;
  mimeType: string;
  text: string;
  _meta?: object;
}

const guideResource = {
  uri: 'outbound://guide',
  name: 'guide',
  title: 'How to work with Outbound',
  description: 'Prepare and confirm, campaigns, replies, toolsets.',
  mimeType: 'text/markdown',
};

export const listedResources = [guideResource, waitingResource, ...cardResources];

interface Template {
  uriTemplate: string;
  name: string;
  title: string;
  pattern: RegExp;
  tools: string[];
  argument: string;
}

const resourceTemplates: readonly Template[] = [
  template('contacts/{contactId}', 'contact', 'A contact', ['get_contact'], 'contactId'),
  template('companies/{companyId}', 'company', 'A company', ['get_company'], 'companyId'),
  template(
    'campaigns/{campaignId}/report',
    'campaign_report',
    'The report of a campaign',
    ['get_campaign_report', 'campaign_report', 'report_campaign'],
    'campaignId',
  ),
];

function template(path: string, name: string, title: string, tools: string[], argument: string): Template {
  const pattern = new RegExp(`^outbound://${path.replace(/\{\w+\}/, '([A-Za-z0-9_]{1,64})')}$`);
  return { uriTemplate: `outbound://${path}`, name, title, pattern, tools, argument };
}

export function listTemplates(registry: ToolRegistry) {
  return resourceTemplates
    .filter(({ tools }) => tools.some((tool) => registry.has(tool)))
    .map(({ uriTemplate, name, title }) => ({
      uriTemplate,
      name,
      title,
      mimeType: 'application/json',
    }));
}

export async function readResource(
  registry: ToolRegistry,
  baseUrl: string,
  uri: string,
  context: ToolContext,
): Promise<ResourceContent> {
  if (uri === guideResource.uri) return { uri, mimeType: guideResource.mimeType, text: guideText };
  if (uri === waitingResource.uri) {
    const waiting = await readWaiting(registry, context);
    return { uri, mimeType: waitingResource.mimeType, text: JSON.stringify(waiting, null, 1) };
  }
  const card = readCard(uri, baseUrl);
  if (card) return card;
  for (const { pattern, tools, argument } of resourceTemplates) {
    const id = pattern.exec(uri)?.[1];
    const tool = tools.find((name) => registry.has(name));
    if (!id || !tool) continue;
    const { structured } = await registry.call(tool, { [argument]: id }, context);
    return { uri, mimeType: 'application/json', text: JSON.stringify(structured?.data ?? null, null, 1) };
  }
  throw new ToolError('Unknown resource; see outbound://guide and the resource templates.');
}
