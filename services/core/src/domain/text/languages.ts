/** Common words that identify a language, as plain words. Shared words count for each of their languages. */
const commonWords: Record<string, string> = {
  en: 'the and you your we are is not for with this that have to of my our please thanks can will but it i am on at',
  de: 'der die das und ich sie wir nicht ist ein eine mit fuer auf bitte danke uns mir ihnen ihre kein keine haben bin zu den im vielen',
  fr: 'le la les et je vous nous ne pas est un une pour avec dans de du des merci votre vos mon notre que en suis ce',
  es: 'el la los y yo no es un una para con en de del gracias su sus mi nuestro que por lo me estoy estamos usted le se',
  it: 'il la i e io non un una per con di del grazie vostro sua mi nostro che sono siamo ci al lo le si in ho abbiamo',
  nl: 'de het en ik u wij we niet is een voor met op van dank uw mijn ons geen heb ben bij aan dit dat te naar je',
  pt: 'o a os e eu nao um uma para com em de do da obrigado obrigada seu sua meu nosso que por estou estamos me voces no na',
  pl: 'i w na nie jest z do sie prosze dziekuje jestem mam mnie nas panstwa to za o juz sa u mi tym po',
};
export const languageNames = Object.keys(commonWords);
const wordsOf = new Map(languageNames.map((name) => [name, new Set(commonWords[name]!.split(' '))]));

const evidenceMin = 3;
const shareMin = 0.6;

function countsIn(plain: string, names: readonly string[]): number[] {
  const words = plain.split(' ');
  return names.map((name) => words.filter((word) => wordsOf.get(name)!.has(word)).length);
}

/** Likeliest of these languages. The first one if there is no evidence. */
export function likeliestLanguage(plain: string, names: readonly string[]): string {
  const counts = countsIn(plain, names);
  return names[counts.indexOf(Math.max(...counts))]!;
}

/** Possible languages of a text. Returns all of them if it is too short to tell. */
export function languagesOf(plain: string): string[] {
  const counts = countsIn(plain, languageNames);
  const most = Math.max(...counts);
  if (most < evidenceMin) return languageNames;
  return languageNames.filter((_, index) => counts[index]! >= most * shareMin);
}
