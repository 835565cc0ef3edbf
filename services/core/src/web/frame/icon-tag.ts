import { type Context, type Liquid, Tag, type TagToken, type TopLevelToken, Value } from 'liquidjs';
import { assetHref } from './assets.ts';

/** `{% icon 'inbox' %}`: a symbol of icons.svg. It has no meaning of its own, so screen readers skip it. */
export class IconTag extends Tag {
  readonly #name: Value;

  constructor(token: TagToken, remainTokens: TopLevelToken[], liquid: Liquid) {
    super(token, remainTokens, liquid);
    this.#name = new Value(token.args, liquid);
  }

  override *render(context: Context): Generator<unknown, string, string> {
    const name = yield this.#name.value(context);
    return `<svg aria-hidden="true"><use href="${assetHref('icons.svg')}#${name}"/></svg>`;
  }
}
