/** Sender authentication as reported by the receiving server (RFC 8601). */
export interface Authentication {
  spf: string | null;
  dkim: string | null;
  dmarc: string | null;
  /** Domains with a valid signature, or the domains named in the signatures if the server reports none. */
  signedBy: string[];
  /** True if one of these domains is, or is related to, the sender's domain. */
  isAligned: boolean;
}

/** Removes quoted strings, which may hold anything, and comments, including nested ones. */
function withoutComments(text: string): string {
  let plain = text.replace(/"[^"]*"/g, '');
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\([^()]*\)/g, ' ');
  }
  return plain;
}

interface Result {
  method: string;
  result: string;
  domain: string | null;
}

/** The server's name comes first. Microsoft omits it. */
function resultsIn(header: string): Result[] {
  return withoutComments(header)
    .split(';')
    .flatMap((part) => {
      const [, method, result] = /^\s*([a-z][a-z0-9-]*)(?:\/\d+)?\s*=\s*([a-z]+)/i.exec(part) ?? [];
      if (method === undefined || result === undefined) return [];
      const domain = /\bheader\.(?:d|i)\s*=\s*(?:[^\s;@]*@)?([^\s;]+)/i.exec(part)?.[1]?.toLowerCase() ?? null;
      return [{ method: method.toLowerCase(), result: result.toLowerCase(), domain }];
    });
}

function isRelated(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Reads the topmost headers of each name, for a message from an address at this domain. */
export function readAuthentication(
  headers: { authenticationResults: string | null; dkimSignatures: string[] },
  domain: string,
): Authentication {
  const results = resultsIn(headers.authenticationResults ?? '');
  const best = (method: string) => {
    const own = results.filter((one) => one.method === method);
    return (own.find(({ result }) => result === 'pass') ?? own[0])?.result ?? null;
  };
  const passed = results.flatMap((one) => (one.method === 'dkim' && one.result === 'pass' && one.domain) || []);
  const named = headers.dkimSignatures.flatMap(
    (text) => /(?:^|;)\s*d\s*=\s*([^\s;]+)/i.exec(text)?.[1]?.toLowerCase() ?? [],
  );
  const dkim = best('dkim');
  const signedBy = [...new Set(dkim === null ? named : passed)];
  return {
    spf: best('spf'),
    dkim,
    dmarc: best('dmarc'),
    signedBy,
    isAligned: signedBy.some((one) => isRelated(one, domain.toLowerCase())),
  };
}
