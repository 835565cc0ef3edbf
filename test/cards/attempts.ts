import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Frame } from 'playwright-core';

/** A pending approval, with all that an attacker could learn. The digest comes from its page. */
export interface Target {
  approvalId: string;
  confirmationId: string;
  what: string;
  digest: string;
  /** URL of the approval's page. */
  page: string;
  url: string;
  key: string;
}

export type Attempt = [name: string, run: () => Promise<unknown>];

const inventedNames = [
  'approve_approval',
  'decide_approval',
  'decide_approvals',
  'accept_approval',
  'execute_approval',
  'approve_request',
  'approve',
  'decline_approval',
];

/** Attempts with everything that a model can call. */
export function byModel(agent: Client, target: Target): Attempt[] {
  const { approvalId, confirmationId, what, digest } = target;
  const decision = { approvalId, decision: 'approve', digest };
  const call = (name: string, input: Record<string, unknown>): Attempt => [
    `${name} ${JSON.stringify(input).slice(0, 80)}`,
    () => agent.callTool({ name, arguments: input }),
  ];
  return [
    ...inventedNames.flatMap((action) => [call(action, decision), call('prepare_action', { action, input: decision })]),
    ...['confirm_send', 'confirm_change', 'confirm_spend', 'confirm_destroy'].flatMap((name) => [
      call(name, { confirmationId, what }),
      call(name, { confirmationId, what, approved: true, approvalId, digest }),
      call(name, { confirmationId: approvalId, what }),
    ]),
    call('get_action', { confirmationId, decision: 'approve' }),
    call('read_action', { action: 'get_approval', input: decision }),
    call('prepare_action', { action: 'approve_message', input: { messageId: approvalId } }),
    call('prepare_action', { action: 'approve_messages', input: { messageIds: [approvalId] } }),
  ];
}

/** Attempts over REST and on the pages with the key of the agent. */
export function byKey({ url, key, approvalId, digest }: Target): Attempt[] {
  const send = (method: string, path: string, type: string, body: string): Attempt => [
    `${method} ${path}`,
    () =>
      fetch(`${url}${path}`, {
        method,
        body,
        headers: { authorization: `Bearer ${key}`, 'content-type': type, origin: url },
        redirect: 'manual',
      }),
  ];
  const json = JSON.stringify({ decision: 'approve', digest, state: 'approved', ids: [approvalId] });
  const form = new URLSearchParams({ decision: 'approve', digest, [`digest.${approvalId}`]: digest }).toString();
  const base = '/api/public/v1/approvals';
  return [
    ...['approve', 'decide', 'decision', 'execute', 'manifest'].map((verb) =>
      send('POST', `${base}/${approvalId}/${verb}`, 'application/json', json),
    ),
    ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) =>
      send(method, `${base}/${approvalId}`, 'application/json', json),
    ),
    send('POST', base, 'application/json', json),
    send('POST', `/app/approvals/${approvalId}`, 'application/x-www-form-urlencoded', form),
    send('POST', '/app/approvals', 'application/x-www-form-urlencoded', form),
  ];
}

/** Attempts by a script in the card's frame, in the browser of a person who is signed in. */
export function byFrame(frame: Frame, target: Target): Attempt[] {
  const { page, approvalId, confirmationId, what, digest } = target;
  const fields = `new URLSearchParams(${JSON.stringify({ decision: 'approve', digest })})`;
  const link = JSON.stringify(`${page}?decision=approve&digest=${digest}`);
  const hostCall = (name: string, input: object) => `ask('tools/call', ${JSON.stringify({ name, arguments: input })})`;
  const scripts = {
    fetch: `fetch(${JSON.stringify(page)}, { method: 'POST', credentials: 'include', body: ${fields} })`,
    'fetch without an answer': `fetch(${JSON.stringify(page)}, { method: 'POST', mode: 'no-cors', credentials: 'include', body: ${fields} })`,
    'a stolen form token': `fetch(${JSON.stringify(page)}, { credentials: 'include' }).then((got) => got.text())`,
    beacon: `navigator.sendBeacon(${JSON.stringify(page)}, ${fields})`,
    form: `(() => { const form = document.createElement('form'); form.method = 'post'; form.action = ${link}; document.body.append(form); form.submit(); })()`,
    'a new window': `window.open(${link})`,
    'the whole window': `top.location.assign(${link})`,
    image: `Object.assign(new Image(), { src: ${link} }).decode()`,
    'a frame inside': `document.body.append(Object.assign(document.createElement('iframe'), { src: ${link} }))`,
    'an invented tool': hostCall('approve_approval', { approvalId, decision: 'approve' }),
    'a confirmation': hostCall('confirm_send', { confirmationId, what }),
    'a read that decides': hostCall('read_action', {
      action: 'get_approval',
      input: { approvalId, decision: 'approve' },
    }),
    'a link that decides': `ask('ui/open-link', { url: ${link} })`,
  };
  return Object.entries(scripts).map(([name, script]) => [
    name,
    () => frame.evaluate(`(async () => { await ${script}; })()`),
  ]);
}
