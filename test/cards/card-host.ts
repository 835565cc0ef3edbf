import type { Client, JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';

/** The extension requires this policy for a page that declares no domains. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'";
const hostPage = `<!doctype html><html lang="en"><title>Host</title><style>body,h1{margin:0}iframe{border:0;inline-size:100%;block-size:1400px}</style>
<main><h1>Host</h1><iframe title="Card" sandbox="allow-scripts"></iframe></main>
<script>
const frame = document.querySelector('iframe');
addEventListener('message', ({ source, data }) => source === frame.contentWindow && toHost(data));
</script>`;

interface Shown {
  arguments: Record<string, unknown>;
  theme?: 'light' | 'dark';
  /** False: the frame may load what it wants, as in a careless host. */
  hasPolicy?: boolean;
}

/**
 * A host of MCP Apps: the extension's own bridge speaks with a sandboxed frame in a browser, and passes its calls to the
 * server. It runs in Node, so messages travel through the page.
 */
export class CardHost {
  readonly page: Page;
  readonly opened: string[] = [];
  readonly calls: string[] = [];
  readonly faults: string[] = [];
  height = 0;
  readonly #client: Client;
  #connection?: Transport;

  private constructor(page: Page, client: Client) {
    this.page = page;
    this.#client = client;
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && this.faults.push(message.text()));
  }

  static async open(browser: Browser | BrowserContext, client: Client): Promise<CardHost> {
    const host = new CardHost(await browser.newPage(), client);
    await host.page.exposeFunction('toHost', (message: JSONRPCMessage) => host.#receive(message));
    return host;
  }

  get card(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  /** Calls a tool, and shows the card that its definition names. */
  async show(tool: string, { arguments: input, theme = 'light', hasPolicy = true }: Shown): Promise<void> {
    const { tools } = await this.#client.listTools();
    const ui = tools.find(({ name }) => name === tool)?._meta?.ui as { resourceUri: string };
    const { contents } = await this.#client.readResource({ uri: ui.resourceUri });
    const text = contents[0] && 'text' in contents[0] ? contents[0].text : '';
    const result = await this.#client.callTool({ name: tool, arguments: input });
    const bridge = await this.#load(hasPolicy ? withPolicy(text) : text, theme);
    await bridge.sendToolInput({ arguments: input });
    await bridge.sendToolResult(result);
  }

  async #load(document: string, theme: 'light' | 'dark'): Promise<AppBridge> {
    const capabilities = { openLinks: {}, serverTools: {} };
    const bridge = new AppBridge(this.#client, { name: 'host', version: '1.0.0' }, capabilities, {
      hostContext: { theme },
    });
    bridge.onopenlink = async ({ url }) => {
      this.opened.push(url);
      return {};
    };
    bridge.onsizechange = ({ height = 0 }) => {
      this.height = height;
    };
    const ready = new Promise<void>((resolve) => {
      bridge.oninitialized = () => resolve();
    });
    await bridge.connect(this.#transport());
    await this.page.goto('about:blank');
    await this.page.setContent(hostPage);
    const frame = this.page.locator('iframe');
    await frame.evaluate((element, html) => element.setAttribute('srcdoc', html), document);
    await ready;
    return bridge;
  }

  #transport(): Transport {
    const send = (message: unknown) =>
      this.page.evaluate(`frame.contentWindow.postMessage(${JSON.stringify(message)}, '*')`).then(() => {});
    this.#connection = { start: async () => {}, close: async () => {}, send };
    return this.#connection;
  }

  #receive(message: JSONRPCMessage): void {
    const { method, params } = message as { method?: string; params?: { name?: string } };
    if (method === 'tools/call') this.calls.push(String(params?.name));
    this.#connection?.onmessage?.(message);
  }
}

function withPolicy(document: string): string {
  return document.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
