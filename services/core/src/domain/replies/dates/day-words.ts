import { monthPattern, weekdayPattern } from './month-names.ts';

/** Days of the month in words, starting with the first: ordinals, or the language's usual way to name days. */
const ordinals = [
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|' +
    'fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty first|twenty ' +
    'second|twenty third|twenty fourth|twenty fifth|twenty sixth|twenty seventh|twenty eighth|twenty ' +
    'ninth|thirtieth|thirty first',
  'ersten|zweiten|dritten|vierten|fuenften|sechsten|siebten|achten|neunten|zehnten|elften|zwoelften|' +
    'dreizehnten|vierzehnten|fuenfzehnten|sechzehnten|siebzehnten|achtzehnten|neunzehnten|zwanzigsten|' +
    'einundzwanzigsten|zweiundzwanzigsten|dreiundzwanzigsten|vierundzwanzigsten|fuenfundzwanzigsten|' +
    'sechsundzwanzigsten|siebenundzwanzigsten|achtundzwanzigsten|neunundzwanzigsten|dreissigsten|' +
    'einunddreissigsten',
  'eerste|tweede|derde|vierde|vijfde|zesde|zevende|achtste|negende|tiende|elfde|twaalfde|dertiende|' +
    'veertiende|vijftiende|zestiende|zeventiende|achttiende|negentiende|twintigste|eenentwintigste|' +
    'tweeentwintigste|drieentwintigste|vierentwintigste|vijfentwintigste|zesentwintigste|' +
    'zevenentwintigste|achtentwintigste|negenentwintigste|dertigste|eenendertigste',
  'pierwszego|drugiego|trzeciego|czwartego|piatego|szostego|siodmego|osmego|dziewiatego|dziesiatego|' +
    'jedenastego|dwunastego|trzynastego|czternastego|pietnastego|szesnastego|siedemnastego|osiemnastego|' +
    'dziewietnastego|dwudziestego|dwudziestego pierwszego|dwudziestego drugiego|dwudziestego trzeciego|' +
    'dwudziestego czwartego|dwudziestego piatego|dwudziestego szostego|dwudziestego siodmego|' +
    'dwudziestego osmego|dwudziestego dziewiatego|trzydziestego|trzydziestego pierwszego',
];
const counted = [
  'premier|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix ' +
    'sept|dix huit|dix neuf|vingt|vingt et un|vingt deux|vingt trois|vingt quatre|vingt cinq|vingt six|' +
    'vingt sept|vingt huit|vingt neuf|trente|trente et un',
  'primero|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciseis|' +
    'diecisiete|dieciocho|diecinueve|veinte|veintiuno|veintidos|veintitres|veinticuatro|veinticinco|' +
    'veintiseis|veintisiete|veintiocho|veintinueve|treinta|treinta y uno',
  'primo|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|' +
    'sedici|diciassette|diciotto|diciannove|venti|ventuno|ventidue|ventitre|ventiquattro|venticinque|' +
    'ventisei|ventisette|ventotto|ventinove|trenta|trentuno',
  'een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien|vijftien|zestien|' +
    'zeventien|achttien|negentien|twintig|eenentwintig|tweeentwintig|drieentwintig|vierentwintig|' +
    'vijfentwintig|zesentwintig|zevenentwintig|achtentwintig|negenentwintig|dertig|eenendertig',
  'primeiro|dois|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|catorze|quinze|dezasseis|' +
    'dezassete|dezoito|dezanove|vinte|vinte e um|vinte e dois|vinte e tres|vinte e quatro|vinte e cinco|' +
    'vinte e seis|vinte e sete|vinte e oito|vinte e nove|trinta|trinta e um',
];

function numbered(lists: string[]): Map<string, number> {
  return new Map(lists.flatMap((list) => list.split('|').map((word, index) => [word, index + 1] as const)));
}
function anyOf(numbers: Map<string, number>): string {
  const words = [...numbers.keys()].sort((a, b) => b.length - a.length);
  return words.join('|').replaceAll(' ', '[ -]');
}

const dayOf = numbered([...ordinals, ...counted]);
const beforeMonth = new RegExp(`\\b(${anyOf(dayOf)})(?= (?:of |de |di )?(?:${monthPattern})\\b)`, 'g');
const alone = new RegExp(
  `\\b((?:on|from|until|till|by) the|(?:ab|bis|vor) dem|am|zum|den|op de|vanaf de|tot de|od|do|dnia) ` +
    `(${anyOf(numbered(ordinals))})\\b(?! (?:${weekdayPattern}|arbeitstag|werktag|werkdag|working|` +
    'business))',
  'g',
);

/** Replaces days of the month in folded text with numbers: "ab dem Vierzehnten", "il primo dicembre". */
export function withDayNumbers(text: string): string {
  const number = (word: string) => `${dayOf.get(word.replaceAll('-', ' '))}th`;
  return text
    .replace(beforeMonth, number)
    .replace(alone, (_, before: string, word: string) => `${before} ${number(word)}`);
}
