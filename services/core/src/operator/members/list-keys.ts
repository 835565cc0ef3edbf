import { type ApiKeyRecord, listApiKeys } from '../../store/members/api-key-store.ts';
import type { Command } from '../command.ts';
import { accountOfEmail } from './account-of-email.ts';

function lineOf({ id, name, lastFour, createdAt, lastUsedAt, expiresAt }: ApiKeyRecord): string {
  const day = (date: Date | null, none: string): string => date?.toISOString().slice(0, 10) ?? none;
  const used = `used ${day(lastUsedAt, 'never')}`;
  return `${id}  …${lastFour}  made ${day(createdAt, '')}  ${used}  expires ${day(expiresAt, 'never')}  ${name}`;
}

export const listKeysCommand: Command = {
  name: 'key list',
  summary: 'List the API keys of a workspace that are not revoked.',
  options: {
    email: { value: '<address>', description: 'e-mail address of a member', isRequired: true },
    workspace: { value: '<wsp_…>', description: "workspace (default: the user's own)" },
  },
  async run({ email = '', workspace: workspaceId }) {
    const { workspace } = await accountOfEmail(email, workspaceId);
    const keys = await listApiKeys(workspace.id);
    const text = keys.length === 0 ? `${workspace.name} has no API key.` : keys.map(lineOf).join('\n');
    return { text, data: { workspaceId: workspace.id, keys } };
  },
};
