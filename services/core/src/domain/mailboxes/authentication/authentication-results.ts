/** What the server that took a message says about who it is from (RFC 8601). */
export interface Authentication {
  spf: string | null;
  dkim: string | null;
  dmarc: string | null;
  /** Domains whose signature it found right; where it says nothing of signatures, those that the message names. */
  signedBy: string[];
  /** Whether one of them is the domain of the sender's address, or related to it. */
  isAligned: boolean;
}

/** Comments go, also those within others; what stands in quotes may hold anything. */
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

/** The name of the server comes first; Microsoft leaves it out. */
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

/** Of a message with these headers (the topmost of each name) from an address in this domain. */
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
    ...{ spf: best('spf'), dkim, dmarc: best('dmarc'), signedBy },
    isAligned: signedBy.some((one) => isRelated(one, domain.toLowerCase())),
  };
}
