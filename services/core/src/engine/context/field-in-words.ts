/** Record field as words. Keeps keys, such as those of custom fields, unchanged. */
export function fieldInWords(path: string): string {
  const [name = '', ...inside] = path.split('.');
  const words = name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return inside.length > 0 ? `${words} (${inside.join('.')})` : words;
}
