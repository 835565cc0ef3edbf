const yesWords = new Set(
  (
    'true yes y 1 t on x ok checked ja j wahr oui o vrai si s verdadero verdad vero sim verdadeiro sand waar tak prawda ano ' +
    'kylla evet igen da ✓ ✔ ☑ ✅ ● да истина はい 是 예'
  ).split(' '),
);
const noWords = new Set(
  (
    'false no n 0 f off unchecked nein falsch non faux falso nao nee onwaar nie nej falskt falsk ne ei hayir nem ✗ ✘ ☐ ❌ net ' +
    'never нет ложь いいえ 否 아니요'
  ).split(' '),
);

/** Lower case, without accents or surrounding punctuation. */
export function plainWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim();
}

/** Parses yes and no as people and programs write them in many languages. Undefined for anything else. */
export function yesOrNo(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value > 0;
  if (typeof value !== 'string') return undefined;
  const word = plainWord(value).replace(/[.!]+$/, '');
  if (yesWords.has(word)) return true;
  if (noWords.has(word)) return false;
  return /^\d+$/.test(word) ? Number(word) > 0 : undefined;
}

/** True for texts that are a date or time, such as the day of an opt-out. */
export function isDateText(text: string): boolean {
  return (
    /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/.test(text) ||
    /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}/.test(text) ||
    /^\d{1,2}\.? \p{L}{3,10}\.? \d{4}/u.test(text) ||
    /^\p{L}{3,10}\.? \d{1,2},? \d{4}/u.test(text) ||
    /^\d{10}(?:\d{3})?$/.test(text)
  );
}
