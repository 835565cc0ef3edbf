const countries = new Intl.DisplayNames('en', { type: 'region' });
const languages = new Intl.DisplayNames('en', { type: 'language' });

/** "DE" → "Germany". Values that are not codes stay unchanged. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
}

/** "de" → "German". */
export function languageName(code: string): string {
  return /^[a-z]{2}(?:-[A-Z]{2})?$/.test(code) ? (languages.of(code) ?? code) : code;
}
