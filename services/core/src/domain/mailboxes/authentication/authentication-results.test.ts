import { expect, test } from 'vitest';
import { readAuthentication } from './authentication-results.ts';
import { judgeAuthentication } from './authentication-words.ts';

function read(authenticationResults: string | null, ...dkimSignatures: string[]) {
  return readAuthentication({ authenticationResults, dkimSignatures }, 'acme.example');
}

const google =
  'mx.google.com; dkim=pass header.i=@acme.example header.s=google header.b=abc; arc=none; spf=pass ' +
  '(google.com: domain of ada@acme.example designates 192.0.2.1 as permitted sender) ' +
  'smtp.mailfrom=ada@acme.example; dmarc=pass (p=QUARANTINE sp=QUARANTINE dis=NONE) ' +
  'header.from=acme.example';
const microsoft =
  'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=acme.example; dkim=pass (signature was verified) ' +
  'header.d=acme.onmicrosoft.com;dmarc=fail action=none header.from=acme.example;compauth=pass ' +
  'reason=100';
const forged = 'mail.acme.example; dkim=fail (bad; signature) header.d=acme.example; spf=softfail';

test.each([
  [
    'of Google',
    google,
    { spf: 'pass', dkim: 'pass', dmarc: 'pass', signedBy: ['acme.example'], isAligned: true },
    'ok',
  ],
  [
    'with a bad signature',
    forged,
    { spf: 'softfail', dkim: 'fail', dmarc: null, signedBy: [], isAligned: false },
    'broken',
  ],
  [
    'without a signature',
    'mail.acme.example; spf=pass',
    { spf: 'pass', dkim: null, dmarc: null, signedBy: [], isAligned: false },
    'weak',
  ],
  [
    'of nobody',
    'mail.acme.example; none',
    { spf: null, dkim: null, dmarc: null, signedBy: [], isAligned: false },
    'broken',
  ],
  [
    'with two signatures, one in quotes of a comment',
    'mail.acme.example 1; dkim/1=pass (the "dkim=fail" (of others)) header.d=mail.acme.example; dkim=fail header.d=list.example',
    { spf: null, dkim: 'pass', dmarc: null, signedBy: ['mail.acme.example'], isAligned: true },
    'ok',
  ],
])('reads the results %s', (_name, header, expected, level) => {
  const found = read(header);
  expect(found).toEqual(expected);
  expect(judgeAuthentication(found, 'acme.example').level).toBe(level);
});

test("reads Microsoft's header, which starts without a server name", () => {
  const found = read(`mx.microsoft; ${microsoft}`);
  expect(found).toMatchObject({ dkim: 'pass', signedBy: ['acme.onmicrosoft.com'], isAligned: false });
  const { level, explanation } = judgeAuthentication(found, 'acme.example');
  expect([level, explanation]).toEqual([
    'weak',
    expect.stringContaining('signed by acme.onmicrosoft.com, not by acme.example'),
  ]);
  expect(read(microsoft)).toMatchObject({ spf: 'pass', dkim: 'pass', signedBy: ['acme.onmicrosoft.com'] });
});

test('names the signers of an unchecked message, and explains how to send one if none has arrived', () => {
  const found = read(null, 'v=1; a=rsa-sha256; d=ACME.example; s=x');
  expect(found).toMatchObject({ dkim: null, signedBy: ['acme.example'], isAligned: true });
  expect(judgeAuthentication(found, 'acme.example').level).toBe('ok');
  expect(judgeAuthentication(null, 'acme.example')).toMatchObject({
    level: 'missing',
    advice: expect.stringContaining('Send a test'),
  });
});
