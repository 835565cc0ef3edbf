import { expect, test } from 'vitest';
import { SeededRandom } from '../../domain/values/random.ts';
import type { GroupView } from '../../engine/approvals/manifest/group-views.ts';
import type { Browser } from '../../testing/browser.ts';
import { addContact } from '../../testing/campaign-setup.ts';
import {
  attacks,
  campaignBody,
  patternOf,
  type Seen,
  seenIn,
  type Target,
  withoutToken,
} from '../../testing/manifest-adversary.ts';
import { makeKeyOnPage, signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

// ADVERSARY_ROUNDS=100 makes 500 attempts.
const rounds = Number(process.env.ADVERSARY_ROUNDS ?? 50);
const attacksPerRound = 5;
const seed = 20_300_107;

interface Exact {
  from: string;
  replyTo: string | null;
  to: string;
  subject: string;
  bodyText: string;
}

interface Approved {
  exact: Exact[];
  /** Texts of the groups, with placeholders, signature, and footer. */
  patterns: { subject: RegExp; text: RegExp; from: string; replyTo: string }[];
}

async function get(core: TestCore, key: string, path: string) {
  const { body, status } = await core.request('GET', path, { key });
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return body.data;
}

/** A campaign that a person approved, with everything that the approval showed. */
async function launched(core: TestCore, key: string, browser: Browser, round: number) {
  const create = await core.request('POST', '/campaigns', { key, body: { name: `Round ${round}`, ...campaignBody } });
  const { id: campaignId, steps } = create.body.data;
  const contactIds: string[] = [];
  for (const firstName of ['Ada', 'Grace', 'Tom']) {
    contactIds.push(await addContact(core, { firstName, ...(round % 2 === 0 && { language: 'en' }) }, key));
  }
  await core.request('POST', `/campaigns/${campaignId}/enrollments`, { key, body: { contactIds } });
  const asked = await core.request('POST', `/campaigns/${campaignId}/launch`, { key, body: {} });
  const { id } = asked.body.data.approval;
  const path = `/app/approvals/${id}`;
  const digest = /name="digest" value="([^"]+)"/.exec((await browser.get(path)).html)?.[1] ?? '';
  await browser.submit(path, path, { decision: 'approve', digest });
  const approved = await shownBy(core, key, String(id), contactIds);
  return {
    campaignId: String(campaignId),
    contactIds,
    stepIds: steps.map((step: { id: string }) => step.id),
    approved,
  };
}

async function shownBy(core: TestCore, key: string, approvalId: string, contactIds: string[]): Promise<Approved> {
  const exact: Exact[] = [];
  for (const contactId of contactIds)
    exact.push(...(await get(core, key, `/approvals/${approvalId}/manifest/${contactId}`)).messages);
  const { groups } = await get(core, key, `/approvals/${approvalId}/manifest`);
  const patterns = groups.flatMap((group: GroupView) => {
    const { steps, sender, replyTo, signature, footer } = group;
    return steps.map(({ subject, body }) => ({
      subject: patternOf(subject === '' ? 'Re: A question, {{ firstName }}' : subject),
      text: patternOf(withoutToken([body, signature, footer].filter(Boolean).join('\n\n'))),
      from: sender,
      replyTo: replyTo ?? '',
    }));
  });
  return { exact, patterns };
}

function address(text: string): string {
  return text.replaceAll('"', '');
}

const unsafe = /https?:|www\.|@|[<>{}|`*_]|\bevil\.example/;

/** True if the approval showed this message, except for short plain values in its placeholders. */
function wasShown(seen: Seen, { exact, patterns }: Approved): boolean {
  const own = exact.filter(({ to }) => to === seen.to);
  if (own.length === 0) return false;
  const isExact = own.some(
    ({ from, replyTo, subject, bodyText }) =>
      address(from) === address(seen.from) &&
      (replyTo ?? '') === seen.replyTo &&
      subject === seen.subject &&
      withoutToken(bodyText) === seen.text,
  );
  return isExact || patterns.some((pattern) => fits(pattern, seen));
}

function fits({ subject, text, from, replyTo }: Approved['patterns'][number], seen: Seen): boolean {
  if (address(from) !== address(seen.from) || replyTo !== seen.replyTo) return false;
  const filled = [...(subject.exec(seen.subject)?.slice(1) ?? ['\n']), ...(text.exec(seen.text)?.slice(1) ?? ['\n'])];
  return filled.every((value) => value !== '\n' && !unsafe.test(value));
}

test('no attack with a token of all scopes puts a byte into a sent message that its approval did not show', {
  timeout: 1_800_000,
}, async () => {
  const core = await startTestCore();
  try {
    const random = new SeededRandom(seed);
    const pick = <T>(list: readonly T[]): T => random.pick(list);
    let [attempts, sentCount] = [0, 0];
    const found: string[] = [];
    const { browser, key: unattended } = await signUpWithKey(core);
    const key = await makeKeyOnPage(browser);
    for (let round = 0; round < rounds; round += 1) {
      const clean = {
        senderName: 'Ada Lovelace',
        footer: {},
        art14Notice: '',
        postalAddress: 'Acme Ltd, 1 Road, Town',
      };
      await core.request('PATCH', '/settings', { key: unattended, body: clean });
      const { approved, ...campaign } = await launched(core, key, browser, round);
      const names: string[] = [];
      for (let index = 0; index < attacksPerRound; index += 1) {
        const name = pick(Object.keys(attacks));
        const target: Target = { core, key, ...campaign, pick, word: `Evil${round}x${index}` };
        const { status } = (await attacks[name]!(target)) as { status: number };
        names.push(`${name} (${status})`);
        attempts += 1;
        if (random.next() < 0.6) await core.request('POST', '/sandbox/deliver', { key: unattended, body: {} });
      }
      await core.request('POST', '/sandbox/clock', { key: unattended, body: { advance: 'P4D' } });
      await core.request('POST', '/sandbox/deliver', { key: unattended, body: {} });
      const sent = await get(core, key, `/messages?campaignId=${campaign.campaignId}&state=sent`);
      for (const { id } of sent) {
        const raw = await core.request('GET', `/sandbox/messages/${id}/raw`, { key });
        expect(raw.status).toBe(200);
        const seen = await seenIn(String(raw.body));
        sentCount += 1;
        if (!wasShown(seen, approved)) found.push(`round ${round}, ${names.join(', ')}: ${JSON.stringify(seen)}`);
      }
      await core.request('POST', `/campaigns/${campaign.campaignId}/cancel`, { key: unattended, body: {} });
    }
    console.log(`${attempts} attempts, ${sentCount} messages sent, ${found.length} not shown`);
    expect(found).toEqual([]);
    expect(attempts).toBe(rounds * attacksPerRound);
    expect(sentCount).toBeGreaterThan(rounds);
  } finally {
    await core.stop();
  }
});
