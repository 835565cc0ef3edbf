import { expect, test } from 'vitest';
import { lookUpTxt } from './mail-port.ts';

function failing(code: string) {
  return () => Promise.reject(Object.assign(new Error(code), { code }));
}

test('joins the parts of each TXT record', async () => {
  expect(await lookUpTxt('a.example', async () => [['v=spf1 ', '-all'], ['other']])).toEqual(['v=spf1 -all', 'other']);
});

test.each(['ENOTFOUND', 'ENODATA'])('returns no records when the response is %s', async (code) => {
  expect(await lookUpTxt('a.example', failing(code))).toEqual([]);
});

test.each(['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED'])(
  'does not report a record as missing when the response is %s',
  async (code) => {
    await expect(lookUpTxt('a.example', failing(code))).rejects.toMatchObject({ code: 'provider_failed' });
  },
);
