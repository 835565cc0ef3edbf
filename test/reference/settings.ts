import { type Expression, parseSync, Visitor } from 'oxc-parser';
import { secretSettings } from '../../shared/node-service/src/settings/secret-files.ts';
import { settingGroups } from './setting-descriptions.ts';
import { type SourceText, table } from './source-text.ts';

/** A setting as the code reads it. */
export interface Setting {
  name: string;
  /** Undefined if the code computes it. Null without a default. */
  fallback?: string | null;
  /** Allowed numbers. */
  range?: [min: number, max: number];
}

const settingName = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$|^(PORT|HOST)$/;
/** Set by the operating system, by other programs, or by the launcher for itself. */
const foreign = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE', 'XDG_RUNTIME_DIR']);

/** Settings of one file: `integer(env, 'NAME', …)`, `text('NAME', …)`, and `env.NAME`. */
export function settingsIn({ path, text }: SourceText): Setting[] {
  // Parsing takes long, and few files read settings.
  if (!/\benv(ironment)?\b/.test(text)) return [];
  const found: Setting[] = [];
  const { program } = parseSync(path, text);
  new Visitor({
    CallExpression({ arguments: given }) {
      const values = given.filter((argument): argument is Expression => argument.type !== 'SpreadElement');
      const hasEnvironment = values[0]?.type === 'Identifier' && /^env(ironment)?$/.test(values[0].name);
      const [name, ...rest] = hasEnvironment ? values.slice(1) : values;
      const key = name === undefined ? undefined : literalOf(name);
      if (typeof key === 'string' && settingName.test(key)) found.push(fromCall(key, rest));
    },
    MemberExpression({ object, property }) {
      if (object.type !== 'Identifier' || object.name !== 'env' || property.type !== 'Identifier') return;
      if (settingName.test(property.name)) found.push({ name: property.name });
    },
  }).visit(program);
  return found.filter(({ name }) => !foreign.has(name));
}

function literalOf(node: Expression): string | number | undefined {
  if (node.type !== 'Literal') return undefined;
  return typeof node.value === 'string' || typeof node.value === 'number' ? node.value : undefined;
}

function fromCall(name: string, [fallback, min, max]: Expression[]): Setting {
  if (fallback === undefined) return { name, fallback: null };
  const [value, least, most] = [fallback, min, max].map((node) => (node === undefined ? undefined : literalOf(node)));
  const range: [number, number] | undefined =
    typeof least === 'number' && typeof most === 'number' ? [least, most] : undefined;
  return { name, ...(value !== undefined && { fallback: String(value) }), ...(range && { range }) };
}

/** One entry per name: the reading that says most. */
export function mergedSettings(found: readonly Setting[]): Map<string, Setting> {
  const merged = new Map<string, Setting>();
  for (const setting of found) {
    const known = merged.get(setting.name);
    merged.set(setting.name, { ...known, ...setting, fallback: known?.fallback ?? setting.fallback });
  }
  return merged;
}

const secretNames = secretSettings.map((name) => `\`${name}\``).join(', ');

const intro = `# Configuration

Every setting has a default. Set environment variables to change it, and restart Outbound. Invalid values stop the start with a message that names the setting.

Misspelled names are reported at the start.

Every secret can come from a file: set \`NAME_FILE\` to its path instead of \`NAME\` (${secretNames}).

This page is generated from the code (\`npm run reference\`).
`;

export function configurationPage(settings: Map<string, Setting>): string {
  const sections = settingGroups.map(({ title, intro: about, settings: rows }) => {
    const lines = rows.map(({ name, description, defaultText }) => {
      const { fallback, range } = settings.get(name) ?? {};
      const limits =
        range === undefined ? '' : ` Allowed: ${range.map((number) => number.toLocaleString('en')).join(' to ')}.`;
      return [`\`${name}\``, defaultText ?? (fallback ? `\`${fallback}\`` : 'required'), `${description}${limits}`];
    });
    return `## ${title}\n${about ? `\n${about}\n` : ''}\n${table(['Setting', 'Default', 'Description'], lines)}`;
  });
  return [intro, ...sections].join('\n');
}
