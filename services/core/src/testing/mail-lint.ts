import addressparser from 'nodemailer/lib/addressparser';

/** Headers allowed at most once (RFC 5322 section 3.6, RFC 2045, RFC 2369, RFC 8058). */
const atMostOnce =
  'date from sender reply-to to cc bcc message-id in-reply-to references subject mime-version content-type content-transfer-encoding content-disposition list-unsubscribe list-unsubscribe-post';
const needed = ['date', 'from', 'to', 'message-id', 'mime-version', 'content-type'];
const octetsPerLineMax = 998;
const encodedLineMax = 76;
const encodedWordMax = 75;
const boundaryMax = 70;

interface Entity {
  headers: [name: string, value: string][];
  body: string;
}

/** Violations of RFC 5322, 2045 to 2047, 2369, or 8058 in a raw message, one line each. Empty for a valid message. */
export function lintMail(raw: Buffer): string[] {
  const text = raw.toString('latin1');
  const entity = split(text);
  return [...lineFaults(text), ...headerFaults(text, entity), ...listFaults(entity), ...entityFaults(entity, 0)];
}

function split(text: string): Entity {
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers, body: end < 0 ? '' : text.slice(end + 4) };
}

function headerOf({ headers }: Entity, name: string): string {
  return headers.find(([own]) => own === name)?.[1] ?? '';
}

function lineFaults(text: string): string[] {
  const faults: string[] = [];
  if (/\r(?!\n)|(?<!\r)\n/.test(text)) faults.push('RFC 5322 2.3: a CR or LF of its own');
  for (const line of text.split('\r\n')) {
    if (line.length > octetsPerLineMax) faults.push(`RFC 5322 2.1.1: a line of ${line.length} octets`);
  }
  if (text.includes('\0')) faults.push('RFC 5322 4.1: a NUL');
  return faults;
}

function headerFaults(text: string, entity: Entity): string[] {
  const faults: string[] = [];
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  if (/[^\t\r\n\x20-\x7e]/.test(head)) faults.push('RFC 5322 2.2: a header that is not ASCII');
  for (const line of head.split('\r\n')) {
    if (line.trim() === '') faults.push('RFC 5322 3.2.2: a folded line without text');
    if (!/^([!-9;-~]+:|[ \t])/.test(line)) faults.push(`RFC 5322 2.2: "${line.slice(0, 40)}" is no header`);
  }
  const names = entity.headers.map(([name]) => name);
  for (const name of atMostOnce.split(' ')) {
    if (names.filter((one) => one === name).length > 1) faults.push(`RFC 5322 3.6: ${name} stands twice`);
  }
  for (const name of needed) if (!names.includes(name)) faults.push(`${name} is missing`);
  return [...faults, ...idFaults(entity), ...addressFaults(entity), ...wordFaults(entity)];
}

const idPattern = /^<[^\s<>@]+@[^\s<>@]+>$/;

function idFaults(entity: Entity): string[] {
  const faults: string[] = [];
  if (!idPattern.test(headerOf(entity, 'message-id'))) faults.push('RFC 5322 3.6.4: Message-ID');
  for (const name of ['in-reply-to', 'references']) {
    const value = headerOf(entity, name);
    if (value !== '' && !value.split(/\s+/).every((id) => idPattern.test(id))) faults.push(`RFC 5322 3.6.4: ${name}`);
  }
  const date = headerOf(entity, 'date');
  if (!/^(\w{3}, )?\d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/.test(date)) faults.push(`RFC 5322 3.3: ${date}`);
  if (headerOf(entity, 'mime-version') !== '1.0') faults.push('RFC 2045 4: MIME-Version');
  return faults;
}

function addressFaults(entity: Entity): string[] {
  return ['from', 'to', 'reply-to'].flatMap((name) => {
    const value = headerOf(entity, name);
    if (value === '') return [];
    const found = addressparser(value, { flatten: true });
    const isOne = found.length === 1 && /^[^\s<>"(),:;]+@[^\s<>"(),:;@]+$/.test(found[0]!.address);
    // A display name is words, encoded words, or one quoted string. Quotes contain no encoded word (RFC 2047 section
    // 5).
    const display = value.slice(0, Math.max(value.lastIndexOf('<'), 0)).trim();
    const isName = /^("([^"\\]|\\.)*"|[\w!#$%&'*+\-/=?^`{|}~ .]*)$/.test(display) && !/".*=\?.*"/.test(display);
    return isOne && isName ? [] : [`RFC 5322 3.4: ${name}: ${value}`];
  });
}

