export interface Page {
  status: number;
  location: string;
  text: string;
}

/** A browser without scripts: cookies, forms with their CSRF token, and an address of its own for the rate limits. */
export class Visitor {
  readonly #url: string;
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string, address: string) {
    this.#url = url;
    this.#address = address;
  }

  get(path: string): Promise<Page> {
    return this.#send(path, {});
  }

  post(path: string, body: URLSearchParams): Promise<Page> {
    return this.#send(path, { method: 'POST', body });
  }

  /** Takes the CSRF token from a page, and submits the form. */
  async submit(page: string, action: string, fields: Record<string, string>): Promise<Page> {
    const _csrf = /name="_csrf" value="([^"]+)"/.exec((await this.get(page)).text)?.[1] ?? '';
    return this.post(action, new URLSearchParams({ _csrf, ...fields }));
  }

  /** Follows redirects within the product, and returns the first page or the first address outside. */
  async follow(path: string): Promise<Page & { path: string }> {
    const page = await this.get(path);
    const isInside = page.location.startsWith('/') || page.location.startsWith(this.#url);
    return page.location !== '' && isInside ? this.follow(page.location) : { ...page, path };
  }

  async #send(path: string, init: { method?: string; body?: URLSearchParams }): Promise<Page> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: this.#url, 'x-forwarded-for': this.#address };
    const response = await fetch(new URL(path, this.#url), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      this.#cookies.set(name, value);
    }
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      text: await response.text(),
    };
  }
}
