import { Type } from 'typebox';
import { cursorDays, writeChangeCursor } from '../../../domain/events/change-cursor.ts';
import type { ChangeType } from '../../../domain/events/change-types.ts';
import { counted } from '../../../domain/text/counted.ts';
import { Input } from '../../../schema/schema.ts';
import { lastNumber } from '../../../store/events/sequence-store.ts';
import { apiPrefix, defineRead } from '../../definition/define-action.ts';
import { readableTypes } from './list-changes.ts';

const pageSize = 'limit=100';

const pagesOf: Record<ChangeType, string> = {
  contact: `/contacts?sort=id&${pageSize}`,
  company: `/companies?sort=id&${pageSize}`,
  list: `/lists?${pageSize}`,
  tag: `/tags?${pageSize}`,
  custom_field: `/custom-fields?${pageSize}`,
  campaign: `/campaigns?sort=id&${pageSize}`,
  enrollment: `/enrollments?${pageSize}`,
  message: `/messages?${pageSize}`,
  reply: `/replies?${pageSize}`,
  task: `/tasks?${pageSize}`,
  mailbox: '/mailboxes',
  suppression: `/suppressions?${pageSize}`,
  fact: `/facts?${pageSize}`,
  standing_order: `/standing-orders?${pageSize}`,
  provider: '/providers',
  settings: '/settings',
};

export const createSnapshot = defineRead({
  name: 'create_snapshot',
  title: 'Start a mirror',
  summary: 'Get a cursor of the change feed, and the pages to copy.',
  description:
    'Returns a cursor of list_changes as of now, and the address of each list to copy. To start a mirror, take the ' +
    'cursor, read every page with its following pages, then apply the changes after the cursor. A change can repeat ' +
    `what a page already had. Nothing is stored, and the cursor is valid for ${cursorDays} days.`,
  method: 'post',
  path: '/changes/snapshot',
  scope: 'changes:read',
  input: Input({}),
  output: Type.Object({
    cursor: Type.String({ description: 'Pass it to list_changes as after.' }),
    pages: Type.Array(Type.String(), { description: 'First page of each list that the key can read.' }),
  }),
  errors: [],

  async run(_input, ctx) {
    const { workspaceId } = ctx;
    const position = { number: await lastNumber(workspaceId), at: ctx.now() };
    const pages = readableTypes(ctx.scopes).map((type) => `${apiPrefix}${pagesOf[type]}`);
    const data = { cursor: writeChangeCursor(workspaceId, position), pages };
    return { data, summary: `A mirror starts with ${counted(pages.length, 'list')}.` };
  },
});
