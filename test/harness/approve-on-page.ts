import { WebSession } from './web-session.ts';

/** Approves a pending request on its page, as this person. */
export async function approveOnPage(
  url: string,
  { email, password }: { email: string; password: string },
  approvalId: string,
): Promise<void> {
  const person = new WebSession(url);
  await person.submit('/app/sign-in', '/app/sign-in', { email, password });
  const page = `/app/approvals/${approvalId}`;
  const digest = /name="digest" value="([^"]+)"/.exec(await person.get(page))?.[1] ?? '';
  await person.submit(page, page, { decision: 'approve', digest });
}
