import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { EventView, toEventView } from '../../engine/events/webhooks/event-view.ts';
import { Id, Input, OneOf, paging, Text } from '../../schema/schema.ts';
import { eventTypes, listEvents as listStored } from '../../store/events/event-store.ts';
import { defineRead } from '../definition/define-action.ts';

const sorts = ['id', '-id'] as const;

export const listEvents = defineRead({
  name: 'list_events',
  title: 'List events',
  summary: 'List events in the workspace.',
  description:
    'Lists events of the last 35 days, newest first: contacts created, messages sent or bounced, replies ' +
    'received, jobs finished, and so on. Webhooks deliver the same events. To follow new events, use sort=id ' +
    'with afterEventId set to the last one you have. This order is the order of the commits: you miss no event, ' +
    'also beside concurrent writers. list_changes has the records as well.',
  method: 'get',
  path: '/events',
  scope: 'events:read',
  input: Input({
    type: Type.Optional(OneOf(eventTypes, { description: 'Only events of this type.' })),
    subjectId: Type.Optional(Text(40, 'Only events about this record.')),
    afterEventId: Type.Optional(Id('evt', 'Only events after this one.')),
    sort: Type.Optional(OneOf(sorts, { description: '-id: newest first (default). id: oldest first.' })),
    ...paging,
  }),
  output: Type.Array(EventView),
  errors: [],
  isPaged: true,
  untrusted: ['[].data'],

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const { type, subjectId, afterEventId } = input;
    const found = await listStored(ctx.workspaceId, { type, subjectId, afterEventId }, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toEventView), page, summary: `${counted(found.items.length, 'event')}.` };
  },
});
