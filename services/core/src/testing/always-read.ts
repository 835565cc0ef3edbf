import type { TestCore } from './start-test-core.ts';

/** Members of a mailbox whose replies count as read at all times, without a mail server. */
export function alwaysRead(core: TestCore) {
  core.deps.ports.mail.readBeforeSending = async () => undefined;
  return {
    imap: { host: '127.0.0.1', port: 143, security: 'none' as const, username: null, secret: null },
    imapPosition: { uidValidity: '1', lastUid: 0 },
    lastReadAt: new Date('2100-01-01T00:00:00Z'),
  };
}
