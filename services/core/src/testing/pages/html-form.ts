import { DomUtils, parseDocument } from 'htmlparser2';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Form as a browser without JavaScript sees it: its controls, values, and options. */
export class HtmlForm {
  readonly action: string;
  readonly isMultipart: boolean;
  readonly fields: [string, string][] = [];
  readonly #controls = new Map<string, Element[]>();

  constructor(html: string, action: string) {
    const forms = DomUtils.getElementsByTagName('form', parseDocument(html).children);
    const found = forms.find((form) => form.attribs.method === 'post' && form.attribs.action?.startsWith(action));
    if (found === undefined) throw new Error(`no form for ${action} in: ${textOf(html)}`);
    this.action = found.attribs.action!;
    this.isMultipart = found.attribs.enctype === 'multipart/form-data';
    for (const control of DomUtils.getElementsByTagName(isControl, found.children)) this.#take(control);
  }

  get names(): string[] {
    return [...this.#controls.keys()];
  }

  valueOf(name: string): string | undefined {
    return this.fields.find(([field]) => field === name)?.[1];
  }

  /** Fills a field like a person: only an existing control with an available value. */
  fill(name: string, values: string[]): void {
    const controls = this.#controls.get(name);
    if (controls === undefined) throw new Error(`no control for ${name}; there are ${this.names.join(', ')}`);
    const offered = controls.flatMap(optionsOf);
    const missing = values.find((value) => offered.length > 0 && !offered.includes(value));
    if (missing !== undefined) throw new Error(`${name} does not offer ${missing}; it offers ${offered.join(', ')}`);
    const others = this.fields.filter(([field]) => field !== name);
    this.fields.splice(0, this.fields.length, ...others, ...values.map((value): [string, string] => [name, value]));
  }

  /** Body that a browser sends. `button` is the pressed button. */
  body(button?: [string, string]): Record<string, string[]> {
    const body: Record<string, string[]> = {};
    for (const [name, value] of [...this.fields, ...(button ? [button] : [])]) {
      body[name] = [...(body[name] ?? []), value.replace(/\r?\n/g, '\r\n')];
    }
    return body;
  }

  #take(control: Element): void {
    const { name, type, checked } = control.attribs;
    if (name === undefined || control.name === 'button' || type === 'file') return;
    this.#controls.set(name, [...(this.#controls.get(name) ?? []), control]);
    if (type === 'checkbox' && checked === undefined) return;
    this.fields.push([name, heldBy(control)]);
  }
}

function isControl(name: string): boolean {
  return ['input', 'select', 'textarea', 'button'].includes(name);
}

function heldBy(control: Element): string {
  if (control.name === 'textarea') return DomUtils.textContent(control).replace(/^\n/, '');
  if (control.name !== 'select') return control.attribs.value ?? '';
  const options = DomUtils.getElementsByTagName('option', control.children);
  const chosen = options.find((option) => option.attribs.selected !== undefined) ?? options[0];
  return chosen?.attribs.value ?? '';
}

/** Options of a select or checkbox. A text input accepts any value. */
function optionsOf(control: Element): string[] {
  if (control.attribs.type === 'checkbox') return [control.attribs.value ?? 'on'];
  return DomUtils.getElementsByTagName('option', control.children).map((option) => option.attribs.value ?? '');
}

/** Text that a person sees on a page. */
export function textOf(html: string): string {
  const main = DomUtils.getElementsByTagName('main', parseDocument(html).children);
  return DomUtils.textContent(main).replace(/\s+/g, ' ').trim();
}
