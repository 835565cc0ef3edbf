import { actions } from '../../actions/index.ts';

/** "bodyText" → "Body text", "contactIds" → "Contacts". */
export function labelOf(name: string): string {
  const words = name
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

/** "catch_all" → "catch all". */
export function wordsOf(value: string): string {
  return value.replaceAll('_', ' ');
}

const toolName = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** Text of the contract, which names operations, as people call these. */
export function forPeople(text: string): string {
  return text.replace(toolName, (name) => {
    const action = actions.find((one) => one.name === name);
    return action === undefined ? name : `“${action.title}”`;
  });
}

/** What the contract says of a field, as people read it: other fields by their labels, "null" is left empty. */
export function helpForPeople(text: string, fields: readonly string[]): string {
  return forPeople(text)
    .replace(/\b[a-z]+[A-Z]\w*\b/g, (name) => (fields.includes(name) ? labelOf(name).toLowerCase() : name))
    .replace(/\bnull\b/g, 'empty')
    .replace(/\(default (true|false)\)/g, (_all, value) => `(unless said: ${value === 'true' ? 'yes' : 'no'})`)
    .replace(/\b[Tt]rue:/g, 'Yes:')
    .replace(/\b[Ff]alse:/g, 'No:');
}
