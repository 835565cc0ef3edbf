// Speaks with the host that shows this card: JSON-RPC in window messages, as the extension MCP Apps defines it.
import { showNote } from './parts.js';

const waiting = new Map();
let lastId = 0;
export let hostCan = {};

function post(message) {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

export function ask(method, params) {
  lastId += 1;
  const id = lastId;
  post({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function settle({ id, result, error }) {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (error) asked?.reject(new Error(error.message));
  else asked?.resolve(result);
}

/** Reads by a tool that every connection lists, because hosts call only those. Resolves to the structured result. */
export async function read(action, input) {
  const { structuredContent, isError } = await ask('tools/call', { name: 'read_action', arguments: { action, input } });
  if (isError || !structuredContent?.data) throw new Error(structuredContent?.summary ?? 'The request failed.');
  return structuredContent;
}

function applyLook({ theme, safeAreaInsets } = {}) {
  const { style } = document.documentElement;
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  for (const [side, size] of Object.entries(safeAreaInsets ?? {})) {
    if (Number.isFinite(size)) style.setProperty(`padding-${side}`, `${size}px`);
  }
}

function reportSize() {
  const { width, height } = document.documentElement.getBoundingClientRect();
  post({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
}

/** Shows a card: `draw({ input, result })` runs with the arguments of the tool's call and its structured result. */
export async function startCard(draw) {
  let input = {};
  const handlers = {
    'ui/notifications/tool-input': ({ arguments: given }) => {
      input = given ?? {};
    },
    'ui/notifications/tool-result': ({ structuredContent, isError }) => {
      if (isError || !structuredContent) showNote(structuredContent?.summary ?? 'There is nothing to show.');
      else void guarded(() => draw({ input, result: structuredContent }));
    },
    'ui/notifications/tool-cancelled': () => showNote('This call was canceled.'),
    'ui/notifications/host-context-changed': applyLook,
  };
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return;
    if (data.method === undefined) settle(data);
    else if (data.id === undefined) handlers[data.method]?.(data.params ?? {});
    else if (data.method === 'ping' || data.method === 'ui/resource-teardown') post({ id: data.id, result: {} });
    else post({ id: data.id, error: { code: -32601, message: 'Method not found' } });
  });
  const { hostCapabilities, hostContext } = await ask('ui/initialize', {
    appInfo: { name: 'outbound', title: document.title, version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion: '2026-01-26',
  });
  hostCan = hostCapabilities ?? {};
  applyLook(hostContext);
  post({ method: 'ui/notifications/initialized', params: {} });
  new ResizeObserver(reportSize).observe(document.documentElement);
}

export async function guarded(work) {
  try {
    await work();
  } catch (error) {
    showNote(error.message);
  }
}
