const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for use anywhere in HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!);
}

/** Markup that can be inserted without escaping. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | Html | readonly Html[];

/** Escapes every value of a template, unless it is already markup. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(placed)));
}

function placed(value: Value): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(({ markup }: Html) => markup).join('');
  return escapeHtml(String(value));
}
