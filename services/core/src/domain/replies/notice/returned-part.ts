/** Headers of the returned message in a notice. The notice itself also has lines such as "Status: 5.1.1". */
const returnedHeader =
  /^>? ?(return-path|received|message-id|from|to|cc|subject|date|mime-version|content-type|dkim-signature|x-[a-z-]+|reply-to|delivered-to|von|an|betreff|datum):/i;

/** Separators above the returned message, as qmail, Exim, sendmail, and others write them. */
const ruler =
  /^[ \t>]*[-=_*+]{2,}.{0,20}\b(copy of|original|returned|unsent|your message|header|nachricht|message (header|text|body|follows)|below this line)\b/i;

/** The notice of a mail system without the returned message, whose words mean nothing here. */
export function noticeIn(text: string): string {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line, at) => isStart(lines, line, at));
  return (end === -1 ? lines : lines.slice(0, end)).join('\n');
}

function isStart(lines: string[], line: string, at: number): boolean {
  if (at === 0) return false;
  const next = lines.slice(at + 1).find((one) => one.trim() !== '') ?? '';
  if (ruler.test(line)) return returnedHeader.test(next) || next === '' || /\b(copy|below|header)/i.test(line);
  return returnedHeader.test(line) && (returnedHeader.test(next) || /^[ \t]/.test(lines[at + 1] ?? ''));
}
