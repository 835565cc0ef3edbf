import { secretSettings } from './secret-files.ts';
import { settingNames } from './setting-names.ts';

/** Beginnings of names that only this product uses. */
const ownPrefixes = [
  'OUTBOUND_',
  'BACKUP_',
  'RATE_LIMIT_',
  'REQUESTS_PER_MINUTE_',
  'REGISTRATIONS_PER_HOUR_',
  'WORKSPACE_REQUESTS_',
  'SYSTEM_SMTP_',
  'SYSTEM_MAIL_',
  'PEOPLE_DATA_LABS_',
  'SENDING_FREE_',
];
/** Shorter names have neighbors among the variables of other programs, such as PATH or HOSTS. */
const comparedLengthMin = 7;
const lettersMax = 2;
/** Variables of other programs that look like settings. Kubernetes sets `GATEWAY_PORT` and more for each service. */
const foreign = /^(npm_|NODE_|OTEL_|XDG_|LC_|KUBERNETES_)|_(SERVICE_HOST|SERVICE_PORT|PORT)(_\w+)?$/;

const known = new Set<string>([...settingNames, ...secretSettings.map((name) => `${name}_FILE`)]);

/** Sentences about variables that are probably misspelled settings. Variables of other programs are never named. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || foreign.test(name)) return [];
    const meant = name.length < comparedLengthMin ? undefined : nearest(name);
    if (meant !== undefined) return [`${name} is not a setting. Did you mean ${meant}?`];
    const isOurs = ownPrefixes.some((prefix) => name.startsWith(prefix));
    return isOurs ? [`${name} is not a setting. See docs/reference/configuration.md.`] : [];
  });
}

function nearest(name: string): string | undefined {
  const found = [...known]
    .filter((setting) => setting.length >= comparedLengthMin)
    .map((setting) => ({ setting, letters: distance(name, setting) }))
    .filter(({ letters }) => letters <= lettersMax)
    .sort((a, b) => a.letters - b.letters);
  return found[0]?.setting;
}

/** Letters to add, remove, replace, or swap with their neighbor (optimal string alignment distance). */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > lettersMax) return Number.POSITIVE_INFINITY;
  const rows = Array.from({ length: one.length + 1 }, (_, row) => [row, ...Array<number>(other.length).fill(0)]);
  rows[0] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let i = 1; i <= one.length; i += 1)
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      rows[i]![j] = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
  return rows[one.length]![other.length]!;
}
