/** Country names in both languages. */
export const countries = new Set(
  ['en', 'de'].flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    return countryCodes().flatMap(
      (code) =>
        names
          .of(code)
          ?.toLowerCase()
          .split(/[^\p{L}]+/u) ?? [],
    );
  }),
);

function countryCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}
