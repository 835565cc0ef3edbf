import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { queuePendingEvents } from '../../engine/events/webhooks/queue-deliveries.ts';
import { deliverDueWebhooks } from '../../worker/events/webhook-loop.ts';
import { requestApproved } from '../request-approved.ts';
import { startTestCore, type TestCore } from '../start-test-core.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A core with a clock that can be moved, and for each test a workspace and a receiver. */
export class WebhookStand {
  core!: TestCore;
  receiver!: WebhookReceiver;
  key!: string;
  workspaceId!: string;
  /** Milliseconds by which the clock is ahead. */
  offsetMs = 0;

  readonly now = () => new Date(Date.now() + this.offsetMs);

  constructor() {
    beforeAll(async () => {
      this.core = await startTestCore({ now: this.now });
    });
    afterAll(() => this.core.stop());
    beforeEach(async () => {
      this.receiver = await startWebhookReceiver();
      Object.assign(this, await this.core.addWorkspace());
    });
    afterEach(() => this.receiver.stop());
  }

  /** Creates an endpoint, which a person approves. */
  async create(body: object = {}) {
    const input = { url: this.receiver.url, eventTypes: ['contact.created'], ...body };
    return (await requestApproved(this.core, 'POST', '/webhooks', { key: this.key, body: input })).body.data;
  }

  async addContact(email: string) {
    return (await this.core.request('POST', '/contacts', { key: this.key, body: { email } })).body.data;
  }

  async changeTitle(contactId: string, title: string) {
    await this.core.request('PATCH', `/contacts/${contactId}`, { key: this.key, body: { title } });
  }

  async queue() {
    while (await queuePendingEvents(this.now()));
  }

  /** Queues and delivers everything that is due. */
  async work(deps = this.core.deps) {
    await this.queue();
    while (await deliverDueWebhooks(deps));
  }

  async deliveries(webhookId: string) {
    return (await this.core.request('GET', `/webhooks/${webhookId}/deliveries`, { key: this.key })).body.data;
  }

  async read(webhookId: string) {
    return (await this.core.request('GET', `/webhooks/${webhookId}`, { key: this.key })).body.data;
  }

  /** Deps whose endpoints respond with the status that `post` returns. Null: no response. */
  answering(post: (body: { type: string; subjectId: string }, url: string) => Promise<number | null>) {
    const answer = async (url: string, _headers: object, body: string) => {
      const status = await post(JSON.parse(body), url);
      const error = status === 200 ? null : 'No answer in time.';
      return { status, durationMs: 1, error, responseText: '', retryAfter: undefined };
    };
    const { deps } = this.core;
    const webhooks = { ...deps.ports.webhooks, post: answer };
    return { ...deps, ports: { ...deps.ports, webhooks } };
  }
}
