const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** A cluster can have any number of combining marks. Longer ones are split between their characters. */
const clusterLengthMax = 64;

/**
 * The first `lengthMax` UTF-16 code units of a text, or a few less: never half a character as a reader sees it
 * (Unicode Standard Annex 29), and always well-formed. The mark follows a text that was cut and is not counted.
 *
 * Half a surrogate pair makes a whole JSON response unreadable for strict clients (RFC 8259 section 8.2).
 */
export function cutText(text: string, lengthMax: number, mark = ''): string {
  if (text.length <= lengthMax) return text.toWellFormed();
  return text.slice(0, boundaryBefore(text, lengthMax)).toWellFormed() + mark;
}

/** The nearest index at or before the given one where no character is split. */
function boundaryBefore(text: string, index: number): number {
  if (index <= 0) return 0;
  if (isVisibleAscii(text.charCodeAt(index - 1)) && isVisibleAscii(text.charCodeAt(index))) return index;
  const { index: start } = graphemes.segment(text.slice(0, index + clusterLengthMax)).containing(index)!;
  if (start > 0 && index - start < clusterLengthMax) return start;
  const isPairSplit = isHighSurrogate(text.charCodeAt(index - 1)) && isLowSurrogate(text.charCodeAt(index));
  return isPairSplit ? index - 1 : index;
}

/** Visible ASCII and the space: between two of them is always a boundary, and most texts consist of them. */
function isVisibleAscii(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x7e;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
