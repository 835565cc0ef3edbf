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

/** Lower case, without accents and outer marks. */
export function plainWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim();
}

/** True or false as people and programs write it in many languages; undefined if it is neither. */
export function yesOrNo(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value > 0;
  if (typeof value !== 'string') return undefined;
  const word = plainWord(value).replace(/[.!]+$/, '');
  if (yesWords.has(word)) return true;
  if (noWords.has(word)) return false;
  return /^\d+$/.test(word) ? Number(word) > 0 : undefined;
}

/** True for texts that are a date or a time: the day on which someone said no. */
export function isDateText(text: string): boolean {
  return (
    /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/.test(text) ||
    /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}/.test(text) ||
    /^\d{1,2}\.? \p{L}{3,10}\.? \d{4}/u.test(text) ||
    /^\p{L}{3,10}\.? \d{1,2},? \d{4}/u.test(text) ||
    /^\d{10}(?:\d{3})?$/.test(text)
  );
}
