/** Quoted-printable (RFC 2045 section 6.7) as bytes. Unencoded text stays unchanged. */
export function decodeQuotedPrintable(body: string): Buffer {
  const joined = body.replace(/[ \t]*=[ \t]*\r?\n/g, '');
  const bytes = joined.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** UTF-7 (RFC 2152): runs of UTF-16 in base64 between `+` and `-`. Invalid runs stay unchanged. */
export function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (whole, run: string) => {
    if (run === '') return whole === '+-' ? '+' : whole;
    const bytes = Buffer.from(run, 'base64');
    if (bytes.length < 2) return whole;
    return bytes
      .subarray(0, bytes.length - (bytes.length % 2))
      .swap16()
      .toString('utf16le')
      .toWellFormed();
  });
}

/** Joins the lines of `format=flowed` (RFC 3676), only at the same quote depth, and never a signature. */
export function unflow(text: string, isSpaceDeleted: boolean): string {
  const joined: { depth: number; text: string; isOpen: boolean }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)![0].length;
    const words = line.slice(depth).replace(/^ /, '');
    const isSignature = words === '-- ';
    const isFlowed = words.endsWith(' ') && !isSignature;
    const shown = isFlowed && isSpaceDeleted ? words.slice(0, -1) : words;
    const last = joined.at(-1);
    if (last?.isOpen && last.depth === depth && !isSignature) {
      last.text += shown;
      last.isOpen = isFlowed;
    } else joined.push({ depth, text: shown, isOpen: isFlowed });
  }
  return joined.map((line) => writtenLine(line.depth, line.text)).join('\n');
}

/** Removes the mark from the author's own line that starts like a quote, so that it is not taken for one. */
function writtenLine(depth: number, text: string): string {
  return depth > 0 ? `${'>'.repeat(depth)} ${text}` : text.replace(/^>+ ?/, '');
}
