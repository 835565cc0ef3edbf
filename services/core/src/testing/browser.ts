/** Minimal browser for the pages. Keeps cookies, follows no redirects automatically, and sends forms unchanged. */
export interface Page {
  status: number;
  location: string | null;
  headers: Headers;
  html: string;
}

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send(path, { headers });
  }

  /** Opens the page, takes the form token from it, and sends the fields. */
  async submit(pagePath: string, formPath: string, fields: Record<string, string | string[]>): Promise<Page> {
    const token = csrfTokenIn((await this.get(pagePath)).html);
    return this.post(formPath, { _csrf: token, ...fields });
  }

  async post(
    path: string,
    fields: Record<string, string | string[]>,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
    return this.#send(path, { method: 'POST', body, headers });
  }

  async signUp(email: string, password = 'correct horse battery', workspaceName = 'Analytical Engines'): Promise<Page> {
    const fields = { name: 'Ada Lovelace', email, password, workspaceName, next: '/app' };
    return this.submit('/app/sign-up', '/app/sign-up', fields);
  }

  async #send(path: string, init: { method?: string; body?: URLSearchParams; headers: Record<string, string> }) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...init.headers };
    const response = await fetch(this.url + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const html = await response.text();
    return { status: response.status, location: response.headers.get('location'), headers: response.headers, html };
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export function csrfTokenIn(html: string): string {
  return /name="_csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
}
