/** Form of a name under which it is unique: names that differ only by case or spelling of accents are the same. */
export function nameKeyOf(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
