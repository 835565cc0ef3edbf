import { readFileSync } from 'node:fs';
import { marked, type Token, type Tokens } from 'marked';
import { renderPage } from './render-page.ts';
import type { WebDeps, WebRouter } from './web-deps.ts';

const pages = { privacy: 'Privacy', terms: 'Terms of use' } as const;

/** Part of a text. Links, emphasis, and HTML become plain text, as on every page. */
interface Block {
  kind: 'heading' | 'paragraph' | 'list';
  text: string;
  items: string[];
}

/** The operator's privacy policy and terms of use, for everyone. */
export function legalPages(router: WebRouter, { config }: WebDeps): void {
  for (const [name, title] of Object.entries(pages)) {
    const own = config.legalTexts[name as keyof typeof pages];
    const text = own ?? readFileSync(new URL(`../pages/frame/${name}.md`, import.meta.url), 'utf8');
    const data = { title, blocks: blocksOf(text) };
    router.get(`/app/${name}`, (ctx) => renderPage(ctx, 'legal', data));
  }
}

function blocksOf(markdown: string): Block[] {
  return marked.lexer(markdown).flatMap((token): Block[] => {
    if (token.type === 'list') {
      const items = (token as Tokens.List).items.map((item) => plainText(item.tokens));
      return [{ kind: 'list', text: '', items }];
    }
    const text = plainText([token]);
    // The first heading is the title of the page.
    if (token.type === 'heading' && (token as Tokens.Heading).depth === 1) return [];
    return text === '' ? [] : [{ kind: token.type === 'heading' ? 'heading' : 'paragraph', text, items: [] }];
  });
}

function plainText(tokens: readonly Token[]): string {
  const parts = tokens.map((token) => {
    if (token.type === 'link') return linkText(token as Tokens.Link);
    const inner = 'tokens' in token ? token.tokens : undefined;
    if (inner !== undefined && inner.length > 0) return plainText(inner);
    return 'text' in token ? String(token.text) : '';
  });
  return parts.join('').trim();
}

function linkText({ text, href }: Tokens.Link): string {
  return text === href || `mailto:${text}` === href ? text : `${text} (${href})`;
}
