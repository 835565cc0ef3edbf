import { expectTypeOf, test } from 'vitest';
import { createOutbound, type WebhookEvent } from './index.ts';

const outbound = createOutbound({ baseUrl: 'http://127.0.0.1:1', apiKey: 'obk_live_x' });

test('knows operations, their inputs, and their payloads', () => {
  expectTypeOf(outbound.each('/contacts')).toExtend<AsyncGenerator<{ id?: string }>>();
  // @ts-expect-error: there is no such path.
  const unknownPath = () => outbound.call('get', '/people', {});
  // @ts-expect-error: no such status.
  const unknownValue = () => outbound.call('get', '/contacts', { query: { emailStatus: 'fine' } });
  // @ts-expect-error: the path parameter is missing.
  const missingId = () => outbound.call('get', '/contacts/{contactId}', {});
  // @ts-expect-error: a read has no preview.
  const readPreview = () => outbound.preview('get', '/contacts', {});
  const created = () => outbound.call('post', '/contacts', { body: { email: 'ada@analytical.example' } });
  expectTypeOf(created).returns.resolves.toHaveProperty('email').toEqualTypeOf<string | null>();
  expectTypeOf([unknownPath, unknownValue, missingId, readPreview]).toBeArray();
});

test('knows the data of a webhook event by its type', () => {
  const listOf = (event: WebhookEvent) => (event.type === 'list.changed' ? event.data.listId : undefined);
  expectTypeOf(listOf).returns.toEqualTypeOf<string | undefined>();
  // @ts-expect-error: there is no such event.
  const unknownType = (event: WebhookEvent) => event.type === 'list.burnt';
  expectTypeOf(unknownType).toBeFunction();
});
