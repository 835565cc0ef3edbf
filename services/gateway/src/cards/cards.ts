import { readFileSync } from 'node:fs';
import { badges, tokens } from '@outbound/design/tokens';
import { escapeHtml } from '@outbound/node-service/text/html';

/** Type of the pages that hosts of the extension MCP Apps (2026-01-26) show with a tool's result. */
export const cardType = 'text/html;profile=mcp-app';
export const cardExtension = { 'io.modelcontextprotocol/ui': {} };

/** A page for the results of some tools. It only reads. Hosts run it in a frame without the person's session. */
interface Card {
  uri: string;
  name: string;
  title: string;
  description: string;
  tools: readonly string[];
}

function card(name: string, title: string, description: string, tools: readonly string[]): Card {
  return { uri: `ui://outbound/${name}.html`, name, title, description, tools };
}

const cards: readonly Card[] = [
  card('approval', 'Approval', 'The messages of an approval, in groups, with a link to the page that decides it.', [
    'get_approval',
    'get_approval_manifest',
    'confirm_send',
    'confirm_spend',
  ]),
  card('report', 'Campaign report', 'The figures, days, and messages of a campaign.', ['get_campaign_report']),
  card('reply', 'Reply', 'A reply with its thread and the draft of its answer.', ['get_reply']),
];

/** The host draws a border. The card loads nothing. */
const cardMeta = { ui: { prefersBorder: true, csp: { connectDomains: [], resourceDomains: [] } } };

export const cardResources = cards.map(({ uri, name, title, description }) => ({
  uri,
  name: `${name}_card`,
  title,
  description,
  mimeType: cardType,
  _meta: cardMeta,
}));

/** Names the card of a tool in the tool's definition. */
export function cardMetaOf(tool: string): { _meta?: object } {
  const shown = cards.find(({ tools }) => tools.includes(tool));
  return shown ? { _meta: { ui: { resourceUri: shown.uri } } } : {};
}

/** The card's page: everything is inside, because its frame may load nothing. */
export function readCard(uri: string, baseUrl: string) {
  const found = cards.find((each) => each.uri === uri);
  return found && { uri, mimeType: cardType, text: pageOf(found, baseUrl), _meta: cardMeta };
}

/** Content of every card, read once. */
const styles = [tokens, badges, browserFile('card.css')].join('\n');
const scripts = new Map(
  cards.map(({ name }) => [name, ['host.js', 'parts.js', `${name}.js`].map(scriptOf).join('\n')]),
);

function pageOf({ name, title }: Card, baseUrl: string): string {
  return `<!doctype html>
<html lang="en" data-base-url="${escapeHtml(baseUrl)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${styles}
</style>
</head>
<body>
<main></main>
<script>
${scripts.get(name)}
</script>
</body>
</html>`;
}

function browserFile(name: string): string {
  return readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');
}

/** A module as part of one script, because the frame may load nothing: the modules share its scope. */
function scriptOf(name: string): string {
  return browserFile(name)
    .replaceAll(/^import .*;$/gm, '')
    .replaceAll(/^export (?=(?:async )?function|let|const)/gm, '');
}
