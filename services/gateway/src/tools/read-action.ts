import type { Action } from '../core-client/contract.ts';
import type { Envelope } from '../core-client/core-answer.ts';
import type { CoreClient } from '../core-client/core-client.ts';
import { ToolError } from '../errors/errors.ts';
import { callContext } from './call-context.ts';
import { reportChart } from './chart/report-chart.ts';
import { withDefaultFields } from './default-fields.ts';
import { describeFailure } from './describe-failure.ts';
import { withoutHidden } from './text/clean-text.ts';
import { fenceUntrusted } from './text/fence-untrusted.ts';
import { renderText } from './text/render-text.ts';
import { fittingItems, shorten } from './text/result-size.ts';
import type { ToolContext, ToolResult } from './tool.ts';

/** Runs a read at the core. If a page is too long, requests a shorter one, so that its cursor is right. */
export async function readAction(
  core: CoreClient,
  action: Action,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult> {
  const asked = withDefaultFields(action, input);
  const envelope = await ask(core, action, asked, context);
  if (envelope.isLink) return renderFile(core, envelope);
  const items = action.paged && Array.isArray(envelope.data) ? envelope.data : [];
  const limit = Math.max(1, fittingItems(items));
  if (limit >= items.length) return renderRead(action, envelope);
  const shorter = await ask(core, action, { ...asked, limit }, context);
  const note = `Cut to ${limit} items because the answer was too long; go on with cursor.`;
  return renderRead(action, { ...shorter, summary: `${shorter.summary} ${note}` });
}

/** Files of these types are data of the workspace, with words of others. Other files, such as attachments, stay links. */
const shownTypes = /^(text\/csv|application\/(x-ndjson|json))\b/;
const shownBytesMax = 12_000;

/** A file that is short and ours comes with the result. Any other comes as a link. */
async function renderFile(core: CoreClient, { summary, data }: Envelope): Promise<ToolResult> {
  const { url, fileName, mediaType, expiresAt } = data as Record<
    'url' | 'fileName' | 'mediaType' | 'expiresAt',
    string
  >;
  const text = shownTypes.test(mediaType) ? await core.fileText(url, shownBytesMax) : undefined;
  const fenced = text === undefined ? undefined : String(fenceUntrusted(text, { untrusted: [''] }));
  const said = withoutHidden(text === undefined ? `${summary} Download it from ${url}` : summary);
  return {
    text: said,
    structured: { summary: said, data: { url, fileName: withoutHidden(fileName), mediaType, expiresAt } },
    file: {
      uri: url,
      name: withoutHidden(fileName),
      mimeType: mediaType,
      ...(fenced !== undefined && { text: fenced }),
    },
  };
}

async function ask(core: CoreClient, action: Action, input: Record<string, unknown>, context: ToolContext) {
  const answer = await core.call(action, input, { read: true }, await callContext(context));
  if (!answer.ok) throw new ToolError(describeFailure(answer.failure));
  return answer.envelope;
}

export function renderRead(action: Action, envelope: Envelope): ToolResult {
  const { value: data, cut } = shorten(fenceUntrusted(envelope.data, action));
  const left = cut.length > 0 ? ` Left out because the answer was too long: ${cut.join('; ')}.` : '';
  const { page, cost } = envelope;
  const summary = withoutHidden(envelope.summary) + left;
  const structured = { summary, data, ...(page && { page }), ...(cost && { cost }) };
  const more = page?.nextCursor ? `\nMore: call again with cursor ${page.nextCursor}` : '';
  const paid = cost ? `\ncost: ${cost.credits} credits, balance ${cost.balance}` : '';
  const image = reportChart(action.name, data);
  return { text: `${summary}\n${renderText(data)}${more}${paid}`.trim(), structured, ...(image && { image }) };
}
