import { type Expression, type ObjectExpression, parseSync, Visitor } from 'oxc-parser';
import { type SourceText, table } from './source-text.ts';

export interface Metric {
  name: string;
  help: string;
  labels: string[];
  kind: string;
}

const kinds = new Set(['Counter', 'Gauge', 'Histogram', 'Summary']);

/** Metrics of one file: `new Gauge({ name, help, labelNames })`, and the local short forms `gauge(name, help, labels)`. */
export function metricsIn({ path, text }: SourceText): Metric[] {
  if (!text.includes('prom-client')) return writtenIn(text);
  const found: Metric[] = [];
  new Visitor({
    NewExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'Identifier' || !kinds.has(callee.name) || options?.type !== 'ObjectExpression') return;
      const [name, help] = [member(options, 'name'), member(options, 'help')].flatMap(textsIn);
      const labels = textsIn(member(options, 'labelNames'));
      if (name !== undefined && help !== undefined) found.push({ name, help, labels, kind: callee.name.toLowerCase() });
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier' || !kinds.has(callee.name[0]!.toUpperCase() + callee.name.slice(1))) return;
      const [name, help, labels] = given.filter(
        (argument): argument is Expression => argument.type !== 'SpreadElement',
      );
      const [[shortName], [helpText]] = [textsIn(name), textsIn(help)];
      if (shortName === undefined || helpText === undefined) return;
      found.push({ name: `outbound_${shortName}`, help: helpText, labels: textsIn(labels), kind: callee.name });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** Metrics that the launcher writes without a library, by their description in the Prometheus format. */
function writtenIn(text: string): Metric[] {
  const described = /# HELP (\w+) ([^']+)',\s+'# TYPE \w+ (\w+)',[^`]*`\w+(?:\{(\w+)=)?/g;
  return [...text.matchAll(described)].map(([, name = '', help = '', kind = '', label]) => ({
    name,
    help,
    labels: label === undefined ? [] : [label],
    kind,
  }));
}

function member(options: ObjectExpression, name: string): Expression | undefined {
  const found = options.properties.find(
    (property) => property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name,
  );
  return found?.type === 'Property' ? (found.value as Expression) : undefined;
}

/** Strings of a literal or of a list of literals, also behind `as const`. */
function textsIn(node: Expression | undefined): string[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node?.type === 'TSAsExpression') return textsIn(node.expression);
  if (node?.type !== 'ArrayExpression') return [];
  return node.elements.flatMap((element) => textsIn(element === null ? undefined : (element as Expression)));
}

export function metricsPage(metrics: readonly Metric[]): string {
  const rows = metrics
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, kind, labels, help }) => [
      `\`${name}\``,
      kind,
      labels.map((label) => `\`${label}\``).join(', '),
      help,
    ]);
  return `# Metrics

Each part exports Prometheus metrics on its own port (\`METRICS_PORT\`, by default 9464 on the loopback address). \`npm start\` merges them.
Never expose this port to the internet. Node.js process metrics are included.

[Alert rules](../../deploy/alerts/outbound.rules.yaml) for Prometheus are part of the repository. This page is generated from the code (\`npm run reference\`).

${table(['Metric', 'Type', 'Labels', 'Description'], rows)}`;
}
