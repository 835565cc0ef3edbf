const inlineMax = 200;
/** Number of alike records from which a table is shorter. */
const tableFrom = 5;

/** In these members, an empty value has a meaning: the change empties the field. */
const completeNames = new Set(['changes']);
/** Text for an empty value in these members. */
const nothing = 'none';

/**
 * A short, readable text of structured data: two-space indents, small records on one line, empty values omitted. The
 * changes of a plan are complete, because many clients show only the text.
 */
export function renderText(value: unknown, indent = '', isComplete = false): string {
  if (Array.isArray(value)) {
    const table = isComplete ? undefined : renderTable(value, indent);
    return table ?? value.map((item) => `${indent}- ${renderItem(item, indent, isComplete)}`).join('\n');
  }
  if (isObject(value)) return renderFields(value, indent, isComplete);
  return `${indent}${scalar(value)}`;
}

/** Many small records with the same members, as a table that names the members once. Undefined if they differ. */
function renderTable(items: readonly unknown[], indent: string): string | undefined {
  if (items.length < tableFrom) return undefined;
  const rows = items.map((item) => (isObject(item) ? Object.entries(item).filter(([, value]) => !isEmpty(value)) : []));
  const names = rows[0]!.map(([name]) => name).join('; ');
  const isTable = rows.every((row) => {
    const isSmall = row.every(([, value]) => typeof value !== 'object' && !/[;\n]/.test(String(value)));
    return row.length > 1 && isSmall && row.map(([name]) => name).join('; ') === names;
  });
  if (!isTable) return undefined;
  const lines = rows.map((row) => `${indent}- ${row.map(([, value]) => String(value)).join('; ')}`);
  return [`${indent}(${names})`, ...lines].join('\n');
}

function renderItem(item: unknown, indent: string, isComplete: boolean): string {
  if (!isObject(item) && !Array.isArray(item)) return isEmpty(item) ? nothing : scalar(item);
  const inline = isObject(item) && !isComplete ? renderInline(item) : undefined;
  if (inline !== undefined) return inline;
  return renderText(item, `${indent}  `, isComplete).trimStart();
}

/** Undefined if the record is nested or too large. */
function renderInline(fields: Record<string, unknown>): string | undefined {
  let line = '';
  let count = 0;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (isEmpty(value)) continue;
    if (typeof value === 'object' || String(value).includes('\n')) return undefined;
    line += `${count === 0 ? '' : '; '}${name}: ${value}`;
    count += 1;
    if (line.length > inlineMax) return undefined;
  }
  return count < 2 ? undefined : line;
}

function renderFields(fields: Record<string, unknown>, indent: string, isComplete: boolean): string {
  const lines: string[] = [];
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const isWhole = isComplete || completeNames.has(name);
    if (isEmpty(value)) {
      if (isComplete) lines.push(`${indent}${name}: ${nothing}`);
    } else if (Array.isArray(value) && value.every((item) => !isObject(item) && !Array.isArray(item))) {
      lines.push(`${indent}${name}: ${value.map((item) => scalar(item)).join(', ')}`);
    } else if (isObject(value) || Array.isArray(value)) {
      lines.push(`${indent}${name}:\n${renderText(value, `${indent}  `, isWhole)}`);
    } else {
      lines.push(`${indent}${name}: ${scalar(value, `${indent}  `)}`);
    }
  }
  return lines.join('\n');
}

function scalar(value: unknown, indent = ''): string {
  const text = String(value);
  return text.includes('\n') ? `\n${indent}${text.replaceAll('\n', `\n${indent}`)}` : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
