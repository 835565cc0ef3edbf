import { actions } from '../../actions/index.ts';
import { eventPayloads } from '../../domain/events/event-payloads.ts';

/** Labels for fields whose name is not clear enough for people. */
const ownLabels: Readonly<Record<string, string>> = {
  q: 'Search',
  ok: 'Passed',
  min: 'At least',
  max: 'At most',
  op: 'Operator',
  via: 'Via',
  gapSeconds: 'Seconds between messages',
  art14Notice: 'GDPR article 14 notice',
  stepIndex: 'Step',
  linkedinUrl: 'LinkedIn page',
  colour: 'Color',
  does: 'Actions',
  on: 'Day',
  onExisting: 'If it exists',
};

/** "bodyText" → "Body text", "contactIds" → "Contacts", "isHealthy" → "Healthy", "sentAt" → "Sent". */
export function labelOf(name: string): string {
  if (Object.hasOwn(ownLabels, name)) return ownLabels[name]!;
  const words = name
    .replace(/^(?:is|has)(?=[A-Z])/, '')
    .replace(/(ed|sent|due)At$/i, '$1')
    .replace(/xIds$/, 'xes')
    .replace(/([a-z0-9])Ids$/, '$1s')
    .replace(/([^aeiou])ys$/, '$1ies')
    .replace(/([a-z0-9])Id$/, '$1')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase()
    .replace(/\b(url|imap|smtp|id|api|dkim|dmarc|mx|csv|spf)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "catch_all" → "catch all", "message.sent" → "message sent". */
export function wordsOf(value: string): string {
  return (isEventType(value) ? value.replace('.', ' ') : value).replaceAll('_', ' ');
}

export function isEventType(value: string): boolean {
  return Object.hasOwn(eventPayloads, value);
}

/** Field names in program style, like "postalAddress". Everyday words do not look like that. */
const fieldNames = new Set(
  actions
    .flatMap(({ input, output }) => [input, output, output.items].flatMap((one) => Object.keys(one?.properties ?? {})))
    .filter((name) => /[a-z][A-Z]/.test(name)),
);

/** Replaces field names in the text of operations with their labels. */
export function withLabels(text: string): string {
  return text.replace(/\b[a-z]+[A-Z]\w*\b/g, (name) => (fieldNames.has(name) ? labelOf(name).toLowerCase() : name));
}

const toolName = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** Replaces operation names in the text of the contract with their titles. */
export function forPeople(text: string): string {
  return text.replace(toolName, (name) => {
    const action = actions.find((one) => one.name === name);
    return action === undefined ? name : `“${action.title}”`;
  });
}

/** A field's description from the contract, for people: other fields by their labels, and "left empty" for "null". */
export function helpForPeople(text: string, fields: readonly string[]): string {
  return forPeople(text)
    .replace(/\b[a-z]+[A-Z]\w*\b/g, (name) => (fields.includes(name) ? labelOf(name).toLowerCase() : name))
    .replace(/\bnull\b/g, 'empty')
    .replace(/\(default (true|false)\)/g, (_all, value) => `(unless said: ${value === 'true' ? 'yes' : 'no'})`)
    .replace(/\b[Tt]rue:/g, 'Yes:')
    .replace(/\b[Ff]alse:/g, 'No:');
}
