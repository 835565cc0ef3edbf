/** A person in the application without a browser: cookies, forms, and their CSRF token. */
export class WebSession {
  readonly #url: string;
  #cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  async get(path: string): Promise<string> {
    const response = await this.#fetch(path);
    return response.text();
  }

  /** Opens the page with the form, fills it in, and submits it. Returns the redirect target. */
  async submit(page: string, action: string, fields: Record<string, string>): Promise<string> {
    const csrf = /name="_csrf" value="([^"]+)"/.exec(await this.get(page))?.[1] ?? '';
    const body = new URLSearchParams({ _csrf: csrf, ...fields });
    const response = await this.#fetch(action, { method: 'POST', body });
    if (response.status !== 302 && response.status !== 303)
      throw new Error(`${action}: ${response.status} ${await response.text()}`);
    return response.headers.get('location') ?? '';
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { cookie: this.#cookie, origin: this.#url },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name] = pair.split('=');
      const others = this.#cookie.split('; ').filter((known) => known !== '' && !known.startsWith(`${name}=`));
      this.#cookie = [...others, pair].join('; ');
    }
    return response;
  }
}
