import { type Act, endsWithConnections, isAdmin, passwords } from './act.ts';
import { joinAs, newAddress, password, type Stage } from './grantor.ts';
import { Visitor } from './visitor.ts';

export const links: Act[] = [
  ...(['memberInvitation', 'adminInvitation'] as const).flatMap((name): Act[] => [
    {
      name: `${name}: open`,
      through: 'links',
      has: isAdmin,
      isRepeatable: true,
      succeeds: async (stage, { grants }) =>
        (await new Visitor(stage.url, newAddress()).get(grants[name]!)).status === 200,
      endsAfter: (end) => !passwords.includes(end),
    },
    {
      name: `${name}: join`,
      through: 'links',
      has: isAdmin,
      isRepeatable: false,
      succeeds: (stage, { grants }) => joins(stage, grants[name]!),
      endsAfter: (end) => !passwords.includes(end),
    },
  ]),
  {
    name: 'sign-up link: create an account',
    through: 'links',
    has: isAdmin,
    isRepeatable: false,
    async succeeds(stage, { grants }) {
      const visitor = new Visitor(stage.url, newAddress());
      const page = await visitor.submit(grants.signUpLink!, grants.signUpLink!, {});
      return page.location.startsWith('/app/join/');
    },
    endsAfter: (end) => !passwords.includes(end),
  },
  {
    name: 'reset link: open',
    through: 'links',
    has: () => true,
    isRepeatable: true,
    succeeds: async (stage, { grants }) =>
      (await new Visitor(stage.url, newAddress()).get(grants.resetLink)).status === 200,
    endsAfter: endsWithConnections,
  },
  {
    name: 'reset link: choose a password',
    through: 'links',
    has: () => true,
    isRepeatable: false,
    async succeeds(stage, { grants }) {
      const visitor = new Visitor(stage.url, newAddress());
      const page = await visitor.submit(grants.resetLink, grants.resetLink, { newPassword: `${password} again` });
      return page.location.includes('password-reset');
    },
    endsAfter: endsWithConnections,
  },
];

/** Someone else signs up with another invitation of the owner, leaves, and then tries this one. */
async function joins(stage: Stage, invitation: string): Promise<boolean> {
  const { browser, email } = await joinAs(stage, 'viewer');
  const members = await stage.outbound.call('get', '/members', {});
  const { userId } = members.find((member) => member.email === email)!;
  await browser.submit('/app/members', `/app/members/${userId}/remove`, {});
  const { location } = await browser.submit('/app/members', invitation, {});
  return location.includes('joined');
}
