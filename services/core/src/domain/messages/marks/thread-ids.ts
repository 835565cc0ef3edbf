/** RFC 5322 puts message IDs in angle brackets. Some programs HTML-escape or omit them. */
export function messageIdsIn(value: string | undefined): string[] {
  const plain = (value ?? '').replace(/&lt;/gi, '<').replace(/&gt;/gi, '>');
  const inBrackets = plain.match(/<[^<>\s]+>/g) ?? [];
  const bare = plain.replace(/<[^<>]*>/g, ' ').match(/[^\s<>",;()]+@[^\s<>",;()]+/g) ?? [];
  return [...new Set([...inBrackets, ...bare.map((id) => `<${id}>`)])];
}
