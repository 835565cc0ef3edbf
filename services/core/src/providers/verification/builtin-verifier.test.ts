import nock from 'nock';
import { afterEach, describe, expect, test } from 'vitest';
import { createBuiltinVerifier } from './builtin-verifier.ts';
import { createVerifier } from './create-verifier.ts';
import { createHunterVerifier } from './hunter-verifier.ts';
import type { MailServers } from './mail-resolver.ts';

function verifierSeeing(servers: MailServers) {
  return createBuiltinVerifier({ resolve: async () => servers });
}

describe('the built-in verifier', () => {
  test.each<[string, MailServers, string, string]>([
    ['Ada@Analytical.com', 'present', 'valid', 'mx_found'],
    ['ada@analytical.com', 'absent', 'invalid', 'no_mail_server'],
    ['ada@analytical.com', 'refused', 'invalid', 'domain_takes_no_mail'],
    ['ada@analytical.com', 'unknown', 'unknown', 'dns_unreachable'],
    ['info@analytical.com', 'present', 'role_based', 'role_address'],
    ['sales+x@analytical.com', 'present', 'role_based', 'role_address'],
    ['info@analytical.com', 'absent', 'invalid', 'no_mail_server'],
    ['x@mailinator.com', 'present', 'disposable', 'disposable_domain'],
    ['x@sub.yopmail.com', 'present', 'disposable', 'disposable_domain'],
    ['not an address', 'present', 'invalid', 'syntax'],
    ['ada@analytical.example', 'absent', 'unverified', 'reserved_domain'],
    ['ada@printer.local', 'absent', 'unknown', 'local_domain'],
  ])('judges %s with mail servers %s as %s', async (email, servers, status, reason) => {
    expect(await verifierSeeing(servers).verify(email)).toEqual({ status, reason, provider: 'builtin' });
  });
});

function answering(status: number, body: object | string = {}, headers = {}) {
  return nock('https://api.hunter.io', { reqheaders: { 'x-api-key': 'key' } })
    .get('/v2/email-verifier')
    .query({ email: 'ada@analytical.com' })
    .reply(status, body, headers);
}

describe("Hunter's verifier", () => {
  afterEach(() => nock.cleanAll());
  const verify = () => createHunterVerifier('key').verify('ada@analytical.com');

  test.each([
    ['valid', 'valid'],
    ['accept_all', 'catch_all'],
    ['webmail', 'valid'],
    ['invalid', 'invalid'],
    ['something_new', 'unknown'],
  ])('maps %s to %s', async (status, expected) => {
    answering(200, { data: { status, score: 90, email: 'ada@analytical.com', smtp_check: true }, meta: {} });
    expect(await verify()).toMatchObject({ status: expected, provider: 'hunter' });
  });

  test('reports do_not_mail for a person who objected (451), and unknown for a server failure (222)', async () => {
    answering(451, { errors: [{ id: 'claimed_email', code: 451, details: 'x' }] });
    expect((await verify()).status).toBe('do_not_mail');
    answering(222);
    expect((await verify()).status).toBe('unknown');
  });

  test.each([
    [202, 'still checking'],
    [401, 'refused the API key'],
    [403, 'rate limit'],
    [429, 'monthly allowance'],
    [500, 'failed'],
  ])('explains status %i', async (status, words) => {
    answering(status, { errors: [] });
    await expect(verify()).rejects.toMatchObject({ code: 'provider_failed', message: expect.stringContaining(words) });
  });

  test('passes on the retry delay', async () => {
    answering(403, { errors: [] }, { 'retry-after': '7' });
    await expect(verify()).rejects.toMatchObject({ options: { retryAfterSeconds: 7 } });
  });

  test('names the provider if it returns no JSON or hangs up', async () => {
    answering(200, '<html>');
    await expect(verify()).rejects.toThrow('Hunter answered something that is not JSON.');
    nock('https://api.hunter.io')
      .get(/verifier/)
      .query(true)
      .replyWithError('reset');
    await expect(verify()).rejects.toThrow('Hunter could not be reached.');
  });

  test('is not called for addresses that fail the built-in checks', async () => {
    const verifier = createVerifier(
      { hunterApiKey: 'key', isPrivateHostAllowed: false, baseUrl: 'https://outbound.example' },
      { find: async () => null, save: async () => undefined },
    );
    expect(await verifier.verify('x@mailinator.com')).toMatchObject({ provider: 'builtin', status: 'disposable' });
  });
});
