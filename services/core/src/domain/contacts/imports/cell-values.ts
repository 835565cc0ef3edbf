/** Excel's way to keep a text as it is: ="+49 …". */
const excelText = /^=\s*"((?:[^"]|"")*)"$/;
/** The apostrophe by which an export, ours or another, keeps a cell from being run as a formula. */
const protectedCell = /^'(?='*[=+\-@\t\r])/;
/** 4.93E+11: a long number that a spreadsheet has rounded. */
const rounded = /^[-+]?\d+(?:[.,]\d+)?E\+?\d{2,}$/i;

/** A cell of a CSV file as its author meant it: without spreadsheet syntax. */
export function cellText(raw: string): string {
  const text = excelText.exec(raw);
  return text ? text[1]!.replaceAll('""', '"') : raw.replace(protectedCell, '');
}

/** True if digits of the number are lost: it identifies nothing. */
export function isRoundedNumber(text: string): boolean {
  return rounded.test(text);
}

export type Damage = 'entity' | 'mojibake' | 'replacement';
const entity =
  /&(?:#\d{2,6}|#x[0-9a-f]{2,5}|amp|lt|gt|quot|apos|nbsp|szlig|[a-z](?:uml|acute|grave|circ|tilde|cedil|ring|caron|slash)|[ao]elig);/i;
/** UTF-8 that was read as windows-1252 once: "JÃ¼rgen", "Oâ€™Neil". */
const mojibake =
  /Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u00a0-\u00bf]|â€[\u0080-\u00bf™œ˜“”¦¢]|Å[\u0080-\u00bf¡¸¾‚„†™]|ï»¿|Ð[\u0080-\u00bf°-¿]Ð/;

/** How a text was damaged before it came to us; it is stored as it is. */
export function damageOf(text: string): Damage | undefined {
  if (text.includes('\ufffd')) return 'replacement';
  if (mojibake.test(text)) return 'mojibake';
  return entity.test(text) ? 'entity' : undefined;
}

/** A number that JSON cannot hold exactly, as its digits (RFC 8259 section 6). */
export function inexactNumber(value: unknown, source: string | undefined): string | undefined {
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return undefined;
  return /^-?\d+$/.test(source) || !Number.isFinite(value) ? source : undefined;
}
