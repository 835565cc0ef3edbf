import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SendingPlaces } from '../../domain/sending/sending-places.ts';
import { startRunningCampaign } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { testStoreUri } from '../../testing/test-store.ts';
import { planMessages } from './messages/plan-messages.ts';
import { takeTurn } from './take-turn.ts';

const people = 50;
/** Concurrent turns of a worker. This mailbox has the in-flight slots that they leave. */
const turnsOfWorker = 4;
let core: TestCore;
let commands: string[] = [];

beforeAll(async () => {
  const uri = await testStoreUri();
  const MONGODB_URI = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
  core = await startTestCore({ environment: { BASE_URL: 'https://outbound.example', MONGODB_URI } });
  mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'ping' || commandName === 'endSessions') return;
    const collection = command[commandName];
    commands.push(typeof collection === 'string' ? `${commandName} ${collection}` : commandName);
  });
});
afterAll(() => core.stop());

/** Runs the loops of a worker: assigns messages to lanes, then runs the mailbox's turns. */
async function sendAsWorker(): Promise<number> {
  const places = new SendingPlaces(turnsOfWorker);
  while ((await planMessages(core.deps)) > 0);
  let count = 0;
  for (;;) {
    const sent = await takeTurn({ owner: 'worker', leaseMs: 60_000 }, core.deps, { places });
    if (sent === null) return count;
    count += sent;
  }
}

test('sending a message takes at most 5 store commands', async () => {
  core.deps.ports.mail.transportFor = () => ({
    send: async (_mail, { onTransmitting }) =>
      (await onTransmitting()) ? { kind: 'sent', response: '250 taken' } : { kind: 'withdrawn' },
  });
  const { workspaceId } = await core.addWorkspace();
  await startRunningCampaign({ workspaceId, people, smtpPort: 25, now: core.deps.now() });
  commands = [];
  expect(await sendAsWorker()).toBe(people);
  const counts = Object.entries(Object.groupBy(commands, (name) => name)).map(
    ([name, own]) => `${own!.length} ${name}`,
  );
  expect(commands.length / people, counts.join('\n')).toBeLessThanOrEqual(5);
});
