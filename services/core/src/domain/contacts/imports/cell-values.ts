/** Excel's syntax for preserving text as is: ="+49 …". */
const excelText = /^=\s*"((?:[^"]|"")*)"$/;
/** Apostrophe added by exports, ours or others, so that a spreadsheet does not run the cell as a formula. */
const protectedCell = /^'(?='*[=+\-@\t\r])/;
/** A long number rounded by a spreadsheet: 4.93E+11. */
const rounded = /^[-+]?\d+(?:[.,]\d+)?E\+?\d{2,}$/i;

/** CSV cell as its author meant it, without spreadsheet syntax. */
export function cellText(raw: string): string {
  const text = excelText.exec(raw);
  return text ? text[1]!.replaceAll('""', '"') : raw.replace(protectedCell, '');
}

/** True if digits of the number are lost, so that it identifies nothing. */
export function isRoundedNumber(text: string): boolean {
  return rounded.test(text);
}

export type Damage = 'entity' | 'mojibake' | 'replacement';
const entity =
  /&(?:#\d{2,6}|#x[0-9a-f]{2,5}|amp|lt|gt|quot|apos|nbsp|szlig|[a-z](?:uml|acute|grave|circ|tilde|cedil|ring|caron|slash)|[ao]elig);/i;
/** UTF-8 that was once decoded as windows-1252: "JÃ¼rgen", "Oâ€™Neil". */
const mojibake =
  /Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u00a0-\u00bf]|â€[\u0080-\u00bf™œ˜“”¦¢]|Å[\u0080-\u00bf¡¸¾‚„†™]|ï»¿|Ð[\u0080-\u00bf°-¿]Ð/;

/** Kind of damage that a text had before import. The text is stored unchanged. */
export function damageOf(text: string): Damage | undefined {
  if (text.includes('\ufffd')) return 'replacement';
  if (mojibake.test(text)) return 'mojibake';
  return entity.test(text) ? 'entity' : undefined;
}

/** Digits of a number that JSON cannot represent exactly (RFC 8259 section 6). */
export function inexactNumber(value: unknown, source: string | undefined): string | undefined {
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return undefined;
  return /^-?\d+$/.test(source) || !Number.isFinite(value) ? source : undefined;
}
