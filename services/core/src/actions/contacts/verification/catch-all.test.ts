import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuiltinVerifier } from '../../../providers/verification/builtin-verifier.ts';
import { createSmtpProbe } from '../../../providers/verification/smtp-probe.ts';
import { findMailDomain, saveMailDomain } from '../../../store/contacts/verification/mail-domain-store.ts';
import { type SmtpSink, startSmtpSink } from '../../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
let server: SmtpSink;
beforeAll(async () => {
  server = await startSmtpSink();
  const probe = createSmtpProbe({
    from: 'probe@outbound.example',
    clientName: 'outbound.example',
    isPrivateHostAllowed: true,
    domains: { find: findMailDomain, save: saveMailDomain },
    mailHosts: async () => ['127.0.0.1'],
    port: server.port,
  });
  const verifier = createBuiltinVerifier({ resolve: async () => 'present', probe });
  core = await startTestCore({ ports: { verifier } });
});
afterAll(() => core.stop());

async function verify(email: string, key?: string) {
  const { body } = await core.request('POST', '/contacts', { key, body: { email } });
  return (await core.request('POST', `/contacts/${body.data.id}/verify-email`, { key, body: {} })).body;
}

test('checks a domain for catch-all once for all workspaces', async () => {
  const first = await verify('ada@open-house.com');
  expect(first).toMatchObject({ cost: { credits: 1 }, data: { reason: 'accepts_any_address', provider: 'builtin' } });
  expect(first.data.contact).toMatchObject({ emailStatus: 'catch_all', emailStatusCheckedAt: expect.any(String) });
  await server.stop();
  const other = await core.addWorkspace({ credits: 1 });
  const second = await verify('bob@open-house.com', other.key);
  expect(second.data.contact.emailStatus).toBe('catch_all');
  expect(server.received).toEqual([]);
});
