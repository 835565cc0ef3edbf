const otherNames: Record<string, string> = {
  uk: 'GB',
  england: 'GB',
  'great britain': 'GB',
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  deutschland: 'DE',
  österreich: 'AT',
  schweiz: 'CH',
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

// Withdrawn codes (FX, SU, YU, …) carry the name of the country that they went over into.
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}

function readNames(): Map<string, string> {
  const codes = [...letters].flatMap((first) => [...letters].map((second) => first + second));
  const known = codes.flatMap((code): [string, string][] => {
    const name = names.of(code);
    return name === undefined || code === 'ZZ' || code === 'UK' || !isCurrent(code) ? [] : [[name.toLowerCase(), code]];
  });
  return new Map([...known, ...Object.entries(otherNames)]);
}

let codesByName: Map<string, string> | undefined;

/** The ISO 3166-1 alpha-2 code of a country given by code or by English name; undefined when it is none. */
export function countryCodeOf(text: string): string | undefined {
  const trimmed = text.trim();
  codesByName ??= readNames();
  const byName = codesByName.get(trimmed.toLowerCase());
  if (byName !== undefined) return byName;
  const code = trimmed.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && names.of(code) !== undefined ? code : undefined;
}

export function countryNameOf(code: string): string {
  return (/^[A-Z]{2}$/.test(code) ? names.of(code) : undefined) ?? code;
}
