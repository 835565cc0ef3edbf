import { type Act, endsWithConnections, isAdmin, isWriter, passwords } from './act.ts';
import { createKey } from './grantor.ts';

export const pages: Act[] = [
  {
    name: 'session: read',
    through: 'pages',
    has: () => true,
    isRepeatable: true,
    succeeds: async (_stage, { grants }) => (await grants.otherBrowser.get('/app/tags')).text.includes('only-in-this'),
    endsAfter: endsWithConnections,
  },
  {
    name: 'session: create a key',
    through: 'pages',
    has: isWriter,
    isRepeatable: true,
    succeeds: async (_stage, { grants }) => (await createKey(grants.otherBrowser)) !== '',
    endsAfter: (end) => endsWithConnections(end) || end === 'to viewer',
  },
  {
    name: 'session: invite',
    through: 'pages',
    has: isAdmin,
    isRepeatable: true,
    async succeeds(_stage, { grants: { otherBrowser } }) {
      const page = await otherBrowser.submit('/app/members', '/app/members/invite', { role: 'viewer', note: 'x' });
      return page.text.includes('/app/join/');
    },
    endsAfter: (end) => endsWithConnections(end) || end === 'to viewer' || end === 'to member',
  },
  {
    name: 'autopilot: answers',
    through: 'REST',
    has: ({ grants }) => grants.hasAutopilot,
    isRepeatable: true,
    succeeds: async (stage) => (await stage.outbound.call('get', '/me', {})).workspace.autopilot.answers,
    endsAfter: (end) => !passwords.includes(end),
  },
];
