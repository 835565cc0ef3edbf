import { type Context, type Liquid, Tag, type TagToken, type TopLevelToken, Value } from 'liquidjs';

/** A person can switch off the keys that are a single character (WCAG 2.1.4). Then the page names none of them. */
function areKeysOff({ globals }: Context): boolean {
  return 'areKeysOff' in globals && globals.areKeysOff === true;
}

/** `{% key 'h', 'Snooze' %}`: the attributes of a control with this key. With a name, it gets a tooltip. */
export class KeyTag extends Tag {
  readonly #key: Value;
  readonly #name?: Value;

  constructor(token: TagToken, remainTokens: TopLevelToken[], liquid: Liquid) {
    super(token, remainTokens, liquid);
    const { tokenizer } = token;
    this.#key = new Value(tokenizer.readFilteredValue(), liquid);
    tokenizer.skipBlank();
    if (tokenizer.peek() !== ',') return;
    tokenizer.advance();
    this.#name = new Value(tokenizer.readFilteredValue(), liquid);
  }

  override *render(context: Context): Generator<unknown, string, string> {
    const key = yield this.#key.value(context);
    const name = this.#name && (yield this.#name.value(context));
    if (areKeysOff(context)) return name ? `title="${name}"` : '';
    // To a screen reader, keys separated by a space are alternatives, not a sequence.
    const spoken = /\s/.test(String(key)) ? '' : ` aria-keyshortcuts="${key}"`;
    return `data-key="${key}"${spoken}${name ? ` title="${name} (${key})"` : ''}`;
  }
}

/** `{% keycap 'h' %}`: the key as it is shown with its control. */
export class KeycapTag extends Tag {
  readonly #key: Value;

  constructor(token: TagToken, remainTokens: TopLevelToken[], liquid: Liquid) {
    super(token, remainTokens, liquid);
    this.#key = new Value(token.args, liquid);
  }

  override *render(context: Context): Generator<unknown, string, string> {
    return areKeysOff(context) ? '' : `<kbd>${yield this.#key.value(context)}</kbd>`;
  }
}
