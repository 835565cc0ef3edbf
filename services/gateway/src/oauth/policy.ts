import { interactionPolicy } from 'oidc-provider';

/**
 * One interaction for every authorization: sign in at the application, then our consent page. Nothing is granted from a
 * remembered session, because clients register themselves and may redirect to any local port.
 */
export function interactions(baseUrl: string) {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  policy.get('login').checks.clear();
  policy.get('consent').checks.clear();
  policy
    .get('login')
    .checks.add(
      new Check('not_approved', 'the user has not approved this request', ({ oidc }) => !oidc.result?.consent?.grantId),
    );
  const url = (_ctx: unknown, { uid }: { uid: string }) => `${baseUrl}/oauth/interaction/${uid}`;
  return { policy, url };
}
