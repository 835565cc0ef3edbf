import { Browser } from '../../../services/gateway/src/testing/browser.ts';
import { until } from '../../harness/running-process.ts';

/** Signs in to the application and approves requests of clients, like a person in a browser. */
export class Person {
  readonly #url: string;
  readonly #browser = new Browser();

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(email: string, password: string): Promise<void> {
    const page = await (await this.#browser.get(`${this.#url}/app/sign-in`)).text();
    const form = new URLSearchParams({ _csrf: fieldIn(page, '_csrf'), email, password });
    const { status } = await this.#browser.post(`${this.#url}/app/sign-in`, form, { origin: this.#url });
    if (status !== 302 && status !== 303) throw new Error(`The sign-in returned ${status}.`);
  }

  /** From the authorization URL to the client's redirect URL, with everything selected. */
  async approve(authorizationUrl: string): Promise<void> {
    const { response } = await this.#browser.follow(authorizationUrl, () => false);
    const page = await response.text();
    const form = new URLSearchParams({ decision: 'approve', csrf: fieldIn(page, 'csrf') });
    for (const name of ['workspace', 'creditsPerDay', 'recipientsPerDay']) form.set(name, fieldIn(page, name));
    for (const [, name = '', value = ''] of page.matchAll(/name="(scope|group)" value="([^"]+)"/g))
      form.append(name, value);
    const action = this.#url + (/<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? '');
    const sent = await this.#browser.post(action, form, { origin: this.#url });
    const next = new URL(sent.headers.get('location') ?? '', this.#url).href;
    const { location } = await this.#browser.follow(next, (address) => !address.startsWith(this.#url));
    // Some clients print the URL before they listen for the redirect.
    await until('the client', () => fetch(location ?? '').catch(() => undefined));
  }
}

function fieldIn(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
}
