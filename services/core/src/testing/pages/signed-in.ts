import { addMember } from '../../store/members/membership-store.ts';
import { createSession } from '../../store/members/session-store.ts';
import { createUser } from '../../store/members/user-store.ts';
import { Browser } from '../browser.ts';
import type { TestCore } from '../start-test-core.ts';

/** Adds another owner to the workspace and returns the user ID. */
export async function addOwner(core: TestCore, workspaceId: string): Promise<string> {
  const now = core.deps.now();
  const user = await createUser({ email: `${workspaceId}@example.org`, name: 'Ada', passwordHash: 'none', now });
  await addMember(workspaceId, user.id, 'owner', now);
  return user.id;
}

/** Opens a browser with this member signed in. */
export async function browserOf(core: TestCore, workspaceId: string, userId: string): Promise<Browser> {
  const browser = new Browser(core.url);
  const { token } = await createSession(userId, workspaceId, core.deps.now());
  browser.cookies.set('outbound_session', token);
  return browser;
}

/** Opens a browser with an owner of the workspace signed in. */
export async function signedIn(core: TestCore, workspaceId: string): Promise<Browser> {
  return browserOf(core, workspaceId, await addOwner(core, workspaceId));
}