/** Checks that each encoded word is short and complete (RFC 2047). */
function wordFaults({ headers }: Entity): string[] {
  return headers.flatMap(([name, value]) =>
    [...value.matchAll(/=\?[^?\s]+\?[^?\s]*\?[^?\s]*\?=/g)].flatMap(([word]) => {
      const [, charset, encoding, text] = /^=\?([\w-]+)\?([bq])\?([^?\s]*)\?=$/i.exec(word) ?? [];
      if (charset === undefined) return name === 'subject' || name === 'from' ? [`RFC 2047 2: ${word}`] : [];
      if (word.length > encodedWordMax) return [`RFC 2047 2: an encoded word of ${word.length} characters`];
      const bytes =
        encoding!.toLowerCase() === 'b'
          ? Buffer.from(text!, 'base64')
          : Buffer.from(
              text!.replaceAll('_', ' ').replace(/=([0-9A-F]{2})/gi, (_, hex) => hexToCharacter(hex)),
              'latin1',
            );
      return isUtf8(bytes) ? [] : [`RFC 2047 5: a character is split between encoded words in ${name}`];
    }),
  );
}

function hexToCharacter(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function listFaults(entity: Entity): string[] {
  const list = headerOf(entity, 'list-unsubscribe');
  const post = headerOf(entity, 'list-unsubscribe-post');
  if (list === '') return post === '' ? [] : ['RFC 8058 3.1: List-Unsubscribe-Post stands alone'];
  const faults: string[] = [];
  const targets = list.split(/\s*,\s*/);
  if (!targets.every((one) => /^<[^\s<>]+>$/.test(one))) faults.push(`RFC 2369 2: ${list}`);
  if (!targets.some((one) => one.startsWith('<https://'))) faults.push('RFC 8058 3.1: no https in List-Unsubscribe');
  if (!targets.some((one) => one.startsWith('<mailto:'))) faults.push('no mailto in List-Unsubscribe');
  if (post !== 'List-Unsubscribe=One-Click') faults.push('RFC 8058 3.1: List-Unsubscribe-Post');
  return faults;
}

const depthMax = 5;

function entityFaults(entity: Entity, depth: number): string[] {
  const type = headerOf(entity, 'content-type') || 'text/plain; charset=us-ascii';
  const encoding = (headerOf(entity, 'content-transfer-encoding') || '7bit').toLowerCase();
  if (!/^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w*.-]+=("[^"]*"|[^\s";]+))*$/.test(type)) return [`RFC 2045 5.1: ${type}`];
  if (!/^multipart\//i.test(type)) return bodyFaults(entity.body, encoding, type);
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1] ?? '';
  if (boundary === '' || boundary.length > boundaryMax) return [`RFC 2046 5.1.1: the boundary "${boundary}"`];
  if (!['7bit', '8bit', 'binary'].includes(encoding)) return [`RFC 2045 6.4: multipart in ${encoding}`];
  const [, ...parts] = `\r\n${entity.body}`.split(`\r\n--${boundary}`);
  if (parts.length < 2 || !parts.at(-1)!.startsWith('--')) return ['RFC 2046 5.1.1: the last boundary is missing'];
  if (depth > depthMax) return ['nested too deep'];
  return parts.slice(0, -1).flatMap((part) => entityFaults(split(part.replace(/^[ \t]*\r\n/, '')), depth + 1));
}

function bodyFaults(body: string, encoding: string, type: string): string[] {
  const lines = body.split('\r\n');
  const isLong = lines.some((line) => line.length > encodedLineMax);
  if (encoding === '7bit') return /[^\t\r\n\x20-\x7e]/.test(body) ? ['RFC 2045 2.7: 7bit with other octets'] : [];
  if (encoding === 'base64') {
    if (isLong) return ['RFC 2045 6.8: a base64 line over 76 characters'];
    return /^[A-Za-z0-9+/\r\n]*={0,2}[\r\n]*$/.test(body) ? [] : ['RFC 2045 6.8: not base64'];
  }
  if (encoding !== 'quoted-printable') return [`RFC 2045 6.1: ${encoding} for ${type}`];
  if (isLong) return ['RFC 2045 6.7: a quoted-printable line over 76 characters'];
  if (lines.some((line) => /[ \t]$/.test(line))) return ['RFC 2045 6.7: white space at the end of a line'];
  const isRight = lines.every((line) => /^([\t\x20-\x3c\x3e-\x7e]|=[0-9A-F]{2})*=?$/.test(line));
  return isRight ? [] : ['RFC 2045 6.7: not quoted-printable'];
}
