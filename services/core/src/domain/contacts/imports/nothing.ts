/** Error values of spreadsheet programs in any language: "#N/A", "#REF!", "#WERT!", "#BEZUG!", "#NOM?". */
const errorValue = /^#(?:[\p{L}\d_/ ]+[!?]|n\/?[avd]|н\/д|getting_data|error|field|blocked|unknown!?)$/iu;
const words = new Set(
  (
    'n/a|n.a.|n. a.|na.|n/d|n.d.|n.v.|nv|s/o|s.o.|k.a.|k. a.|k.a|null|(null)|<null>|[null]|\\n|nil|none|(none)|undefined|nan|' +
    '-|--|---|–|—|.|..|...|…|?|??|/|x.x|empty|(empty)|blank|(blank)|leer|(leer)|(keine)|(ohne)|vide|(vide)|vacio|vacío|(vacías)|vuoto|' +
    'vazio|leeg|unknown|(unknown)|unbekannt|inconnu|inconnue|desconocido|sconosciuto|desconhecido|onbekend|nieznany|okänd|' +
    'not available|not applicable|not provided|not specified|not set|no data|no value|not found|missing|[object object]|' +
    'nicht angegeben|nicht vorhanden|nicht verfügbar|keine angabe|keine angaben|non renseigné|non disponible|non spécifié|' +
    'no disponible|no especificado|no aplica|sin datos|non specificato|não disponível|não informado|niet beschikbaar|brak|' +
    'nessuno|ninguno|aucun|aucune|nenhum|geen|tbd|tba'
  ).split('|'),
);
/** Names of people that are also words for a missing value in other spellings. */
const realNames = new Set(['Null', 'Nil', 'Nan', 'Blank', 'None', 'Leer', 'Geen', 'Brak']);

/** True for spreadsheet error values, which are never data. */
export function isErrorValue(text: string): boolean {
  return errorValue.test(text);
}

/** True for words that mean a missing value ("N/A", "null", "unbekannt") and for error values. */
export function isNothing(text: string): boolean {
  return text === '' || errorValue.test(text) || words.has(text.toLowerCase());
}

/** Like isNothing, but accepts the family name "Null" next to a given name. */
export function isNoName(text: string, isBesideOther: boolean): boolean {
  return isNothing(text) && !(isBesideOther && realNames.has(text));
}
