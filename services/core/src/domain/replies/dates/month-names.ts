/** Month names of all languages in folded text, with common abbreviations. */
const months = [
  'january jan januar jaenner jaen janvier janv enero ene gennaio gen januari janeiro stycznia styczen',
  'february feb februar feber fevrier fevr fev febrero febbraio februari fevereiro lutego luty',
  'march mar maerz mars marzo maart mrt marco marca marzec mrz',
  'april apr avril avr abril abr aprile kwietnia kwiecien',
  'may mai mayo maggio mag mei maio maja maj',
  'june jun juni juin junio giugno giu junho czerwca czerwiec',
  'july jul juli juillet juil julio luglio lug julho lipca lipiec',
  'august aug aout agosto ago augustus sierpnia sierpien',
  'september sep sept septembre septiembre settembre set setembro wrzesnia wrzesien',
  'october oct okt oktober octobre octubre ottobre ott outubro out pazdziernika pazdziernik',
  'november nov novembre noviembre novembro listopada listopad',
  'december dec dez dezember decembre diciembre dic dicembre dezembro grudnia grudzien',
];

/** Sunday is 0, as in Date. */
const weekdays = [
  'sunday sonntag dimanche domingo domenica zondag niedziela niedziele niedzieli',
  'monday mon montag lundi lunes lunedi maandag segunda-feira segunda poniedzialek poniedzialku poniedzialkiem',
  'tuesday tue tues dienstag mardi martes martedi dinsdag terca-feira terca wtorek wtorku',
  'wednesday wed weds mittwoch mercredi miercoles mercoledi woensdag quarta-feira quarta sroda srode srody',
  'thursday thu thur thurs donnerstag jeudi jueves giovedi donderdag quinta-feira quinta czwartek czwartku',
  'friday fri freitag vendredi viernes venerdi vrijdag sexta-feira sexta piatek piatku',
  'saturday samstag samedi sabado sabato zaterdag sobota sobote soboty',
];

function numbered(names: string[]): ReadonlyMap<string, number> {
  return new Map(names.flatMap((line, index) => line.split(' ').map((name) => [name, index] as const)));
}

function anyOf(names: ReadonlyMap<string, number>): string {
  return [...names.keys()].sort((a, b) => b.length - a.length).join('|');
}

export const monthOf = numbered(months);
export const monthPattern = anyOf(monthOf);
export const weekdayOf = numbered(weekdays);
/** "mon" is also a French word. */
export const weekdayPattern = anyOf(weekdayOf).replace('|mon|', '|mon(?! (?!morning|next|and|or|the|at)[a-z])|');
