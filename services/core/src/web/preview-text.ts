const depthMax = 6;
// Ids and positions are for programs.
const isTechnical = /(?:^id|Id|Index)$/;

/** An action's sample of its result as indented lines, for reading. */
export const previewText = (value: unknown, depth = 0): string => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object' || depth > depthMax) return String(value);
  const indent = '  '.repeat(depth);
  const shown = Object.entries(value).filter(([name, inner]) => !isTechnical.test(name) && !isEmpty(inner));
  const lines = shown.map(([name, inner]) => {
    const text = previewText(inner, depth + 1);
    const isBlock = text.includes('\n') || (typeof inner === 'object' && inner !== null);
    const label = Array.isArray(value) ? `${Number(name) + 1}.` : `${wordsOf(name)}:`;
    return isBlock ? `${indent}${label}\n${text}` : `${indent}${label} ${text}`;
  });
  return lines.join('\n');
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** "bodyText" → "Body text". */
const wordsOf = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
