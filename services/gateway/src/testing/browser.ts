/** A minimal browser for sign-in: keeps cookies by path, follows redirects one at a time, and posts forms. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  async get(url: string): Promise<Response> {
    return this.#send(url, { method: 'GET' });
  }

  async post(url: string, form: URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(url, {
      method: 'POST',
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  /** Follows redirects within this origin. Returns the first URL elsewhere, or the page. */
  async follow(url: string, stop: (location: string) => boolean): Promise<{ location?: string; response: Response }> {
    let response = await this.get(url);
    for (let hop = 0; hop < 10; hop += 1) {
      const location = response.headers.get('location');
      if (!location) return { response };
      const next = new URL(location, url).href;
      if (stop(next)) return { location: next, response };
      response = await this.get(next);
    }
    throw new Error('too many redirects');
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
    const headers = { accept: 'text/html', ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((each) => each.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    const key = `${name} ${path}`;
    if (value.join('=') === '') this.#cookies.delete(key);
    else this.#cookies.set(key, { value: value.join('='), path });
  }
}
